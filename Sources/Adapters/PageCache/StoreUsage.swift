import SonicSession

/// The disk usage of a store; pinned pages are separate, since the limits do not apply to them.
public struct StoreUsage: Sendable, Equatable {
    /// The number of pages, or of keys of responses.
    public var count = 0
    /// The number of bytes that those occupy.
    public var bytes = 0
    /// The number of pinned pages, or of keys that belong to such pages.
    public var pinned = 0
    /// The number of bytes that those occupy.
    public var pinnedBytes = 0

    /// Adds one page or key.
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
