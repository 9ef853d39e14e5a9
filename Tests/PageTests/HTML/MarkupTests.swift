import HTML
import Testing

/// The tree on one line: elements as `name(attribute=value;…)[children]`, text in quotes.
func outline(_ document: Document, of root: NodeID = .document) -> String {
    var text = ""
    var child = document.firstChild(of: root)
    while let node = child {
        switch document.kind(of: node) {
        case .document: break
        case .doctype: text += "!"
        case .text: text += "'\(document.text(of: node))'"
        case .comment: text += "{\(document.text(of: node))}"
        case .element:
            text += document.name(of: node)
            let attributes = (0..<document.attributeCount(of: node)).map { index in
                let (name, value) = document.attribute(at: index, of: node)
                return String(decoding: name, as: UTF8.self) + "=" + String(decoding: value, as: UTF8.self)
            }
            if !attributes.isEmpty { text += "(" + attributes.joined(separator: ";") + ")" }
            if document.firstChild(of: node) != nil { text += "[\(outline(document, of: node))]" }
        }
        child = document.nextSibling(of: node)
    }
    return text
}

func parse(_ html: [UInt8], piecesOf size: Int = .max / 2) -> Document {
    var parser = HTMLParser()
    var index = 0
    while index < html.count {
        let end = min(html.count, index + size)
        parser.append(Array(html[index..<end]))
        index = end
    }
    parser.finish()
    return parser.document
}

/// The children of the body of a page, whatever the size of the pieces it arrives in.
func outlinedBody(_ html: String) -> String {
    let outlines = [Int.max / 2, 7, 1].map { outline(parse(Array(html.utf8), piecesOf: $0)) }
    guard outlines.allSatisfy({ $0 == outlines[0] }) else { return "differs by pieces: \(outlines)" }
    let page = outlines[0]
    guard let start = page.range(of: "body[") else { return page }
    return String(page[start.upperBound...].dropLast(2))
}

extension String {
    fileprivate func range(of part: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(part) { return start..<index(start, offsetBy: part.count) }
            start = index(after: start)
        }
        return nil
    }
}

@Suite struct HTMLParserTests {
    @Test(arguments: ["<div>", "<span>", "<b>", "<table><tr><td>", "<ul><li>"])
    func `elements nested too deeply become siblings`(start: String) {
        let document = parse(Array(String(repeating: start, count: 2000).utf8))
        var deepest = 0
        var depth = 0
        var node = document.firstChild(of: .document)
        while let next = node {
            if let child = document.firstChild(of: next) {
                depth += 1
                node = child
            } else {
                deepest = max(deepest, depth)
                var last = next
                while document.nextSibling(of: last) == nil, let parent = document.parent(of: last) {
                    last = parent
                    depth -= 1
                }
                node = document.nextSibling(of: last)
            }
        }
        #expect(deepest == 511)
    }

    /// Each option is copied at most once, however many are selected.
    @Test func `copies of selected options at most double their size`() {
        let options = String(repeating: "<option selected><i>a</i>", count: 2000)
        let document = parse(Array("<select><selectedcontent></selectedcontent>\(options)</select>".utf8))
        #expect(document.nodeCount < 2 * 3 * 2000 + 20)
        #expect(outline(document).contains("selectedcontent[i['a']]option"))
    }

    @Test func `missing html, head and body tags are implied`() {
        #expect(outline(parse(Array("x".utf8))) == "html[headbody['x']]")
        #expect(outline(parse([])) == "html[headbody]")
        #expect(
            outline(parse(Array("<!doctype html><title>t</title>x".utf8)))
                == "!html[head[title['t']]body['x']]")
    }

    @Test func `nodes have their source ranges`() throws {
        let html = "<p>a &amp; b<!--sonicdiff-x--><i>c</i></p><div>d"
        let document = parse(Array(html.utf8))
        let root = try #require(document.firstChild(of: .document))
        let body = try #require(document.lastChild(of: root))
        let paragraph = try #require(document.firstChild(of: body))
        #expect(document.sourceRange(of: paragraph) == 0..<42)
        let text = try #require(document.firstChild(of: paragraph))
        #expect(document.sourceRange(of: text) == 3..<12)
        let comment = try #require(document.nextSibling(of: text))
        #expect(document.sourceRange(of: comment) == 12..<30)
        let italic = try #require(document.nextSibling(of: comment))
        #expect(document.sourceRange(of: italic) == 30..<38)
        let division = try #require(document.nextSibling(of: paragraph))
        #expect(document.sourceRange(of: division) == 42..<48)
    }

    @Test func `invalid UTF-8 is parsed all the same`() {
        var state: UInt64 = 42
        let interesting = Array("<>/!-\"'= &#;xabp\0\r\n\t".utf8) + [0xFF, 0xC3, 0xE4]
        for _ in 0..<200 {
            var bytes: [UInt8] = []
            for _ in 0..<120 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(interesting[Int(state >> 33) % interesting.count])
            }
            let whole = outline(parse(bytes))
            #expect(outline(parse(bytes, piecesOf: 1)) == whole)
            #expect(outline(parse(bytes, piecesOf: 7)) == whole)
        }
    }

    @Test func `a fragment is parsed in the context of its element`() {
        var parser = HTMLParser(fragmentIn: "tr")
        parser.append(Array("<td>1<td>2".utf8))
        parser.finish()
        #expect(outline(parser.document) == "html[td['1']td['2']]")
    }

    /// There was no start tag, so no end tag is appropriate (HTML standard §13.2.5).
    @Test(arguments: ["title", "textarea", "style", "script", "iframe"])
    func `in a text fragment an end tag of its context element is text`(name: String) {
        var parser = HTMLParser(fragmentIn: name)
        parser.append(Array("a</\(name)>b".utf8))
        parser.finish()
        #expect(outline(parser.document) == "html['a</\(name)>b']")
    }

    @Test(arguments: [
        String(repeating: "<div>", count: 50_000), String(repeating: "<table><tr><td>", count: 5_000),
        String(repeating: "<p><b a=", count: 5_000), String(repeating: "<b><p>", count: 10_000),
        String(repeating: "<font color=red><p>x", count: 5_000),
        (0..<5_000).map { "<b id=\($0)><p>x" }.joined(), "<!--" + String(repeating: "--!", count: 30_000),
    ])
    func `the size of the tree is proportional to the page`(html: String) {
        let document = parse(Array(html.utf8))
        #expect(document.nodeCount < html.utf8.count / 2 + 2_000)
    }
}
