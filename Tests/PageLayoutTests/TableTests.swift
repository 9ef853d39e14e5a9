import PageLayout
import Testing

/// Tables that ask for more than a screen or its reader can take.
@Suite struct TableTests {
    private static func lines(_ html: String, width: Int = 80) -> [String] {
        var page = LaidOutPage(width: width)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page.text(of: 0..<page.lineCount)
    }

    @Test func `no cell of a row of very many columns is drawn over another`() {
        let row = (1...70).map { "<td>\($0)" }.joined()
        let lines = Self.lines("<table><tr>\(row)<tr>\(row)</table>", width: 500)
        let shown = lines.filter { !$0.isEmpty }
        #expect(shown == (Array(1...70) + Array(1...70)).map { "\($0)" })
    }

    @Test func `a cell behind one over all columns is shown below it`() {
        let lines = Self.lines(
            "<table><tr><td colspan=1000>all<td>more<tr><td>one<td>two</table>", width: 500)
        #expect(lines.filter { !$0.isEmpty } == ["all", "more", "one", "two"])
    }

    @Test func `a span as wide as any table is no wider than its table`() {
        let lines = Self.lines("<table><tr><td>one<td>two<tr><td colspan=1000>all of them</table>")
        #expect(lines.filter { !$0.isEmpty } == ["one    two", "all of them"])
    }

    @Test func `a heading as long as a page is cut where each row repeats it`() {
        let heading = String(repeating: "very ", count: 2000) + "harbourmaster"
        let rows = String(repeating: "<tr><td>harbourmaster<td>harbourmaster", count: 100)
        let lines = Self.lines("<table><tr><th>\(heading)<th>\(heading)s\(rows)</table>", width: 20)
        let text = lines.joined(separator: "\n")
        #expect(text.contains("…:"))
        #expect(text.utf8.count < 100_000)
    }

    @Test func `headings of very many rows are put together once`() {
        func row(_ tag: String, _ text: (Int) -> String) -> String {
            "<tr>" + (0..<10).map { "<\(tag)>\(text($0))" }.joined()
        }
        let heads = (0..<500).map { number in row("th") { "a\(number)x\($0)" } }.joined()
        let rows = String(repeating: row("td") { _ in "harbourmaster" }, count: 100)
        let lines = Self.lines("<table><thead>\(heads)<tbody>\(rows)</table>", width: 40)
        #expect(lines.count { $0 == "  harbourmaster" } == 1000)
        #expect(lines.count { $0.hasPrefix("a0x3 a1x3 ") } == 100)
        #expect(lines.count { $0.hasSuffix("…:") } == 1000)
    }

    @Test func `what is declared for a table is looked at once and not for each of its cells`() {
        let style = String(repeating: "color:red;", count: 5000)
        let rows = String(repeating: "<tr><td>a<td>b<td>c", count: 2000)
        let lines = Self.lines("<table style='\(style)text-align:right'>\(rows)</table>")
        #expect(lines.count { $0 == "a  b  c" } == 2000)
    }

    @Test(arguments: ["align=right", "align=center", "style='text-align:right'", "style='text-align:center'"])
    func `a value stands behind its heading, however its column is aligned`(aligned: String) {
        let rows = "<tr><th>Who<th>At<tr><td \(aligned)>harbourmaster<td \(aligned)>shipbuilders"
        let plain = rows.replacing(" " + aligned, with: "")
        for table in ["<table>\(rows)</table>", "<table style='text-align:right'>\(plain)</table>"] {
            let lines = Self.lines(table, width: 20).filter { !$0.isEmpty }
            #expect(lines == ["Who: harbourmaster", "At: shipbuilders"])
        }
    }
}
