/// How long an exchange may take in all, whatever happens meanwhile.
public enum TimeBound: Sendable {
    /// As long as the connection lets any.
    case usual
    /// As long as it likes.
    case none
    /// A part of something that may take `limit` in all, of which so much is left. Where `countsForFiles` is false, the
    /// bound ends with the head of an answer that is a file (`FileAnswer`).
    case left(Duration, limit: Duration, countsForFiles: Bool)
}

/// Two requests ask the same, however long each may take.
extension TimeBound: Hashable {
    /// Always.
    public static func == (one: TimeBound, other: TimeBound) -> Bool { true }

    /// Nothing.
    public func hash(into hasher: inout Hasher) {}
}
