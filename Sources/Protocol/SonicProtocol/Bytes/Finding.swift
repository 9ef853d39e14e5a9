/// An observation about a page, a response or a session that does not by itself end the session.
public struct Finding: Sendable, Hashable {
    /// The rule that found it, which determines its severity.
    public let rule: RuleID
    /// One sentence that names the header, hash or bytes it is based on.
    public let message: String

    /// Creates a finding.
    public init(_ rule: RuleID, _ message: String) {
        self.rule = rule
        self.message = message
    }
}
