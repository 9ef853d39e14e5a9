import SessionWords
import SonicProtocol
import SonicSession

/// What is new in a page since the reader has seen it last.
public enum PageNews: Sendable, Equatable {
    /// Nothing.
    case none
    /// All of it: it never was on the screen.
    case unread
    /// So many lines.
    case lines(Int)
    /// So many entries of a feed.
    case entries(Int)
    /// So many lines or more: the version that was seen last is not kept any more.
    case atLeast(Int)
    /// Something; how much is not known, or not yet.
    case some

    /// The same in a word or two.
    public var words: String {
        switch self {
        case .none: "-"
        case .unread: "unread"
        case .lines(let count): "\(count) new"
        case .entries(let count): count == 1 ? "1 entry" : "\(count) entries"
        case .atLeast(let count): "\(count)+ new"
        case .some: "new"
        }
    }

    /// Whether there is any.
    public var isAny: Bool { self != .none }
}

/// A page in the inbox, as the cache knows it.
public struct InboxPage: Sendable, Equatable {
    /// Its address, without a fragment and a password.
    public var url: WebURL
    /// What it calls itself; empty where that is not known.
    public var title: String
    /// Whether it is bookmarked: then it is asked for unasked.
    public var isBookmarked: Bool
    /// What is new in it.
    public var news: PageNews
    /// When a server last sent or confirmed it; nil where nothing is stored.
    public var checked: Instant?
    /// How its last session ended, as `Outcome.name` has it; nil where that is not known.
    public var outcome: String?

    /// A page of these parts.
    public init(
        url: WebURL, title: String = "", isBookmarked: Bool = false, news: PageNews = .none,
        checked: Instant? = nil, outcome: String? = nil
    ) {
        self.url = url
        self.title = title
        self.isBookmarked = isBookmarked
        self.news = news
        self.checked = checked
        self.outcome = outcome
    }

    /// The title, or the address without its scheme.
    var name: String { title.isEmpty ? url.plainText : title }
}

/// What is to be found out about the inbox.
public struct InboxOrder: Sendable, Equatable {
    /// The columns at which pages are laid out to count lines.
    public var width: Int
    /// The most pages asked for at a time.
    public static let pagesAtATime = 3

    /// An order for this width.
    public init(width: Int) { self.width = width }
}

extension SessionResult {
    /// What went wrong, in a few words and the reason; nil where a server has sent or confirmed the page.
    public var failureWords: String? {
        outcome.isTrouble ? "\(outcome.headline.lowercased()): \(reason.words)" : nil
    }
}

/// What became of a page of the inbox that was asked for.
public struct RefreshReport: Sendable, Equatable {
    /// The account under which it was asked for; empty for none.
    var account: String
    /// The address that was asked for, as the inbox has it.
    var url: WebURL
    /// The page as the cache knows it now.
    var page: InboxPage
    /// Why it could not be had, or was not asked for; nil where a server has sent or confirmed it.
    var failure: String?

    /// A report of these parts.
    public init(account: String, url: WebURL, page: InboxPage, failure: String? = nil) {
        self.account = account
        self.url = url
        self.page = page
        self.failure = failure
    }
}
