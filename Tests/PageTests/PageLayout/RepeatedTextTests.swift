import Chance
import Testing

@testable import PageLayout

/// Text that a page states once and that applies to any number of elements: it is limited.
@Suite struct RepeatedTextTests {
    private static func dump(_ html: String, width: Int = 80, links: Bool = false) -> [UInt8] {
        var dump = PageDump(width: width, links: links)
        dump.resolve = { address, base in base.map { $0 + address } }
        return dump.append(Array(html.utf8)) + dump.finish()
    }

    private static let many = String(repeating: "A", count: 4000)

    // MARK: Generated text

    @Test(arguments: [
        "p::before{content:'\(many)'}", "p::after{content:'\(many)'}",
        "p::before{content:'\(many)'}p::after{content:'\(many)'}",
        "p::before{content:\(String(repeating: "attr(a) ", count: 15))}",
        "p::before{content:'\(String(repeating: "é", count: 4000))'}",
        "p::before{content:counter(a) '\(many)' counter(a)}",
    ])
    func `an element gets at most 1 KiB of generated text, marked where it is cut`(sheet: String) {
        let value = String(repeating: "A", count: 500)
        let text = Self.dump("<style>\(sheet)</style><p a='\(value)'>text", width: 10_000)
        let line = text.dropLast(1)
        #expect((1020...1029).contains(line.count))
        #expect(String(decoding: line, as: UTF8.self).contains("…"))
        #expect(String(validating: line, as: UTF8.self) != nil)
    }

    @Test func `shorter generated text is whole, before and after the content`() {
        let (before, after) = (String(repeating: "b", count: 500), String(repeating: "c", count: 524))
        let sheet = "<style>p::before{content:'\(before)'}p::after{content:'\(after)'}</style>"
        #expect(
            Self.dump("\(sheet)<p>text", width: 2000) == Array("\(before)text\(after)\n".utf8))
    }

    @Test(
        arguments: [
            ("p::before{content:'\(many)'}", "<p>x", 4000),
            ("i::after{content:'\(many)'}", "<i>x</i> ", 4000),
            ("b::before{content:'\(many)'}", "<table><tr><td><b>x</b><td>y</table>", 1000),
            ("b::before{content:'\(many)'}", "<tr><td><b>x</b><td>y", 1000),
            (
                "b::before{content:'\(many)'}", "<tr><th><b>x</b><th>h<tr><td><b>x</b><td>\(many.prefix(99))",
                500
            ),
            ("p::before{content:counter(n) '.'}", "<p>x", 4000),
            ("p::before{content:'é' attr(a)}", "<p a=b>", 4000),
            ("*::before,*::after{content:'\(many)'}", "<p><b><i>x", 1000),
        ])
    func `a page gets as much generated text as it has itself, and 64 KiB`(
        sheet: String, part: String, count: Int
    ) {
        let parts = String(repeating: part, count: count)
        let html = "<style>\(sheet)</style>" + (part.hasPrefix("<tr>") ? "<table>\(parts)</table>" : parts)
        for width in [40, 2000] {
            // The text of the page itself is shorter than the page.
            let shown = Self.dump(html, width: width).count { $0 > 0x20 }
            #expect(shown <= 2 * html.utf8.count + 65_536)
        }
    }

    private static func randomPage(_ dice: inout SeededGenerator) -> [UInt8] {
        let pieces = [
            "<p>", "<p>text ", "<b>word</b> ", "<i>", "</i>", "<table><tr><td><b>a</b><td>b</table>",
            "<ul><li>",
            "</ul>", "\(String(repeating: "long text ", count: 100))<p>",
        ]
        let sheet = "b::before{content:'\(many)'}i::after{content:'\(many)'}p::before{content:'→ '}"
        var html = "<style>\(sheet)</style>"
        for _ in 0..<200 { html += pieces.randomElement(using: &dice)! }
        return Array(html.utf8)
    }

    @Test(arguments: 0..<10)
    func `what is cut depends neither on chunks nor on what was only scanned`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 31 &+ 5)
        let html = Self.randomPage(&dice)
        let whole = laidOut(html, width: 60, piecesOf: html.count)
        for (size, chunk) in [(html.count, 300), (700, 300), (html.count, 1)] {
            let other = laidOut(html, width: 60, piecesOf: size, chunk: chunk)
            #expect(other.text(of: 0..<other.lineCount) == whole.text(of: 0..<whole.lineCount))
        }
        var scanned = LaidOutPage(width: 20, chunk: 300)
        scanned.append(html)
        scanned.finish()
        while scanned.readOn(byteBudget: 500) {}
        scanned.resize(width: 60)
        scanned.layOutAll()
        while scanned.hasLinesAbove { _ = scanned.layOutAbove() }
        #expect(scanned.text(of: 0..<scanned.lineCount) == whole.text(of: 0..<whole.lineCount))
    }

    @Test(arguments: 0..<10)
    func `an updated page is cut like the same page laid out from scratch`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 37 &+ 3)
        var html = Self.randomPage(&dice)
        var page = laidOut(html, width: 60, piecesOf: html.count, chunk: 300)
        let start = Int.random(in: 9000..<html.count, using: &dice)
        let new = Array("<p>new \(String(repeating: "text ", count: seed * 40))<b>c</b>".utf8)
        html.replaceSubrange(start..<start, with: new)
        page.update(
            to: html, changed: [SourceChange(old: start..<start, new: start..<(start + new.count))],
            around: start)
        page.layOutAll()
        while page.hasLinesAbove { _ = page.layOutAbove() }
        let whole = laidOut(html, width: 60, piecesOf: html.count, chunk: 300)
        #expect(page.text(of: 0..<page.lineCount) == whole.text(of: 0..<whole.lineCount))
    }

    // MARK: Other text

    @Test func `a long base is not repeated for any number of links`() {
        let base = "http://a.example/\(Self.many)/"
        let html = "<base href='\(base)'>" + (0..<20_000).map { "<a href=x\($0)>y</a> " }.joined()
        let lines = String(decoding: Self.dump(html, links: true), as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("1. \(base)x0"))
        #expect(lines.last == "20000. x19999")
        #expect(lines.reduce(0) { $0 + $1.utf8.count } < 20 * html.utf8.count + 2 << 20)
    }

    @Test func `an ordinary base is part of the address of each link`() {
        let links = (0..<20_000).map { "<a href=x\($0)>y</a> " }.joined()
        let html = "<base href=http://a.example/harbour/>\(links)"
        let text = String(decoding: Self.dump(html, links: true), as: UTF8.self)
        #expect(text.hasSuffix("\n20000. http://a.example/harbour/x19999\n"))
    }

    @Test(arguments: [
        "<img aria-labelledby=l>", "<a href=x aria-labelledby=l></a>", "<button aria-labelledby=l></button>",
    ])
    func `a label that many elements refer to is cut`(element: String) {
        let html = "<body id=l>" + String(repeating: "语 word \(element)\n", count: 2000)
        let text = Self.dump(html)
        #expect(text.count < 2000 * 1100)
        #expect(String(decoding: text, as: UTF8.self).contains("…"))
    }

    @Test func `a page has at most 1,024 counters`() {
        let sheet = (0..<100).map { set in
            "#a\(set){counter-reset:\((0..<30).map { "n\(set)x\($0) 7" }.joined(separator: " "))}"
        }
        let uses = "p::before{content:counter(n0x0) '/' counter(n33x0) '/' counter(n99x9)}"
        let elements = (0..<100).map { "<i id=a\($0)></i>" }.joined()
        let html = "<style>\(sheet.joined())\(uses)</style>\(elements)<p>."
        #expect(Self.dump(html) == Array("7/7/0.\n".utf8))
    }

    @Test func `only the first image of a picture has its sources`() {
        let set = (1...200).map { "some-harbour-\($0).png \($0)w" }.joined(separator: ", ")
        let html = "<picture><source srcset='\(set)'>" + String(repeating: "<img>", count: 2000)
        let text = String(decoding: Self.dump(html), as: UTF8.self)
        #expect(text.hasPrefix("[some-harbour-200]"))
        #expect(!text.dropFirst().contains("[some"))
    }

    @Test(arguments: [false, true])
    func `an external sheet is applied a limited number of times`(isLate: Bool) {
        let sheet = Array("p{display:none}\(String(repeating: " ", count: 1 << 20))".utf8)
        let links = String(repeating: "<link rel=stylesheet href=a>", count: 200)
        var page = LaidOutPage(width: 40, chunk: 50)
        page.append(
            Array("\(isLate ? "<p>text" : "")\(links)\(String(repeating: "<p>text", count: 50))".utf8))
        page.finish()
        page.apply(sheets: ["a": [sheet]])
        _ = page.learnSheets()
        page.layOutAll()
        #expect(page.lineCount == 0)
        #expect(page.front.flow.linkedBytes >> 20 == 32)
    }

    @Test func `few of very many names that no line follows are kept`() {
        let html = Array((0..<30_000).map { "<div id=n\($0)></div>\n" }.joined().utf8)
        let page = laidOut(html, width: 40, piecesOf: html.count, chunk: 1000)
        #expect(page.anchorLine(named: "n0") == 0)
        #expect(page.chunks.allSatisfy { $0.checkpoint.flow.pendingAnchors.count <= 4096 })
    }

    @Test(arguments: [(0, 40...Int.max), (100_000, 1...4)] as [(Int, ClosedRange<Int>)])
    func `attributes of open elements are not copied for each chunk`(length: Int, chunks: ClosedRange<Int>) {
        let attribute = String(repeating: "a", count: length)
        let html = Array(
            "<body data-a='\(attribute)'>\(String(repeating: "<p>one two three</p>\n", count: 40_000))".utf8)
        let page = laidOut(html, width: 40, piecesOf: html.count, chunk: 1000)
        #expect(chunks.contains(page.chunks.count), "\(page.chunks.count)")
        #expect(page.lineCount > 40_000)
    }
}
