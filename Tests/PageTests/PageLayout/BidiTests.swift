import PageLayout
import Testing

/// Right-to-left text. Capital letters represent Hebrew ones, in pages and in expected lines.
@Suite struct BidiTests {
    private func hebrew(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.value >= 0x41 && $0.value <= 0x56 ? Unicode.Scalar($0.value + 0x58F)! : $0
                }))
    }

    private func page(_ html: String, _ width: Int) -> LaidOutPage {
        laidOut(Array(hebrew(html).utf8), width: width, piecesOf: .max)
    }

    @Test(arguments: [
        ("<p>abc DEF ghi", 20, ["abc FED ghi"]),
        // The paragraph's direction: the attribute, else the first letter.
        ("<p dir=rtl>ABC", 10, ["       CBA"]), ("<p>ABC def", 10, ["   def CBA"]),
        ("<p dir=ltr>ABC def", 10, ["CBA def"]), ("<div dir=rtl><p>abc.", 10, ["      .abc"]),
        ("<div dir=rtl><p dir=auto>abc.", 10, ["abc."]), ("<p dir=rtl align=center>ABC", 9, ["   CBA"]),
        // Brackets are mirrored, numbers are not reversed.
        ("<p dir=rtl>abc (DEF) 123", 20, ["       123 (FED) abc"]),
        ("<p>ABC 1,234 DEF", 13, ["FED 1,234 CBA"]),
        // Each line is reordered on its own, with the direction of its paragraph.
        ("<p dir=rtl>ABC DEF GHI", 8, [" FED CBA", "     IHG"]), ("<p>a ABC, DEF", 6, ["a ,CBA", "FED"]),
        ("<p>ABC<br>def", 10, ["       CBA", "def"]),
        // Lists and quotations start at the right.
        ("<ul dir=rtl><li>AB", 12, ["      BA •"]), ("<ol dir=rtl><li>AB", 12, ["      BA .1"]),
        ("<blockquote dir=rtl>AB", 12, ["        BA │"]),
        ("<pre dir=rtl>AB  C\nd", 10, ["     C  BA", "         d"]),
        // Directional markup inside a line applies, and its control characters are not shown.
        ("<p>a\u{202E}bc\u{202C}d", 10, ["acbd"]), ("<p><bdo dir=rtl>abc</bdo>", 10, ["cba"]),
        ("<p>x <span dir=rtl>a!</span> y", 10, ["x !a y"]), ("<p>x <bdi>A</bdi>: 3", 10, ["x A: 3"]),
        ("<p>x A: 3", 10, ["x 3 :A"]), ("<p>a&lrm;b", 10, ["ab"]),
        // Tables.
        ("<table dir=rtl><tr><td>A<td>b</table>", 10, ["      b  A"]),
    ])
    func `right-to-left text is shown in visual order`(html: String, width: Int, expected: [String]) {
        let page = page(html, width)
        #expect(page.text(of: 0..<page.lineCount) == expected.map(hebrew))
    }

    @Test func `the label of a record is in visual order, without control characters`() {
        let long = String(repeating: "x", count: 30)
        let table = "<table><thead><th>ABC def<th>n\u{202E}o<tbody><td>1<td>\(long)</table>"
        let lines = page(table, 16).text(of: 0..<9)
        let value = ["  xxxxxxxxxxxxxx", "  xxxxxxxxxxxxxx", "  xx"]
        #expect(lines == ["        :def CBA", "  1", "n:o"].map(hebrew) + value)
    }

    @Test func `Arabic letters are joined`() {
        let page = page("<p dir=ltr>\u{633}\u{644}\u{627}\u{645}", 10)
        #expect(page.line(0).text == "\u{FEE1}\u{FEFC}\u{FEB3}")
        #expect(page.line(0).width == 3)
    }

    @Test func `links and styles move with their text`() throws {
        let page = page("<p>see <a href=x>ABC</a> <b>DEF</b> end", 40)
        let line = page.line(0)
        #expect(line.text == hebrew("see FED CBA end"))
        #expect(try #require(page.link(0)).columns == 8..<11)
        #expect(line.runs.first { $0.style == .bold }?.columns == 4..<7)
        let source = Array(hebrew("<p>see <a href=x>ABC</a> <b>DEF").utf8)
        #expect(line.runs.first { $0.style == .bold }?.source == source.count - 6)
        #expect(line.runs.first { $0.link == 0 }?.source == 17)
    }

    @Test func `a dump keeps the logical order`() {
        var dump = PageDump(width: 20)
        var text = dump.append(Array(hebrew("<p dir=rtl>ABC (def)\u{202E} GHI").utf8))
        text += dump.finish()
        #expect(String(decoding: text, as: UTF8.self) == hebrew("ABC (def) GHI\n"))
    }

    @Test func `a paragraph of very many lines is reordered in parts`() {
        let html = "<p>" + String(repeating: "ABC DEF ", count: 3_000)
        let page = page(html, 8)
        #expect(page.lineCount == 3_000)
        #expect((0..<page.lineCount).allSatisfy { page.line($0).text == hebrew(" FED CBA") })
    }
}
