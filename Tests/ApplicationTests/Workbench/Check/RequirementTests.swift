import Foundation
import SonicLint
import SonicProtocol
import TestSupport
import Testing

@Suite struct RequirementTests {
    private static let path = "docs/reference/protocol.md"

    /// The names of the constants of `RuleID`, in both modules.
    private static func declaredNames() throws -> Set<String> {
        let rules = "Sources/Page/SonicLint/Rules"
        let files = GoldenFile.names(in: rules).map { "\(rules)/\($0)" }
        let texts = try (files + ["Sources/Protocol/SonicProtocol/Sonic/RuleID.swift"]).map(GoldenFile.text)
        return Set(
            texts.joined().split(separator: "= RuleID(\"").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            })
    }

    @Test func `docs protocol.md contains the table of rules`() throws {
        let document = try GoldenFile.text(Self.path)
        let (begin, end) = (
            "<!-- rules of sonic check: make docs writes them -->\n", "\n<!-- end of the rules -->"
        )
        let start = try #require(document.range(of: begin)?.upperBound)
        let rest = try #require(document.range(of: end)?.lowerBound)
        let rows = Requirement.table.map { rule in
            "| \(rule.number) | `\(rule.name)` | \(rule.level.rawValue) | \(rule.statement) "
                + "| [\(rule.section)](#\(rule.section)) |"
        }
        let table = ["| | rule | | what holds | from |", "|---|---|---|---|---|"] + rows
        let text = String(document[..<start] + table.joined(separator: "\n") + document[rest...])
        let difference = try GoldenFile.difference(text, at: Self.path)
        #expect(difference == nil, "make docs writes it anew: \(difference ?? "")")
    }

    @Test func `each rule names a section of docs protocol.md`() throws {
        let document = try GoldenFile.text(Self.path)
        let sections = Set(
            document.split(separator: "\n").filter { $0.hasPrefix("#") }.map {
                $0.drop { "# ".contains($0) }.lowercased()
            })
        for rule in Rule.table {
            if let section = rule.section { #expect(sections.contains(section), "\(rule.id)") }
        }
    }

    @Test func `rules are numbered in order and have unique names`() {
        #expect(Requirement.table.map(\.number) == Array(1...Requirement.table.count))
        #expect(Set(Requirement.table.map(\.name)).count == Requirement.table.count)
        #expect(Requirement.named("etag-sha1") == Requirement.named("9"))
        #expect(Requirement.named("etag") != nil && Requirement.named("0") == nil)
    }

    @Test func `what violates a requirement are rules of the lint, each of one requirement`() {
        let rules = Requirement.table.flatMap(\.brokenBy)
        #expect(Set(rules).count == rules.count && rules.count > 20)
        #expect(rules.allSatisfy { $0.advice != nil })
    }

    @Test func `every rule is in the table once, with its purpose`() throws {
        let names = Rule.table.map(\.id.rawValue)
        #expect(Set(names).count == names.count)
        #expect(try Self.declaredNames() == Set(names))
        for rule in Rule.table {
            #expect(
                rule.severity != nil || rule.requirement != nil || rule.question != nil, "\(rule.id)")
            #expect(rule.advice == nil || rule.severity != nil, "\(rule.id)")
            #expect(Finding(rule.id, "").severity == rule.severity ?? .note, "\(rule.id)")
        }
        #expect(Rule.of(.sonicLost)?.severity == .error && Rule.of(.retried)?.severity == .note)
        #expect(RuleID.notModified.question == "status 304 to a request with a validator")
    }
}
