import Configuration
import FoundationEssentials
import Testing

@Suite struct ConfigurationDocumentTests {
    @Test func `docs configuration.md matches the table of settings`() throws {
        let path =
            #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
            + "/docs/guide/configuration.md"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try ConfigurationDocument.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOfFile: path, encoding: .utf8)
        #expect(known == ConfigurationDocument.text, "make docs writes it anew")
    }

    @Test func `no cell breaks the table`() {
        #expect(Settings.table.allSatisfy { !$0.summary.contains("|") && !$0.takes.contains("|") })
    }
}
