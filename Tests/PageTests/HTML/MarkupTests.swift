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
                let value = String(decoding: document.attribute(at: index, of: node).value, as: UTF8.self)
                return document.attributeName(at: index, of: node) + "=" + value
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
private func body(_ html: String) -> String {
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

    @Test(arguments: [
        ("<p>one<p>two", "p['one']p['two']"),
        ("a<br>b</br>c", "'a'br'b'br'c'"),
        ("<ul><li>1<li>2</ul>", "ul[li['1']li['2']]"),
        ("<b>1<p>2</b>3</p>", "b['1']p[b['2']'3']"),
        ("<p><b>1</p><p>2", "p[b['1']]p[b['2']]"),
        ("<a>1<a>2", "a['1']a['2']"),
        ("<table><tr><td>1<td>2</table>3", "table[tbody[tr[td['1']td['2']]]]'3'"),
        ("<table>x<tr><td>1</table>", "'x'table[tbody[tr[td['1']]]]"),
        ("<select><option>a<option>b</select>", "select[option['a']option['b']]"),
        ("<textarea>\n<b>&amp;</b></textarea>x", "textarea['<b>&</b>']'x'"),
        ("<script><!--<script></script>--></script>x", "script['<!--<script></script>-->']'x'"),
        ("<svg><foreignobject><p>x</svg>y", "svg[foreignObject[p['xy']]]"),
        ("<math><mi>x<b>y", "math[mi['x'b['y']]]"),
        ("<div a=1 A=2 b='&lt;' c=&copy=1 d>", "div(a=1;b=<;c=&copy=1;d=)"),
        ("&notit; &notin; &#x41;&#65 &#0; &#x80; &bogus;", "'¬it; ∉ AA \u{FFFD} € &bogus;'"),
        ("<pre>\n\nx</pre>", "pre['\nx']"),
        ("a\r\nb\rc", "'a\nb\nc'"),
        ("<!--a--><!--b--!><!-->x", "{a}{b}{}'x'"),
        ("x<!--a--><!--b--!><!-->y", "'x'{a}{b}{}'y'"),
        ("x<!----->", "'x'{-}"),
        ("</p>", "p"),
        ("<form><form><p>x", "form[p['x']]"),
        ("<ruby>a<rt>b<rt>c", "ruby['a'rt['b']rt['c']]"),
        ("<template><td>x</template>", "template[td['x']]"),
        ("<template><col>x\n\ny </template>", "template[col'\n\n ']"),
        ("<x-y>1</X-Y>2", "x-y['1']'2'"),
        ("a<0>b</ >c<?d>e", "'a<0>b'{ }'c'{?d}'e'"),
    ])
    func `markup is parsed into the tree that the HTML standard specifies`(html: String, expected: String) {
        #expect(body("<body>" + html) == expected)
    }

    /// The content of a select, and the tree of it.
    @Test(arguments: [
        ("<SHOWN><option>a<i>b<u>c</i>d</u><option>e", "'a'i['b'u['c']]u['d']"),
        ("<SHOWN><option>&lt;a &amp; b>&#65;\n c&#9;d", "'<a & b>A\n c\td'"),
        ("<SHOWN><option>a<option selected>b<option>c", "'b'"),
        ("<SHOWN><option selected>a<option>b<option selected>c", "'c'"),
        ("<option>a<option selected>b</option><SHOWN><option>c", "'b'"),
        ("<SHOWN><option disabled>a<optgroup disabled><option>b</optgroup><optgroup><option>c", "'c'"),
        ("<SHOWN><option><img alt=x><svg><path></svg><!--y-->", "img(alt=x)svg[path]{y}"),
        ("<SHOWN><option>a<div><option selected>b</div>", "'a'div[option(selected=)['b']]"),
        ("<selectedcontent>z</selectedcontent><option>a</option><SHOWN><option>b", "'a'"),
        ("<SHOWN>", ""),
    ])
    func `selectedcontent shows the selected option`(_ content: String, _ shown: String) {
        let display = "<selectedcontent></selectedcontent>"
        let all = body("<select>" + content.replacing("<SHOWN>", with: display) + "</select>")
        let start = all.firstRange(of: "selectedcontent")!.upperBound
        #expect(all[start...].hasPrefix(shown.isEmpty ? "]" : "[\(shown)]"), "\(all)")
    }

    @Test(arguments: [
        "<select multiple><selectedcontent></selectedcontent><option selected>a</select>",
        "<select size=2><selectedcontent></selectedcontent><option>a</select>",
        "<select><option><selectedcontent></selectedcontent>a</select>",
        "<select><object><select><selectedcontent></selectedcontent><option>a</select></object></select>",
        "<selectedcontent></selectedcontent><select><option>a</select>",
    ])
    func `a selectedcontent element elsewhere stays empty`(_ html: String) {
        #expect(!body(html).contains("selectedcontent["))
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
