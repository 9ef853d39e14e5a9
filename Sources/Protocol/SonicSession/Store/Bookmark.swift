import SonicProtocol

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
