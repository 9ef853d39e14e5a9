import PageLayout
import Testing

/// Right-to-left text. Capital letters represent Hebrew ones, in pages and in expected lines.
@Suite struct BidiTests {
    private func page(_ html: String, _ width: Int) -> LaidOutPage {
        laidOut(Array(hebrew(html).utf8), width: width, piecesOf: .max)
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

/// A text with Hebrew letters for its capital letters.
func hebrew(_ text: String) -> String {
    String(
        String.UnicodeScalarView(
            text.unicodeScalars.map { letter in
                (0x41...0x56).contains(letter.value)
                    ? Unicode.Scalar(letter.value + 0x58F) ?? letter : letter
            }))
}
