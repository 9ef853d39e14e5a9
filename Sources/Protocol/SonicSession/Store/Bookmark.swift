import SonicProtocol

/// A page that the reader wants to come back to: it is listed, and asked for again in the inbox.
public struct Bookmark: Sendable, Equatable {
    /// The page's address, without a fragment and a password.
    public var url: WebURL
    /// What the page called itself then; empty for nothing.
    public var title: String
    /// When it was bookmarked.
    public var since: Instant

    /// A bookmark of these parts.
    ///
    /// - Parameters:
    ///   - url: The page's address.
    ///   - title: What the page calls itself; empty for nothing.
    ///   - since: When it was bookmarked.
    public init(url: WebURL, title: String, since: Instant) {
        self.url = url
        self.title = title
        self.since = since
    }
}
