import SessionWords
import SonicProtocol

/// Findings as commands print them.
enum FindingText {
    /// Returns a line for each finding, with its rule if that is a lint rule; the last one of such a rule is
    /// followed by the reason and the fix.
    static func lines(_ findings: [Finding]) -> [String] {
        findings.indices.flatMap { index in
            let finding = findings[index]
            let advice = finding.rule.advice
            let isLast = !findings[(index + 1)...].contains { $0.rule == finding.rule }
            let name = advice == nil ? "" : " \(finding.rule.rawValue)"
            return ["\(finding.severity.rawValue)\(name): \(finding.message)"]
                + ((isLast ? advice : nil).map { ["  why: \($0.why)", "  fix: \($0.fix)"] } ?? [])
        }
    }

    /// Returns an object for each finding; reason and fix are null if its rule is not a lint rule.
    static func json(_ findings: [Finding]) -> JSONValue {
        .array(
            findings.map { finding in
                let advice = finding.rule.advice
                return [
                    "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
                    "message": .string(finding.message), "why": .string(orNull: advice?.why),
                    "mend": .string(orNull: advice?.fix),
                ]
            })
    }
}
