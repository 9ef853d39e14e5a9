import Foundation
import Testing

@testable import Workbench

@Suite struct LintDocumentTests {
    @Test func `docs lint.md matches the table of rules`() throws {
        let path =
            #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined() + "/docs/reference/lint.md"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try LintDocument.text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOfFile: path, encoding: .utf8)
        #expect(known == LintDocument.text, "make docs writes it anew")
    }
}
