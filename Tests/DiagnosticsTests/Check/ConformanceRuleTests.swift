import Foundation
import Testing

@testable import Diagnostics

@Suite struct ConformanceRuleTests {
    private static let path =
        #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/docs/protocol.md"

    @Test func `docs protocol.md has the table of rules`() throws {
        let document = try String(contentsOfFile: Self.path, encoding: .utf8)
        let (begin, end) = (
            "<!-- rules of sonic check: make docs writes them -->\n", "\n<!-- end of the rules -->"
        )
        let start = try #require(document.range(of: begin)?.upperBound)
        let rest = try #require(document.range(of: end)?.lowerBound)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            let written = document[..<start] + ConformanceRule.document + document[rest...]
            try String(written).write(toFile: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(document[start..<rest] == ConformanceRule.document, "make docs writes it anew")
        }
    }

    @Test func `each rule names a section of docs protocol.md`() throws {
        let document = try String(contentsOfFile: Self.path, encoding: .utf8)
        let sections = Set(
            document.split(separator: "\n").filter { $0.hasPrefix("#") }.map {
                $0.drop { "# ".contains($0) }.lowercased()
            })
        for rule in ConformanceRule.table { #expect(sections.contains(rule.section), "\(rule.name)") }
    }

    @Test func `numbers count and names differ`() {
        #expect(ConformanceRule.table.map(\.number) == Array(1...ConformanceRule.table.count))
        #expect(Set(ConformanceRule.table.map(\.name)).count == ConformanceRule.table.count)
        #expect(ConformanceRule.named("etag-sha1") == ConformanceRule.named("9"))
        #expect(ConformanceRule.named("etag") != nil && ConformanceRule.named("0") == nil)
    }
}
