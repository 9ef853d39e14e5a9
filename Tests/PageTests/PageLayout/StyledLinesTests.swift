import Testing

@testable import PageLayout

/// Layout properties of style sheets, and generated content.
@Suite struct StyledLinesTests {
    private static func lines(_ html: String, width: Int = 60, chunk: Int = 65_536) -> [String] {
        var page = LaidOutPage(width: width, chunk: chunk)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page.text(of: 0..<page.lineCount)
    }

    // MARK: Margins and paddings

    @Test func `nested replies are indented further, as long as there is room`() {
        let style = "<style>.r{margin-left:40px}</style>"
        #expect(
            Self.lines("\(style)<div>one<div class=r>two<div class=r>three</div></div></div>four") == [
                "one", "     two", "          three", "four",
            ])
        #expect(
            Self.lines("<p style='margin-left:160px'>by its own word") == [
                String(repeating: " ", count: 20) + "by its own word"
            ])
        let deep = Self.lines(style + String(repeating: "<div class=r>x", count: 30), width: 20)
        #expect(deep.allSatisfy { $0.count <= 20 && $0.hasSuffix("x") })
        // Lists, quotations and cells have their own indentation.
        #expect(Self.lines("<style>ul,li{padding-left:40px}</style><ul><li>a</ul>") == ["  • a"])
    }

    // MARK: Opacity

    // MARK: Generated content

    @Test func `CSS counters number elements`() {
        let sheet =
            "<style>h2{counter-increment:s}h2::before{content:counter(s) '. '}h1{counter-reset:s 4}i{counter-increment:s 0 t}i::after{content:counter(t, upper-roman)}</style>"
        let page = "\(sheet)<h1>T</h1><h2>A</h2><h2>B</h2><p>x<i></i> y<i></i>"
        let expected = ["T", "═", "", "5. A", "────", "", "6. B", "────", "xI yII"]
        #expect(Self.lines(page) == expected)
        #expect(Self.lines(page, chunk: 1) == expected)
    }

    @Test func `generated content does not depend on chunk boundaries, and links in it work`() {
        let sheet =
            "<style>a::before{content:'→ '}div::after{content:' end'}.r{margin-left:2em}ul{display:flex}</style>"
        let page =
            sheet
            + String(
                repeating: "<div class=r>text <a href=x>link</a><ul><li>a<li>b</ul><p>more</div>", count: 8)
        let whole = Self.lines(page, width: 40)
        #expect(whole.first == "    text → link")
        for chunk in [1, 30, 100] { #expect(Self.lines(page, width: 40, chunk: chunk) == whole) }
    }

    // MARK: Preformatted text

    @Test func `clipped lines of preformatted text are marked as continued`() {
        let line = "let harbour = open(the, bridge)"
        #expect(
            Self.lines("<pre>\(line)\nshort</pre>", width: 20) == [
                "let harbour = open(t", "↪he, bridge)", "short",
            ])
        #expect(
            Self.lines("<blockquote><pre>\(line)</pre></blockquote>", width: 20) == [
                "│ let harbour = open", "│ ↪(the, bridge)",
            ])
        // Text that wraps, and a plain text document.
        #expect(
            Self.lines("<p style='white-space:pre-wrap'>\(line)", width: 20).allSatisfy { !$0.contains("↪") })
        #expect(Self.lines("<plaintext>\(line)", width: 20).allSatisfy { !$0.contains("↪") })
    }

    @Test func `a search finds clipped text, without the continuation mark`() {
        var page = LaidOutPage(width: 20)
        page.append(Array("<pre>let harbour = open(the, bridge)</pre>".utf8))
        page.finish()
        page.layOutAll()
        #expect(page.join(above: 1) == .nothing)
        #expect(page.text(of: 0..<2).count == 2)
    }
}
