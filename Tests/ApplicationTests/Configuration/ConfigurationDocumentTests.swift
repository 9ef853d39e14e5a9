import Configuration
import TestSupport
import Testing

@Suite struct ConfigurationDocumentTests {
    @Test func `docs configuration.md matches the table of settings`() throws {
        let path = "docs/guide/configuration.md"
        let difference = try GoldenFile.difference(ConfigurationDocument.text, at: path)
        #expect(difference == nil, "make docs writes it anew: \(difference ?? "")")
    }

    @Test func `no cell breaks the table`() {
        #expect(Settings.table.allSatisfy { !$0.summary.contains("|") && !$0.takes.contains("|") })
    }
}
