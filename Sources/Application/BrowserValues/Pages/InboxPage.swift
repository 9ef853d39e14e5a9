import HTML
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// The news of a page since the reader last saw it.
public enum PageNews: Sendable, Equatable {
    /// No news.
    case none
    /// The page was never on the screen.
    case unread
    /// This number of lines.
    case lines(Int)
    /// This number of entries of a feed.
    case entries(Int)
    /// At least this number of lines: the version that was last seen is no longer stored.
    case atLeast(Int)
    /// Some news of unknown extent, perhaps not counted yet.
    case some

    /// The news in a word or two.
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

    /// Whether there is news.
    public var isAny: Bool { self != .none }
}

/// A page in the inbox, as stored in the cache.
public struct InboxPage: Sendable, Equatable {
    /// Its address, without a fragment or a password.
    public var url: WebURL
    /// Its title; empty if it is not known.
    public var title: String
    /// Whether it is bookmarked, and so refreshed automatically.
    public var isBookmarked: Bool
    /// Its news.
    public var news: PageNews
    /// When a server last sent or confirmed it; nil if nothing is stored.
    public var checked: Instant?
    /// The outcome of its last session, as in `Outcome.name`; nil if it is not known.
    public var outcome: String?

    /// Creates a page of the inbox.
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
    package var name: String { title.isEmpty ? url.plainText : title }

    /// The maximum number of concurrent refreshes.
    public static let refreshesAtATime = 3

    /// Returns the failure of a refresh in a few words with its reason; nil if a server sent or confirmed the page.
    package static func failure(of result: SessionResult) -> String? {
        let verdict = SessionVerdict(result)
        return verdict.isTrouble ? "\(verdict.name): \(result.reason.words)" : nil
    }
}

/// Counts what is new in a version of a page since an older one, and finds its title, as the screen would: services
/// neither lay out pages nor wait in the build for what does.
package struct NewsCounter: Sendable {
    /// Returns the number of lines that differ at a width, under rules; nil if there are too many to count.
    package let lines:
        @Sendable (_ old: PageVersion, _ new: PageVersion, _ width: Int, ComparisonRules, EncodingChoice?) ->
            Int?
    /// Returns the number of new entries of a feed; nil if either version is not a feed.
    package let entries: @Sendable (_ old: PageVersion, _ new: PageVersion, EncodingChoice?) -> Int?
    /// Returns the title of a page; empty for none.
    package let title: @Sendable (PageVersion, EncodingChoice?) -> String

    package init(
        lines: @escaping @Sendable (PageVersion, PageVersion, Int, ComparisonRules, EncodingChoice?) -> Int?,
        entries: @escaping @Sendable (PageVersion, PageVersion, EncodingChoice?) -> Int?,
        title: @escaping @Sendable (PageVersion, EncodingChoice?) -> String
    ) {
        self.lines = lines
        self.entries = entries
        self.title = title
    }
}
