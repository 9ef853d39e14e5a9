import SonicProtocol

/// Whether a page is kept whatever the cache's limits are.
public enum PagePin: Sendable, Equatable {
    /// The limits count for it.
    case none
    /// It is kept since then, with so many resources that were fetched for it.
    case pinned(since: Instant, resources: Int)
}

/// What became of a page's pin.
public struct PinReport: Sendable, Equatable {
    /// Words about it.
    public enum Words: Sendable, Equatable {
        /// Nothing changed.
        case none
        /// What changed.
        case news(String)
        /// Why it could not be changed, or what is wrong now.
        case failure(String)
    }

    /// The page's address, without a fragment.
    var page: WebURL
    /// The account under which the page is kept; empty for none.
    var account: String
    /// How it is now.
    public var pin: PagePin
    /// What the reader is to be told.
    public var words: Words

    /// A report of these parts.
    public init(page: WebURL, account: String, pin: PagePin, words: Words = .none) {
        self.page = page
        self.account = account
        self.pin = pin
        self.words = words
    }
}
