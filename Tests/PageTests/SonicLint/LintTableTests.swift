import TestSupport
import Testing

@testable import SonicLint

/// What is found in pages and responses: the rows of a table, whose head lists the questions.
struct LintTableTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/SonicLint/Lint.table")

    @Test(arguments: rows)
    func `the findings are those of the row`(row: TableRow) {
        func expected(_ start: Int) -> [String] { (start..<max(start, row.count)).map { row[$0] } }
        switch row[0] {
        case "page": #expect(PageLintTests.told(PageLintTests.page(row[1])) == expected(2))
        case "title":
            let page = PageLintTests.page("<!--sonicdiff-a-->x<!--sonicdiff-a-end-->", title: row[1])
            #expect(PageLintTests.told(page) == expected(2))
        case "response", "unasked":
            let good = row[1] == "-" ? ResponseLintTests.good : ResponseLintTests.without(row[1])
            let asking = row[0] == "response" ? "true" : "false"
            #expect(ResponseLintTests.told("\(good)\n\(row[2])", asking: asking) == expected(3))
        case "drift":
            let (old, new) = (TemplateLintTests.page(row[1], "news"), TemplateLintTests.page(row[2], "news"))
            let told = TemplateLint.drift(
                LoadedPage(html: Array(old.utf8), templateTag: nil),
                LoadedPage(html: Array(new.utf8), templateTag: nil))
            #expect(told.map(\.rule) == (row[3] == "-" ? [] : [.templateDrifts]))
            let start = "all that differs outside the blocks: line 5 had “"
            #expect(
                told.allSatisfy { $0.message.hasPrefix(start) && $0.message.hasSuffix(row[3]) }, "\(told)")
        default: Issue.record("no question: \(row[0])")
        }
    }

    @Test func `the table of findings has its rows`() { #expect(Self.rows.count >= 107) }
}
