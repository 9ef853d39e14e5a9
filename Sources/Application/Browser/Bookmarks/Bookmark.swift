import SonicProtocol
import SonicSession

/// What became of an account's bookmarks.
public struct BookmarkReport: Sendable, Equatable {
    /// Words about it.
    public enum Words: Sendable, Equatable {
        /// Nothing changed.
        case none
        /// What changed.
        case news(String)
        /// Why nothing could be changed, or what is wrong with what is kept.
        case failure(String)
    }

    /// The account; empty for none.
    var account: String
    /// All bookmarks now, the first one first; nil where they are not known.
    public var bookmarks: [Bookmark]?
    /// What the reader is to be told.
    public var words: Words

    /// A report of these parts.
    public init(account: String, bookmarks: [Bookmark]?, words: Words = .none) {
        self.account = account
        self.bookmarks = bookmarks
        self.words = words
    }
}

/// A page that is kept or bookmarked, as lists tell of it.
public struct KnownPage: Sendable, Equatable {
    /// Its address, without a fragment.
    var url: WebURL
    /// What it calls itself; empty where that is not known.
    var title: String
    /// When it was on the screen last; nil for never.
    var read: Instant?
    /// When it was bookmarked; nil for a page that is not.
    public var bookmarked: Instant?

    /// A page of these parts.
    public init(url: WebURL, title: String = "", read: Instant? = nil, bookmarked: Instant? = nil) {
        self.url = url
        self.title = title
        self.read = read
        self.bookmarked = bookmarked
    }

    /// The title, or the address without its scheme.
    var name: String {
        guard title.isEmpty else { return title }
        return url.plainText
    }
}

extension WebURL {
    /// The address as lists have it: without scheme, name and password.
    var plainText: String {
        let href = withoutCredentials.href
        return href.firstRange(of: "://").map { String(href[$0.upperBound...]) } ?? href
    }
}

/// What the pages that are known are listed for.
public enum PageListing: Sendable, Equatable {
    /// To complete an address that is being typed.
    case address
    /// All that were on the screen, the latest first.
    case history
    /// Those that are bookmarked, the first one first.
    case bookmarks
}
