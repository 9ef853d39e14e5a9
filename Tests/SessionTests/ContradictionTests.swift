import Chance
import Foundation
import SessionReports
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Two statements that one report must not make together.
private struct Contradiction: Sendable {
    let name: String
    /// Whether it holds only for a session of one request.
    let isForSingleRequests: Bool
    let statements: [[ByteFinder]]
    /// The first text of each statement.
    let examples: [String]

    init?(_ line: Substring) {
        let parts = line.split(separator: "\t").map(String.init)
        guard parts.count == 4, !line.hasPrefix("#") else { return nil }
        name = parts[0]
        isForSingleRequests = parts[1] == "single"
        let texts = parts[2...].map { $0.split(separator: "|").map(String.init) }
        statements = texts.map { $0.map { ByteFinder(Array($0.utf8)) } }
        examples = texts.map { $0[0] }
    }

    /// Whether a report makes both statements.
    func isFound(in text: String) -> Bool {
        let bytes = Array(text.utf8)
        return statements.allSatisfy { $0.contains { $0.first(in: bytes.span, from: 0) != nil } }
    }

    static func table() throws -> [Contradiction] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Words/contradictions.tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap {
            Contradiction($0)
        }
    }
}

/// No report contradicts itself.
@Suite struct ContradictionTests {
    /// Returns a report as text: its title, what changed, its stages, and all facts.
    private static func text(_ trace: SessionTrace) -> String {
        let report = SessionReport(trace)
        var lines: [String] = []
        if let result = trace.result {
            let verdict = SessionVerdict(result)
            lines += ["title: \(verdict.headline)", "change: \(verdict.change())"]
            lines += verdict.forms.map { "form: \($0)" }
        }
        let stages = report.stages(isBusy: false)
        lines += stages.map { "stage \($0.name): \($0.result)" }
        if !stages.contains(where: { $0.result == .failed }) { lines.append("no stage failed") }
        lines += SessionReport.text(report.sections, .kept)
        lines += SessionReport.text(report.findings.map { .finding($0) }, .kept)
        return lines.joined(separator: "\n")
    }

    @Test func `each contradiction is found if a report has it`() throws {
        let table = try Contradiction.table()
        #expect(table.count >= 12)
        for row in table {
            #expect(row.isFound(in: row.examples.joined(separator: "\n")), "\(row.name)")
            for example in row.examples { #expect(!row.isFound(in: example), "\(row.name)") }
        }
    }

    @Test func `no session of a random walk contradicts itself`() throws {
        let table = try Contradiction.table()
        var codes: Set<String> = []
        for seed in 0..<1_500 as Range<UInt64> {
            let trace = Walk.trace(seed: seed)
            let text = Self.text(trace)
            let isSingle = trace.turns.count { $0.request != nil } <= 1
            for row in table where isSingle || !row.isForSingleRequests {
                #expect(!row.isFound(in: text), "\(row.name), seed \(seed):\n\(text)")
            }
            if let code = trace.result?.reason.code { codes.insert(code) }
        }
        // The walk reaches most kinds of reasons.
        #expect(codes.count >= 20, "\(codes.sorted())")
    }
}
