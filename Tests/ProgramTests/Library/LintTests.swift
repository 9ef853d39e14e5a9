import SonicLint
import SonicProtocol
import SonicSession
import Testing

/// The lint's interface as other programs use it.
@Suite struct LintTests {
    @Test func `a faulty page yields a finding with severity, evidence and advice`() throws {
        let page = "<title>News</title>\n<!--sonicdiff-time-->12:00\n"
        let found = PageLint.findings(in: Array(page.utf8), contentType: "text/html")
        let finding = try #require(found.first)
        #expect(finding.rule == .blockUnclosed)
        #expect(finding.severity == .error)
        #expect(finding.message == "<!--sonicdiff-time--> in line 2 is never closed")
        #expect(finding.rule.evidence?.required.contains("without an end") == true)
        #expect(finding.rule.advice != nil)
    }

    @Test func `a faulty response yields a finding`() throws {
        let text = "HTTP/1.1 200 OK\r\nETag: \"5f\"\r\ntemplate-tag: a\r\ntemplate-change: true\r\n\r\n"
        let head = try #require(ResponseHead(raw: Array(text.utf8)))
        let found = ResponseLint.findings(in: head, to: Headers(), bodyBytes: nil, storedBytes: nil)
        #expect(found.contains { $0.rule == .etagQuoted })
    }

    @Test func `a session's trace can be linted`() throws {
        let trace = SessionTrace(try WebURL.parse("http://news.example/"), mode: .open)
        #expect(LintReport(trace).findings == [])
    }
}
