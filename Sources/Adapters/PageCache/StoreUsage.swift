import SonicSession

/// What a store occupies; what is pinned apart, since the limits do not count it.
public struct StoreUsage: Sendable, Equatable {
    /// Pages, or keys of responses.
    public var count = 0
    /// Bytes that those occupy.
    public var bytes = 0
    /// Pages that are pinned, or keys that belong to such pages.
    public var pinned = 0
    /// Bytes that those occupy.
    public var pinnedBytes = 0

    /// Counts one more.
    mutating func add(_ bytes: Int, isPinned: Bool) {
        if isPinned {
            pinned += 1
            pinnedBytes += bytes
        } else {
            count += 1
            self.bytes += bytes
        }
    }
}
