import SonicProtocol

/// The evidence for each rule, and other explanations of the same evidence: for these there is no finding, or it
/// mentions both. A rule sees what was received, which an intermediary may have changed; where that is likely, the
/// advice begins with a comparison.
public struct LintEvidence: Sendable, Hashable {
    /// The rule.
    public let rule: RuleID
    /// The evidence required for a finding.
    public let required: String
    /// Another explanation of it, and how it is handled.
    public let otherExplanation: String

    init(_ rule: RuleID, _ required: String, otherwise: String) {
        self.rule = rule
        self.required = required
        otherExplanation = otherwise
    }

    /// The rows for all rules, in the order of `Rule.lint`.
    public static let table = page + response + update + exchange

    fileprivate static let byRule = Dictionary(
        table.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first })
}

extension RuleID {
    /// The evidence for the rule; nil for rules that are not rules of the lint.
    public var evidence: LintEvidence? { LintEvidence.byRule[self] }
}
