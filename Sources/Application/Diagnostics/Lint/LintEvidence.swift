import SonicProtocol

/// The evidence for each rule, and other explanations of the same evidence: for these there is no finding, or it
/// mentions both. A rule sees what was received, which an intermediary may have changed; where that is likely, the
/// advice begins with a comparison.
public struct LintEvidence: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// The evidence required for a finding.
    public let rests: String
    /// Another explanation of it, and how it is handled.
    public let otherwise: String

    init(_ rule: RuleID, _ rests: String, otherwise: String) {
        self.rule = rule
        self.rests = rests
        self.otherwise = otherwise
    }

    /// The rows for all rules, in the order of `Rule.lint`.
    public static let table = page + answer + update + course

    /// The table in Markdown.
    static var document: String {
        let rows = table.map {
            "| [\($0.rule.rawValue)](#\($0.rule.rawValue)) | \($0.rests) | \($0.otherwise) |"
        }
        return "| rule | evidence | other explanation |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }
}
