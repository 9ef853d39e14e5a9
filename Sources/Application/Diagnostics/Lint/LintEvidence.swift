import SonicProtocol

/// What each rule rests on, and how the same evidence may be read otherwise: there the rule is silent, or tells of both
/// readings. A rule tells of what arrived here, and something between server and client may have changed that; its
/// advice begins with comparing where that is likely.
public struct LintEvidence: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// What must be seen for the rule to speak.
    public let rests: String
    /// Another reading of it, and what becomes of that.
    public let otherwise: String

    init(_ rule: RuleID, _ rests: String, otherwise: String) {
        self.rule = rule
        self.rests = rests
        self.otherwise = otherwise
    }

    /// A row for each rule, in the order of `Rule.lint`.
    public static let table = page + answer + update + course

    /// The table in Markdown.
    static var document: String {
        let rows = table.map {
            "| [\($0.rule.rawValue)](#\($0.rule.rawValue)) | \($0.rests) | \($0.otherwise) |"
        }
        return "| rule | evidence | other explanation |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }
}
