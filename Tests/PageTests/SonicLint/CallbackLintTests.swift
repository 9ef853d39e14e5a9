import SonicProtocol
import TestSupport
import Testing

@testable import SonicLint

/// What a page's inline scripts show about an update: the rows of a table.
@Suite struct CallbackLintTests {
    private static let rows = TableRow.all(in: "Tests/PageTests/SonicLint/Callbacks.table")
    private static let block = "<!--sonicdiff-tide--><i id=inner>1</i><!--sonicdiff-tide-end-->"

    private static func told(_ body: String, _ block: String = block, new: String? = nil) -> [String] {
        let page = "<title>Tides</title>\n\(body.replacing("@", with: block))"
        let (old, later) = (Array(page.utf8), Array((new ?? page.replacing(">1<", with: ">2<")).utf8))
        return CallbackLint.findings(in: old, updatedTo: later).map(\.message)
    }

    @Test(arguments: rows)
    func `the finding is that of the row`(row: TableRow) {
        #expect(Self.told(row[0]) == (row[1] == "-" ? [] : [row[1]]))
    }

    @Test func `a page that did not change has no finding`() {
        #expect(Self.told("<p>@</p>", "", new: "<title>Tides</title>\n<p></p>") == [])
    }

    @Test func `many ids are not compared with a long script`() {
        let ids = (0..<200).map { "<i id=i\($0)></i>" }.joined()
        let block = "<!--sonicdiff-tide--><b>1</b>\(ids)<!--sonicdiff-tide-end-->"
        let script = "<script>getDiffDataCallback; document.getElementById('x')</script>"
        #expect(Self.told("<p>@</p>" + script, block) == [])
    }

    @Test func `the table of callbacks has its rows`() { #expect(Self.rows.count >= 25) }
}
