/// Whether requests may be sent to servers.
public enum Reach: Sendable, Equatable {
    /// They may.
    case online
    /// They may not: all pages come from the cache.
    case offline
}
