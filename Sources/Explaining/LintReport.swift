import Lint
import SonicProtocol
import SonicSession

/// What is wrong with the answers of a session and with the page it came to.
public struct LintReport: Sendable, Equatable {
    /// The findings of the session itself, then those of the rules; each rule in one of the two.
    public let findings: [Finding]

    /// A report of these findings.
    public init(findings: [Finding]) {
        self.findings = findings
    }

    /// Holds an ended session against the rules. Linear in the page and the answers.
    /// - Parameters:
    ///   - trail: What the session told.
    ///   - before: The version before the stored one, where the store has it; nil for none.
    ///   - hashes: Digests, to merge once more what was refused.
    public init(_ trail: SessionTrail, before: PageVersion?, hashes: Hashes) {
        let own = trail.result?.findings ?? []
        var found = trail.turns.flatMap { AnswerFindings($0, in: trail).findings }
        found += trail.turns.last.map { PageFindings($0, trail.page, before).findings } ?? []
        let refused = RefusedUpdate(trail, hashes)?.words
        let kept = own.filter { finding in !found.contains { $0.rule == finding.rule } }.map { finding in
            guard finding.rule == LintRule.updateWrongHash.name, let refused else { return finding }
            return Finding(finding.rule, finding.severity, finding.message + "; " + refused)
        }
        var findings: [Finding] = []
        for finding in kept + found where !findings.contains(finding) { findings.append(finding) }
        self.findings = findings
    }

    /// Whether the version before the stored one has something to say: only of a template that changed.
    public static func wantsVersionBefore(_ trail: SessionTrail) -> Bool {
        trail.result?.outcome == .templateChange && trail.turns.last?.stored != nil
    }

    /// How many there are of each severity, the worst first, such as `1 error, 2 notes`; nil for none.
    public var count: String? {
        let parts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            guard count > 0 else { return nil }
            return "\(count) \(severity.rawValue)" + (count == 1 ? "" : "s")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
