import SonicProtocol

/// The tabs saved for the next start.
public struct SavedTabs: Equatable, Sendable {
    /// One tab.
    public struct Entry: Equatable, Sendable {
        /// The page's address, without a password.
        public var url: WebURL
        /// The byte offset of the first visible line in its text.
        public var offset: Int
        /// The page's title; empty for none.
        public var title: String

        /// Creates a tab of these parts.
        public init(url: WebURL, offset: Int, title: String) {
            self.url = url
            self.offset = offset
            self.title = title
        }
    }

    /// The tabs in order.
    public var entries: [Entry]
    /// The index of the tab in front, or of the nearest one if that was not saved.
    public var front: Int
    /// The closed tabs that can be reopened, the last closed at the end.
    public var closed: [Entry]

    /// Creates a list of tabs with one in front.
    public init(_ entries: [Entry], front: Int, closed: [Entry] = []) {
        self.entries = entries
        self.front = max(0, min(front, entries.count - 1))
        self.closed = closed
    }

    /// The tab in front; nil if there was none.
    public var frontEntry: Entry? { entries.indices.contains(front) ? entries[front] : nil }

    /// Returns the tabs that satisfy a condition; the one in front, or the nearest, stays in front.
    public func filtered(_ isMeant: (WebURL) -> Bool) -> SavedTabs {
        let areMeant = entries.map { isMeant($0.url) }
        return SavedTabs(
            zip(entries, areMeant).filter(\.1).map(\.0), front: areMeant.prefix(front).count { $0 },
            closed: closed.filter { isMeant($0.url) })
    }
}

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
