/// A caller's choice about the freshness lifetime of responses. For errors (4xx and 5xx) and temporary redirects (302,
/// 303 and 307), only the server's information counts.
public enum ChosenLifetime: Hashable, Sendable {
    /// The server's lifetime; if there is none, the heuristic of RFC 9111.
    case server
    /// The server's lifetime; if there is none, this number of seconds instead of the heuristic.
    case fallback(seconds: Int64)
    /// This number of seconds, regardless of the server's lifetime and of `no-cache`; `no-store` still applies.
    case override(seconds: Int64)
}
