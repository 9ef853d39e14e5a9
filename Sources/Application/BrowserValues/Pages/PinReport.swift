import SonicProtocol

/// Whether a page is exempt from the limits of the cache.
public enum PagePin: Sendable, Equatable {
    /// The limits apply.
    case none
    /// It is pinned since that time, with the given number of resources that were fetched for it.
    case pinned(since: Instant, resources: Int)
}

/// A report about the pin of a page.
public struct PinReport: Sendable, Equatable {
    /// The message of a report.
    public enum Words: Sendable, Equatable {
        /// No message: nothing changed.
        case none
        /// What changed.
        case news(String)
        /// Why the pin could not be changed, or what is wrong with it.
        case failure(String)
    }

    /// The page's address, without a fragment.
    package var page: WebURL
    /// The account in which the page is stored; empty for none.
    package var account: String
    /// The current pin.
    public var pin: PagePin
    /// The message to the reader.
    public var words: Words

    /// Creates a report of these parts.
    public init(page: WebURL, account: String, pin: PagePin, words: Words = .none) {
        self.page = page
        self.account = account
        self.pin = pin
        self.words = words
    }
}
