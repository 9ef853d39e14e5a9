import CSS
import HTML
import TestSupport
import Testing

/// What style sheets declare: the rows of a table, whose head lists the questions.
struct StyleTableTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/CSS/Styles.table")

    /// Elements in elements of other classes.
    private static let scopes = """
        <div class=a x>0<p x>1</p><div class=b x>2<p x>3</p><div class=a x>4<p x>5</div></div></div><p x>6</p>
        """

    @Test(arguments: rows)
    func `a style sheet declares what its row says`(row: TableRow) throws {
        func expected(_ start: Int) -> [String] { (start..<max(start, row.count)).map { row[$0] } }
        switch row[0] {
        case "declared": #expect(declared(row[1], row[2]) == expected(3))
        case "selector":
            let found = declared(SelectorTests.page, "\(row[1]) { font-weight: bold }")
            #expect(found == [row[2] == "yes" ? "bold:true" : ""])
        case "found": #expect(try PositionTests.found(row[1]) == row[2])
        case "scoped":
            let red = declared(Self.scopes, row[1]).enumerated().filter { $0.element == "color:#ff0000" }
            #expect(red.map { "\($0.offset)" }.joined() == row[2])
        case "reader":
            var rules = StyleRules()
            rules.add(Array(row[2].utf8), of: .reader)
            rules.add(Array(row[1].utf8))
            #expect(declared(row[3], rules) == expected(4))
        case "imports": #expect(StyleRules.imports(in: Array(row[1].utf8)) == expected(2))
        case "malformed":
            #expect(SelectorParseResult(row[1]) == .malformed)
            #expect(SelectorList(row[1]) == nil)
        case "reading": #expect("\(SelectorParseResult(row[1]))" == row[2])
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of style sheets has its rows`() { #expect(Self.rows.count >= 498) }
}
