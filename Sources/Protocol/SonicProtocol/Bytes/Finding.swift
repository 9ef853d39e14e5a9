/// Something odd or wrong that was noticed, and that does not by itself end a session.
public struct Finding: Sendable, Hashable {
    /// The rule that it is by, which says how much it matters.
    public let rule: RuleID
    /// One sentence naming the header, hash or bytes it rests on.
    public let message: String

    /// A finding of these parts.
    public init(_ rule: RuleID, _ message: String) {
        self.rule = rule
        self.message = message
    }
}
