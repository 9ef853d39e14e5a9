import SonicProtocol
import Testing

@testable import SonicLint

/// A server's log messages about a page that was just saved.
@Suite struct SavedPageReportTests {
    private func report(_ page: String) -> SavedPageReport {
        SavedPageReport(path: "/news.html", html: Array(page.utf8))
    }

    @Test func `a page without findings gets one line that says so`() {
        let right = "<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end-->"
        #expect(report(right).findings == [])
        #expect(report(right).lines == ["/news.html: no errors or warnings"])
    }

    @Test(arguments: [
        ("<title>T</title><!--sonicdiff-a-->1", RuleID.blockUnclosed),
        (
            "<title>T</title><!--sonicdiff-a-->1<!--sonicdiff-a-end--><!--sonicdiff-a-->2<!--sonicdiff-a-end-->",
            .blockDuplicate
        ),
    ])
    func `each finding is one line with path, severity and rule`(page: String, rule: RuleID) throws {
        let report = report(page)
        let finding = try #require(report.findings.first { $0.rule == rule })
        #expect(
            report.lines.contains(
                "/news.html: \(finding.severity.rawValue) \(rule.rawValue): \(finding.message)"))
    }

    @Test func `errors come first, and notes are left out`() {
        let page = "<!--sonicdiff-a-->1<!--sonicdiff-a-end--><!--sonicdiff-b-->2"
        let severities = report(page).findings.map(\.severity)
        #expect(severities == severities.sorted(by: >) && !severities.contains(.note))
        // A page without blocks is reported as a note.
        #expect(report("<title>T</title><p>1").findings == [])
    }

    @Test func `a page with very many mistakes is reported in a few lines`() {
        let page = (0..<1000).map { _ in "<!--sonicdiff-a-->1<!--sonicdiff-a-end-->" }.joined()
        #expect(report(page).lines.count <= 20)
    }

    @Test func `the JSON report is one object`() {
        let text = report("<title>T</title><!--sonicdiff-a-->1").json(at: "noon").text()
        #expect(text.hasPrefix(#"{"time":"noon","saved":"/news.html","findings":[{"rule":"block-unclosed""#))
    }
}
