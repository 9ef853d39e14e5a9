/// The limit on the total duration of an exchange.
public enum TimeBound: Sendable {
    /// The default of the connection.
    case usual
    /// No limit.
    case none
    /// The remaining time of a total `limit` that includes other exchanges. If `countsForFiles` is false, the limit
    /// ends when the headers of a response that is a download (`FileAnswer`) are received.
    case left(Duration, limit: Duration, countsForFiles: Bool)
}

/// Requests are equal regardless of their time limits.
extension TimeBound: Hashable {
    /// Always true.
    public static func == (one: TimeBound, other: TimeBound) -> Bool { true }

    /// Hashes nothing.
    public func hash(into hasher: inout Hasher) {}
}
