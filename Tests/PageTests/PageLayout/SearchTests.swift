import CellGrid
import Chance
import Testing

@testable import PageLayout

@Suite struct SearchTests {
    private func page(_ html: String, width: Int, chunk: Int = 65_536) -> LaidOutPage {
        var page = LaidOutPage(width: width, chunk: chunk)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page
    }

    /// The highlighted text of each match, with a bar where it continues on another line.
    private func marked(_ sought: String, _ html: String, width: Int) throws -> [String] {
        var page = page(html, width: width)
        let sought = try #require(SoughtText(sought))
        return (0..<page.portionCount).flatMap { portion in
            page.matches(of: sought, inPortion: portion).map { match in
                match.parts.map { part in
                    let line = page.line(
                        page.line(at: PortionedLine(portion: portion, line: part.line)) ?? -1)
                    return columns(part.columns, of: line)
                }.joined(separator: "|")
            }
        }
    }

    private func columns(_ range: Range<Int>, of line: Line) -> String {
        var (text, column) = ("", 0)
        for character in line.text {
            if range.contains(column) { text.append(character) }
            column += TextWidth.columns(of: String(character)).value
        }
        return text
    }

    @Test(arguments: [
        (80, ["the tide came in"]), (12, ["the tide|came in"]), (6, ["the|tide|came|in"]),
    ])
    func `a match may span a line break between words`(width: Int, expected: [String]) throws {
        let html = "<p>And <i>the <b>tide</b></i> came in.</p><p>The tide is</p><p>came in</p>"
        #expect(try marked("the tide came in", html, width: width) == expected)
    }

    @Test(arguments: [40, 9, 5])
    func `a word split across lines matches as one word`(width: Int) throws {
        let found = try marked("abcdefghij", "<p>x abcdefghij y abcdefghij", width: width)
        #expect(found.map { $0.filter { $0 != "|" } } == ["abcdefghij", "abcdefghij"])
    }

    @Test(arguments: [60, 10, 8])
    func `a word with soft hyphens matches as one word`(width: Int) throws {
        let found = try marked("hyphenation", "<p>The hy&shy;phen&shy;ation of words", width: width)
        #expect(found.map { $0.filter { $0 != "|" && $0 != "-" } } == ["hyphenation"])
    }

    @Test(arguments: [40, 12, 7])
    func `Chinese text matches across line breaks`(width: Int) throws {
        let found = try marked("中文页面", "<p>这是一个中文页面，中文页面。", width: width)
        #expect(found.map { $0.filter { $0 != "|" } } == ["中文页面", "中文页面"])
    }

    @Test(arguments: [40, 14])
    func `the bar of a quotation does not interrupt a match`(width: Int) throws {
        let html = "<blockquote>one two three four five six seven eight nine</blockquote>"
        let found = try marked("three four five six", html, width: width)
        #expect(found.map { $0.replacing("|", with: " ") } == ["three four five six"])
    }

    @Test(arguments: ["<p>one<p>two", "<ul><li>one<li>two</ul>", "<table><tr><td>one<tr><td>two</table>"])
    func `a match does not span separate blocks`(html: String) throws {
        #expect(try marked("onetwo", html, width: 40) == [])
    }

    @Test func `a line break of the page itself matches a space`() throws {
        #expect(try marked("one two", "<p>one<br>two", width: 40) == ["one|two"])
        #expect(try marked("onetwo", "<p>one<br>two", width: 40) == [])
    }

    @Test func `markers and rules drawn by the layout are not searched`() throws {
        #expect(try marked("│", "<blockquote>one</blockquote>", width: 40) == [])
    }

    @Test(arguments: 0..<60)
    func `matches do not depend on the order in which a page is laid out`(seed: Int) throws {
        var dice = SeededGenerator(seed: UInt64(seed) &* 77 &+ 5)
        let html = randomPage(&dice, parts: 120)
        let sought = try #require(SoughtText(["e", "an", "the", "中"][seed % 4]))
        let counts = [50, 65_536].map { chunk in
            var page = LaidOutPage(width: 60, chunk: chunk)
            page.append(html)
            page.finish()
            while page.readOn(byteBudget: 70) {}
            page.layOutAll()
            return (0..<page.portionCount).reduce(0) { $0 + page.matches(of: sought, inPortion: $1).count }
        }
        #expect(counts[0] == counts[1])
    }

    @Test(arguments: 0..<40)
    func `line numbers in each portion are those of the page`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 31 &+ 9)
        var page = LaidOutPage(width: 30, chunk: 50)
        page.append(randomPage(&dice, parts: 100))
        page.finish()
        while page.readOn(byteBudget: 70) {}
        page.show(portion: Int.random(in: 0..<page.portionCount, using: &dice))
        page.layOutAll()
        for line in 0..<page.lineCount { #expect(page.line(at: page.portioned(line: line)) == line) }
        let all = (0..<page.lineCount).map { page.portioned(line: $0) }
        #expect(all == all.sorted())
    }
}
