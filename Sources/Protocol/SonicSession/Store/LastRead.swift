import SonicProtocol

/// The version of a page that a person saw last: later changes are news. A preload, a watch that runs in the
/// background and a program that requests the page show nothing to a person, and so do not change it.
public struct LastRead: Sendable, Equatable {
    /// The version's number.
    public var number: Int
    /// When the version was last on a screen.
    public var at: Instant
    /// The page's title there; empty if it had none.
    public var title: String

    /// Creates a record of a version that was seen at this time.
    public init(number: Int, at: Instant, title: String = "") {
        self.number = number
        self.at = at
        self.title = title
    }

    /// The version since which changes are news to the person who sees a page.
    public enum News: Sendable, Equatable {
        /// Nothing is new: the page was never seen, or the version shown was.
        case none
        /// Changes since the version that was seen last.
        case since(Int)
        /// The version that was seen last is no longer stored: changes since the oldest stored one after it. There
        /// may be more.
        case sinceLater(Int, than: Int)
        /// No version since then is stored: something changed, but what is unknown.
        case lost(since: Int)
    }

    /// Returns since which version changes are news to a person who is shown a version.
    ///
    /// - Parameters:
    ///   - last: What was seen last; nil for a page that was never seen.
    ///   - shown: The number of the version that is shown.
    ///   - kept: The numbers of the versions that can be read, in any order.
    /// - Complexity: O(*n*) in the number of versions.
    public static func news(since last: LastRead?, upTo shown: Int, kept: [Int]) -> News {
        // A number larger than the one shown belongs to an earlier page whose history was removed.
        guard let last, last.number < shown else { return .none }
        guard !kept.contains(last.number) else { return .since(last.number) }
        let later = kept.filter { $0 > last.number && $0 < shown }.min()
        return later.map { .sinceLater($0, than: last.number) } ?? .lost(since: last.number)
    }
}

/// A page that the user bookmarked: it is listed, and requested again for the inbox.
public struct Bookmark: Sendable, Equatable {
    /// The page's address, without fragment and password.
    public var url: WebURL
    /// The page's title at that time; empty if it had none.
    public var title: String
    /// When the page was bookmarked.
    public var since: Instant
    /// Whether the page is kept for offline reading, whatever the limits of the cache.
    public var isKeptOffline: Bool

    /// Creates a bookmark.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - title: The page's title; empty if it has none.
    ///   - since: When the page was bookmarked.
    ///   - isKeptOffline: Whether the page is kept for offline reading.
    public init(url: WebURL, title: String, since: Instant, isKeptOffline: Bool = false) {
        self.url = url
        self.title = title
        self.since = since
        self.isKeptOffline = isKeptOffline
    }
}
