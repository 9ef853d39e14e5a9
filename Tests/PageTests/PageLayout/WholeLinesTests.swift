import CellGrid
import Chance
import Testing

@testable import PageLayout

/// Preformatted text laid out without wrapping.
@Suite struct WholeLinesTests {
    private static let long = String(repeating: "0123456789", count: 6)

    private static func page(_ html: String, width: Int = 30) -> LaidOutPage {
        var page = laidOut(Array(html.utf8), width: width, piecesOf: html.utf8.count)
        page.lay(preformatted: .whole)
        page.layOutAll()
        return page
    }

    private static func lines(_ page: LaidOutPage) -> [String] {
        (0..<page.lineCount).map { page.line($0).text }
    }

    @Test func `lines of preformatted text keep their full length`() {
        var page = Self.page("<pre>\(Self.long)\nshort\n\t\(Self.long)</pre>")
        #expect(Self.lines(page) == [Self.long, "short", "        " + Self.long])
        page.lay(preformatted: .folded)
        page.layOutAll()
        #expect(page.line(1).text.hasPrefix("↪"))
        #expect(Self.lines(page).allSatisfy { $0.count <= 30 })
    }

    @Test func `other text, and preformatted text in a table, still wraps`() {
        let words = (1...20).map { "word\($0)" }.joined(separator: " ")
        let html =
            "<p>\(words)</p><pre style='white-space:pre-wrap'>\(words)</pre>"
            + "<table><tr><td><pre>\(Self.long)</pre><td>beside</table>"
        let folded = laidOut(Array(html.utf8), width: 30, piecesOf: html.utf8.count)
        #expect(Self.lines(Self.page(html)) == Self.lines(folded))
    }

    @Test func `text after preformatted text wraps again`() {
        let page = Self.page("<pre>\(Self.long)</pre><p>\(Self.long)</p>")
        let lines = Self.lines(page)
        #expect(lines.first == Self.long)
        #expect(lines.dropFirst().allSatisfy { $0.count <= 30 })
    }

    @Test(arguments: 1...20)
    func `lines do not depend on chunks, earlier widths or earlier wrapping`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        var html = ""
        for line in 0..<60 {
            html += Bool.random(using: &dice) ? "<pre>" : "</pre><p>"
            html += String(repeating: "text \(line) ", count: Int.random(in: 1...9, using: &dice)) + "\n"
        }
        let whole = Self.page(html)
        var other = laidOut(Array(html.utf8), width: 17, piecesOf: 40, chunk: 60)
        other.lay(preformatted: .whole, around: html.utf8.count / 2)
        other.resize(width: 30, around: html.utf8.count / 3)
        other.layOutAll()
        while other.hasLinesAbove { _ = other.layOutAbove() }
        #expect(Self.lines(other) == Self.lines(whole))
    }

    // MARK: Cutting

    @Test func `a part of a line begins at column 0, with its runs`() {
        let line = Self.page("<pre>ab<b>cd<a href=x>ef</a></b>gh</pre>", width: 4).line(0)
        let part = line.cut(to: 3..<7)
        #expect(part.text == "defg")
        #expect(part.runs.map(\.columns) == [0..<1, 1..<3, 3..<4])
        #expect(part.runs.map { String(decoding: part.bytes[$0.range], as: UTF8.self) } == ["d", "ef", "g"])
        #expect(part.runs.map(\.link) == [nil, 0, nil])
        #expect(line.cut(to: 0..<8) == line)
        #expect(line.cut(to: 8..<12) == Line())
    }

    @Test func `a wide character cut by an edge becomes a blank`() {
        let line = Self.page("<pre>漢字漢字</pre>", width: 4).line(0)
        #expect(line.cut(to: 1..<5).text == " 字 ")
        #expect(line.cut(to: 2..<6).text == "字漢")
    }
}
