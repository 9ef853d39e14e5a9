/// Counts the entries of feeds.
public enum FeedEntries {
    /// Returns the number of entries of a feed that an earlier version of it lacks. An entry is identified by its
    /// address, or without one by its title or text, so an edited entry is not new. Linear in both.
    /// - Parameters:
    ///   - new: The later version, in UTF-8.
    ///   - old: The earlier version.
    /// - Returns: nil if either is not a feed or is too long to be parsed as one.
    public static func count(in new: [UInt8], missingIn old: [UInt8]) -> Int? {
        guard old.count <= Feed.limit, new.count <= Feed.limit, let before = Feed(old), let after = Feed(new)
        else { return nil }
        let known = Set(before.entries.map(\.identity))
        return Set(after.entries.map(\.identity)).subtracting(known).count
    }
}

extension Feed.Entry {
    /// The bytes that identify the entry within its feed.
    fileprivate var identity: [UInt8] { link.isEmpty ? name : link }
}
