/// How a caller weighs the server's word on how long a response is fresh. Of errors (4xx and 5xx) the server's word
/// alone counts.
public enum ChosenLifetime: Hashable, Sendable {
    /// The server's word counts, and where it said nothing, RFC 9111's heuristic.
    case server
    /// So many seconds where the server said nothing, in place of the heuristic.
    case fallback(seconds: Int64)
    /// So many seconds whatever the server said, `no-cache` included; `no-store` stays.
    case override(seconds: Int64)
}
