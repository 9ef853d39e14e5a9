import SonicProtocol
import SonicSession

/// The result of reading or changing an account's bookmarks.
public struct BookmarkReport: Sendable, Equatable {
    /// The message to show.
    public enum Words: Sendable, Equatable {
        /// No message.
        case none
        /// A message about a change.
        case news(String)
        /// A message about a failed change, or about an error in the stored bookmarks.
        case failure(String)
    }

    /// All bookmarks in order; nil if they are not known.
    public var bookmarks: [Bookmark]?
    /// The message for the reader.
    public var words: Words

    /// Creates a report.
    public init(bookmarks: [Bookmark]?, words: Words = .none) {
        self.bookmarks = bookmarks
        self.words = words
    }
}

/// A page that is stored or bookmarked, as lists show it.
public struct KnownPage: Sendable, Equatable {
    /// Its address, without a fragment.
    package var url: WebURL
    /// Its title; empty if it is not known.
    package var title: String
    /// When it was last on the screen; nil for never.
    package var read: Instant?
    /// Its bookmark; nil if it has none.
    public var bookmark: Bookmark?

    /// Creates a known page.
    public init(url: WebURL, title: String = "", read: Instant? = nil, bookmark: Bookmark? = nil) {
        self.url = url
        self.title = title
        self.read = read
        self.bookmark = bookmark
    }

    /// The title, or the address without its scheme.
    package var name: String { title.isEmpty ? url.plainText : title }
}

/// The purpose for which the known pages are listed.
public enum PageListing: Sendable, Equatable {
    /// To complete an address that is being typed.
    case address
    /// All that have been on the screen, the latest first.
    case history
    /// Those that are bookmarked, in order.
    case bookmarks
}
