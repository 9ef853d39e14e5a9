import PageLayout
import SonicProtocol
import SonicSession

/// The version of a tab's page that the reader has seen before this visit: later changes are new to the reader,
/// whichever program stored them.
struct SeenVersion: Sendable {
    /// The state of the lookup.
    enum State: Equatable, Sendable {
        /// It was not requested.
        case notRequested
        /// It is pending.
        case requested
        /// It has ended; the version recorded as seen since, nil for none yet.
        case known(noted: Int?)
    }

    /// The page, without a fragment.
    let page: WebURL
    /// The state of the lookup.
    var state = State.notRequested
    /// The page as last seen, while a session may bring changes, which are shown relative to it.
    var base: PageCopy?
    /// The last seen version, and whether it is still stored.
    var news = LastRead.News.none

    /// Creates the state of a page for which nothing was looked up yet.
    init(of page: WebURL) { self.page = page }

    /// Records that the page on the screen has been seen: later changes are relative to it.
    mutating func seen(_ copy: PageCopy) {
        base = copy
        news = copy.number.map { .since($0) } ?? .none
    }
}

/// The bytes of a version of a page, for a comparison.
struct PageCopy: Sendable {
    /// The bytes as sent.
    var html: [UInt8]
    /// Their kind.
    var kind: Document.Kind
    /// The version's number; nil if it is not stored.
    var number: Int?
}
