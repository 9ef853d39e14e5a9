/// The entries of feeds, to be counted.
public enum FeedEntries {
    /// How many entries a feed has that an earlier version of it does not have. An entry is known by its address, and
    /// without one by its title or text: one that was edited is not new. Linear in both.
    /// - Parameters:
    ///   - old: The earlier version, in UTF-8.
    ///   - new: The later one.
    /// - Returns: nil where either is not a feed, or is too long to be read as one.
    public static func count(in new: [UInt8], missingIn old: [UInt8]) -> Int? {
        guard old.count <= Feed.limit, new.count <= Feed.limit, let before = Feed(old), let after = Feed(new)
        else { return nil }
        let known = Set(before.entries.map(\.identity))
        return Set(after.entries.map(\.identity)).subtracting(known).count
    }
}

extension Feed.Entry {
    /// What tells it from other entries of its feed.
    fileprivate var identity: [UInt8] { link.isEmpty ? name : link }
}
