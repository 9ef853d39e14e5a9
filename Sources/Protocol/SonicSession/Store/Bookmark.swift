import SonicProtocol

/// A page that the user bookmarked: it is listed, and requested again for the inbox.
public struct Bookmark: Sendable, Equatable {
    /// The page's address, without fragment and password.
    public var url: WebURL
    /// The page's title at that time; empty if it had none.
    public var title: String
    /// When the page was bookmarked.
    public var since: Instant

    /// Creates a bookmark.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - title: The page's title; empty if it has none.
    ///   - since: When the page was bookmarked.
    public init(url: WebURL, title: String, since: Instant) {
        self.url = url
        self.title = title
        self.since = since
    }
}
