import SonicProtocol

/// An order to fetch a style sheet for a page.
public struct StyleOrder: Hashable, Sendable {
    /// The address of the sheet.
    public var url: WebURL
    /// The page that links it: cookies and headers of the reader are sent to the page's own origin only.
    public var page: WebURL
    /// Whether requests may be sent to its server.
    public var reach: Reach
    /// The mode of the HTTP cache when online.
    public var mode: CacheMode

    /// Creates an order for a sheet.
    public init(url: WebURL, page: WebURL, reach: Reach = .online, mode: CacheMode = .default) {
        self.url = url
        self.page = page
        self.reach = reach
        self.mode = mode
    }
}

/// Whether requests may be sent to servers.
public enum Reach: Sendable, Equatable {
    /// They may.
    case online
    /// They may not: all pages come from the cache.
    case offline
}
