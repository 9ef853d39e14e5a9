/// Whether servers may be asked.
public enum Reach: Sendable, Equatable {
    /// They may.
    case online
    /// They may not: all pages come from the cache.
    case offline
}
