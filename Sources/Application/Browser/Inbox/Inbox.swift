import BrowserValues
import SonicProtocol
import SonicSession

/// The pages that the reader returns to, bookmarked ones first, then recent ones, with their news.
///
/// Bookmarked pages are refreshed when the inbox is opened, at most three concurrently.
struct Inbox: Sendable {
    /// The state of a page's refresh.
    enum Refresh: Equatable, Sendable {
        /// Not being refreshed.
        case resting
        /// Queued until fewer others are being refreshed.
        case waiting
        /// Its session is running.
        case loading
        /// The refresh failed, for this reason.
        case failed(String)
    }

    /// An entry of the inbox.
    struct Row: Equatable, Sendable {
        /// The page, as stored in the cache.
        var page: InboxPage
        /// The state of its refresh.
        var refresh = Refresh.resting
        /// The time of the last request by the clock of events; nil for none in this run.
        var requested: Duration?
    }

    /// The entries in display order.
    private(set) var rows: [Row] = []

    /// The interval during which a page is not refreshed again automatically.
    static let pause = Duration.seconds(300)

    /// Creates an inbox with these pages.
    init(_ pages: [InboxPage] = []) { rows = pages.map { Row(page: $0) } }

    /// The bookmarked entries.
    var bookmarked: [Row] { rows.filter(\.page.isBookmarked) }

    /// The recent entries.
    var recent: [Row] { rows.filter { !$0.page.isBookmarked } }

    /// Whether any page is being refreshed, or is queued.
    var isBusy: Bool { rows.contains { $0.refresh == .loading || $0.refresh == .waiting } }

    /// Replaces the pages by those in the cache; running refreshes continue.
    mutating func setPages(_ pages: [InboxPage]) {
        let before = Dictionary(rows.map { ($0.page.url, $0) }) { first, _ in first }
        rows = pages.map { page in
            var row = before[page.url] ?? Row(page: page)
            row.page = page
            if row.page.title.isEmpty { row.page.title = before[page.url]?.page.title ?? "" }
            return row
        }
    }

    /// Updates the bookmarks: a newly bookmarked page was on the screen, and is appended to the others; one that is no
    /// longer bookmarked stays among the recent pages.
    mutating func setBookmarks(_ bookmarks: [Bookmark]) {
        let known = Set(rows.map(\.page.url))
        let wanted = Set(bookmarks.map(\.url))
        for index in rows.indices { rows[index].page.isBookmarked = wanted.contains(rows[index].page.url) }
        let new = bookmarks.filter { !known.contains($0.url) }.map { bookmark in
            Row(page: InboxPage(url: bookmark.url, title: bookmark.title, isBookmarked: true))
        }
        rows = bookmarked + new + recent
    }

    /// Queues pages for a refresh: bookmarked ones that are due, or all of them.
    /// - Parameter now: The time of the clock of events.
    mutating func request(all isForced: Bool, now: Duration) {
        for index in rows.indices {
            let row = rows[index]
            guard row.refresh != .loading, row.page.url.isHTTP else { continue }
            let isDue = row.page.isBookmarked && row.requested.map { now - $0 >= Self.pause } ?? true
            if isForced || row.page.isBookmarked && isDue { rows[index].refresh = .waiting }
        }
    }

    /// Returns the pages whose sessions begin now: the first ones in the queue, up to the limit.
    mutating func begin(now: Duration) -> [WebURL] {
        var free = InboxOrder.pagesAtATime - rows.count { $0.refresh == .loading }
        var begun: [WebURL] = []
        for index in rows.indices where free > 0 && rows[index].refresh == .waiting {
            (rows[index].refresh, rows[index].requested) = (.loading, now)
            begun.append(rows[index].page.url)
            free -= 1
        }
        return begun
    }

    /// Stops all refreshes: the queue is cleared, and running sessions are no longer awaited.
    mutating func stop() {
        for index in rows.indices where rows[index].refresh != .resting { rows[index].refresh = .resting }
    }

    /// Applies the result of a page's refresh.
    mutating func update(_ report: RefreshReport) {
        guard let index = rows.firstIndex(where: { $0.page.url == report.url }) else { return }
        var page = report.page
        page.isBookmarked = rows[index].page.isBookmarked
        if page.title.isEmpty { page.title = rows[index].page.title }
        rows[index].page = page
        // A page that was queued again meanwhile stays queued.
        guard rows[index].refresh != .waiting else { return }
        rows[index].refresh = report.failure.map { .failed($0) } ?? .resting
    }

    /// Marks a page as read.
    mutating func noteRead(_ page: WebURL) {
        for index in rows.indices where rows[index].page.url == page.withoutFragment.withoutCredentials {
            rows[index].page.news = .none
        }
    }

    /// Removes deleted pages; those that are bookmarked stay, without their data.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        rows.removeAll { isForgotten($0.page.url) && !$0.page.isBookmarked }
        for index in rows.indices where isForgotten(rows[index].page.url) {
            rows[index].page.news = .unread
            (rows[index].page.checked, rows[index].page.outcome) = (nil, nil)
        }
    }

    /// Returns the full failure of the page at an address, which its row has no room for; nil if there is none.
    func words(of address: String) -> String? {
        let row = rows.first { $0.page.url.href == address }
        guard case .failed(let reason) = row?.refresh else { return nil }
        return "\(address): \(reason)"
    }

    /// Returns the next page with news after a page, with wraparound, but never that page itself; nil for none.
    func next(after page: WebURL?) -> InboxPage? {
        let start = page.flatMap { page in rows.firstIndex { $0.page.url == page } } ?? rows.count - 1
        let order = rows.indices.map { (start + 1 + $0) % rows.count }
        return order.lazy.map { rows[$0].page }.first { $0.news.isAny && $0.url != page }
    }
}
