import TestSupport
import Testing

@testable import Workbench

@Suite struct LintDocumentTests {
    @Test func `docs lint.md matches the table of rules`() throws {
        let difference = try GoldenFile.difference(LintDocument.text, at: "docs/reference/lint.md")
        #expect(difference == nil, "make docs writes it anew: \(difference ?? "")")
    }
}
