import PageLayout
import Testing

/// Tables larger than a screen, or than anyone can read.
@Suite struct TableTests {
    private static func lines(_ html: String, width: Int = 80) -> [String] {
        var page = LaidOutPage(width: width)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page.text(of: 0..<page.lineCount)
    }

    @Test func `cells of a row with very many columns do not overlap`() {
        let row = (1...70).map { "<td>\($0)" }.joined()
        let lines = Self.lines("<table><tr>\(row)<tr>\(row)</table>", width: 500)
        let shown = lines.filter { !$0.isEmpty }
        #expect(shown == (Array(1...70) + Array(1...70)).map { "\($0)" })
    }

    @Test func `a cell after one that spans all columns is shown below it`() {
        let lines = Self.lines(
            "<table><tr><td colspan=1000>all<td>more<tr><td>one<td>two</table>", width: 500)
        #expect(lines.filter { !$0.isEmpty } == ["all", "more", "one", "two"])
    }

    @Test func `the largest colspan is no wider than its table`() {
        let lines = Self.lines("<table><tr><td>one<td>two<tr><td colspan=1000>all of them</table>")
        #expect(lines.filter { !$0.isEmpty } == ["one    two", "all of them"])
    }

    @Test func `a very long heading is truncated where each row repeats it`() {
        let heading = String(repeating: "very ", count: 2000) + "harbourmaster"
        let rows = String(repeating: "<tr><td>harbourmaster<td>harbourmaster", count: 100)
        let lines = Self.lines("<table><tr><th>\(heading)<th>\(heading)s\(rows)</table>", width: 20)
        let text = lines.joined(separator: "\n")
        #expect(text.contains("…:"))
        #expect(text.utf8.count < 100_000)
    }

    @Test func `headings of very many rows are composed once`() {
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

    @Test func `declarations for a table are evaluated once, not once for each cell`() {
        let style = String(repeating: "color:red;", count: 5000)
        let rows = String(repeating: "<tr><td>a<td>b<td>c", count: 2000)
        let lines = Self.lines("<table style='\(style)text-align:right'>\(rows)</table>")
        #expect(lines.count { $0 == "a  b  c" } == 2000)
    }

    // MARK: Code

    private static let code = [
        "let a = 1", "let harbour = open(the, bridge)", "Q", "let tulips = count(all, of, them, in, it)", "Z",
    ]

    /// The number at the start of the line on which each line of code begins.
    private static func numbers(_ lines: [String]) -> [String] {
        ["let a", "let harb", "Q", "let tuli", "Z"].map { start in
            let line = lines.first { $0.drop { "0123456789 .".contains($0) }.hasPrefix(start) }
            return line.map { String($0.prefix { $0 != " " }) } ?? "none"
        }
    }

    @Test(arguments: [
        ("<pre>", "\n", "</pre>", "<pre>", "\n", "</pre>"),
        ("<pre>", "\n", "</pre>", "<pre><code>", "\n", "</code></pre>"),
        ("<pre>", "<br>", "</pre>", "<pre style='white-space:pre-wrap'><b>", "</b>\n<b>", "</b></pre>"),
        ("<div>", "</div><div>", "</div>", "<div style='white-space:pre'>", "\n", "</div>"),
        ("<div>", "</div><div>", "</div>", "<div><code>", "</code></div><div><code>", "</code></div>"),
    ])
    func `a line of code stays beside its number`(
        _ begin: String, _ between: String, _ end: String, _ open: String, _ newline: String, _ close: String
    ) {
        for dot in ["", "."] {
            let numbers = (1...5).map { "\($0)\(dot)" }.joined(separator: between)
            let cells =
                "<td align=right>\(begin)\(numbers)\(end)<td>\(open)\(Self.code.joined(separator: newline))\(close)"
            for width in [20, 30, 80] {
                let lines = Self.lines("<table><tr>\(cells)</table>", width: width)
                #expect(Self.numbers(lines) == (1...5).map { "\($0)\(dot)" })
                // Numbers of both versions, and a row after it.
                let both = Self.lines(
                    "<table><tr><td>\(begin)\(numbers)\(end)\(cells)<tr><td>x<td>y<td>z</table>", width: width
                )
                #expect(Self.numbers(both) == (1...5).map { "\($0)\(dot)" })
                #expect(both.last?.hasPrefix("x") == true)
            }
        }
    }

    @Test func `a cell beside folded code waits only for line numbers`() {
        let code = "<td><pre>\(Self.code.joined(separator: "\n"))</pre>"
        let lines = Self.lines("<table><tr><td>one<br>two<br>three\(code)</table>", width: 26)
        #expect(lines.prefix(3).map { $0.prefix(5) } == ["one  ", "two  ", "three"])
    }

    @Test(arguments: ["align=right", "align=center", "style='text-align:right'", "style='text-align:center'"])
    func `a value follows its heading, whatever the alignment of its column`(aligned: String) {
        let rows = "<tr><th>Who<th>At<tr><td \(aligned)>harbourmaster<td \(aligned)>shipbuilders"
        let plain = rows.replacing(" " + aligned, with: "")
        for table in ["<table>\(rows)</table>", "<table style='text-align:right'>\(plain)</table>"] {
            let lines = Self.lines(table, width: 20).filter { !$0.isEmpty }
            #expect(lines == ["Who: harbourmaster", "At: shipbuilders"])
        }
    }

    // MARK: Column widths

    @Test func `a column that is slightly too narrow keeps its words whole before longer ones`() {
        let row = "<tr><td>Distributions<td>electroencephalographers<td>of the sea"
        #expect(
            Self.lines("<table>\(row)</table>", width: 37) == [
                "Distributions electroencep of the sea", "              halographers",
            ])
        // A word that is far too wide takes no space from other columns.
        let much = "<tr><td>internationalization<td>electroencephalographers<td>8.0 MB (-89%)"
        #expect(Self.lines("<table>\(much)</table>", width: 46)[0].hasSuffix("8.0 MB (-89%)"))
        // In column order where they lack the same width.
        let pair = "<tr><td>Distributions<td>electroencephalographers<td>distributions"
        #expect(
            Self.lines("<table>\(pair)</table>", width: 40) == [
                "Distributions electroencep distributions", "              halographers",
            ])
        #expect(
            Self.lines("<table>\(pair)</table>", width: 39) == [
                "Distributions electroencep distribution", "              halographers s",
            ])
    }

    @Test func `the label of an image wraps before rows become records`() {
        let image = "<td><img src=/a/done-and-finished.png>"
        let rows = "<tr><td>Map\(image)\(image)\(image)"
        let lines = Self.lines("<table>\(rows)</table>", width: 40)
        #expect(lines[0].hasPrefix("Map"))
        #expect(lines[0].count { $0 == "[" } == 3)
        #expect(lines.allSatisfy { $0.count <= 40 })
        let alt = Self.lines(
            "<table><tr><td><img alt='A harbour, seen from above'><td>ships</table>", width: 16)
        #expect(alt[0].hasPrefix("[A") && alt[0].hasSuffix("ships"))
    }

    @Test func `links and anchors in cells that share a line are those of the page`() {
        let row =
            "<tr><td><a href=1>harbourmaster</a><td id=x><a href=2>pilots</a><td id=y><a href=3>lighthousekeeper</a>"
        var page = LaidOutPage(width: 30)
        page.append(Array("<table>\(row)</table>".utf8))
        page.finish()
        page.layOutAll()
        #expect(
            (0..<page.linkCount).map { page.link($0)?.text } == [
                "harbourmaster", "pilots", "lighthousekeeper",
            ])
        #expect(page.anchorLine(named: "x") == 0 && page.anchorLine(named: "y") == 1)
    }
}
