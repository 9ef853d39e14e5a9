import PageLayout
import SonicProtocol
import SonicSession

/// What the reader has seen of a tab's page before this visit: what changed since then is news, whoever stored it
/// meanwhile.
struct SeenVersion: Sendable {
    /// How much is known.
    enum State: Equatable, Sendable {
        /// Nobody has looked what was seen last.
        case unasked
        /// Somebody is looking.
        case asked
        /// It is known, and this version was noted as seen since; nil for none yet.
        case known(noted: Int?)
    }

    /// The page, without a fragment.
    let page: WebURL
    /// How much is known.
    var state = State.unasked
    /// The page as it was seen last, as long as a session may bring changes, which are told from it on.
    var base: PageCopy?
    /// Which version was seen last, and whether it is kept.
    var news = LastRead.News.none

    /// A page of which nothing is known yet.
    init(of page: WebURL) { self.page = page }

    /// The page on the screen has been seen up to now: what comes is told from it on.
    mutating func seen(_ copy: PageCopy) {
        base = copy
        news = copy.number.map { .since($0) } ?? .none
    }
}

/// The bytes of one version of a page, to be compared with another.
struct PageCopy: Sendable {
    /// The bytes as sent.
    var html: [UInt8]
    /// What they are.
    var kind: Document.Kind
    /// The version's number; nil for one that is not stored.
    var number: Int?
}

/// What is to be found out about a page on the screen: what the reader has seen of it last.
public struct SeenVersionOrder: Sendable, Equatable {
    /// The page's address, without a fragment.
    public var page: WebURL
    /// The version that is shown.
    public var shown: Int
}

/// What was found out about what the reader has seen of a page.
public struct SeenVersionReport: Sendable, Equatable {
    /// The page and the version that was shown.
    var order: SeenVersionOrder
    /// The account under which it is kept; empty for none.
    var account: String
    /// From which version on changes are news.
    public var news: LastRead.News
    /// That version; nil where it is the one shown, or none.
    public var base: StoredPage?

    /// A report of these parts.
    public init(
        _ order: SeenVersionOrder, account: String, news: LastRead.News = .none, base: StoredPage? = nil
    ) {
        self.order = order
        self.account = account
        self.news = news
        self.base = base
    }
}
