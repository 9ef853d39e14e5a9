import SonicProtocol
import SonicSession

/// The pages that the reader comes back to, bookmarked ones first, then those used lately, with what is new in them.
///
/// Bookmarked pages are asked for when the inbox is looked at, three at a time.
struct Inbox: Sendable {
    /// What is done about a page's news.
    enum Refresh: Equatable, Sendable {
        /// Nothing.
        case resting
        /// It is asked for as soon as fewer others are.
        case waiting
        /// Its session is under way.
        case asking
        /// It could not be had; why.
        case failed(String)
    }

    /// One page.
    struct Row: Equatable, Sendable {
        /// The page, as the cache knows it.
        var page: InboxPage
        /// What is done about its news.
        var refresh = Refresh.resting
        /// When it was asked for last, by the clock whose time comes with events; nil for never in this run.
        var asked: Duration?
    }

    /// The pages, in the order in which they are shown.
    private(set) var rows: [Row] = []

    /// How long a page that was asked for is not asked for again unasked.
    static let pause = Duration.seconds(300)

    /// The inbox with these pages.
    init(_ pages: [InboxPage] = []) { rows = pages.map { Row(page: $0) } }

    /// The bookmarked ones.
    var bookmarked: [Row] { rows.filter(\.page.isBookmarked) }

    /// The others.
    var recent: [Row] { rows.filter { !$0.page.isBookmarked } }

    /// Whether any page is being asked for, or is to be.
    var isBusy: Bool { rows.contains { $0.refresh == .asking || $0.refresh == .waiting } }

    /// Takes the pages as the cache knows them now; what is done about them goes on.
    mutating func setPages(_ pages: [InboxPage]) {
        let before = Dictionary(rows.map { ($0.page.url, $0) }) { first, _ in first }
        rows = pages.map { page in
            var row = before[page.url] ?? Row(page: page)
            row.page = page
            if row.page.title.isEmpty { row.page.title = before[page.url]?.page.title ?? "" }
            return row
        }
    }

    /// Takes the bookmarks as they are now: a page that is new among them was on the screen, and comes behind the
    /// others; one that is not any more stays among the recent pages.
    mutating func setBookmarks(_ bookmarks: [Bookmark]) {
        let known = Set(rows.map(\.page.url))
        let wanted = Set(bookmarks.map(\.url))
        for index in rows.indices { rows[index].page.isBookmarked = wanted.contains(rows[index].page.url) }
        let new = bookmarks.filter { !known.contains($0.url) }.map { bookmark in
            Row(page: InboxPage(url: bookmark.url, title: bookmark.title, isBookmarked: true))
        }
        rows = bookmarked + new + recent
    }

    /// Has pages asked for: bookmarked ones that were not a moment ago, or all of them.
    /// - Parameter now: The time by the clock whose time comes with events.
    mutating func request(all isForced: Bool, now: Duration) {
        for index in rows.indices {
            let row = rows[index]
            guard row.refresh != .asking, row.page.url.isHTTP else { continue }
            let isDue = row.page.isBookmarked && row.asked.map { now - $0 >= Self.pause } ?? true
            if isForced || row.page.isBookmarked && isDue { rows[index].refresh = .waiting }
        }
    }

    /// The pages whose sessions are to begin now: as many as may be under way, the first ones first.
    mutating func begin(now: Duration) -> [WebURL] {
        var free = InboxOrder.pagesAtATime - rows.count { $0.refresh == .asking }
        var begun: [WebURL] = []
        for index in rows.indices where free > 0 && rows[index].refresh == .waiting {
            (rows[index].refresh, rows[index].asked) = (.asking, now)
            begun.append(rows[index].page.url)
            free -= 1
        }
        return begun
    }

    /// No server is asked any more: what waited does not, and what is under way is not waited for.
    mutating func stop() {
        for index in rows.indices where rows[index].refresh != .resting { rows[index].refresh = .resting }
    }

    /// Takes what became of a page.
    mutating func update(_ report: RefreshReport) {
        guard let index = rows.firstIndex(where: { $0.page.url == report.url }) else { return }
        var page = report.page
        page.isBookmarked = rows[index].page.isBookmarked
        if page.title.isEmpty { page.title = rows[index].page.title }
        rows[index].page = page
        // A page that was asked for once more meanwhile still is.
        guard rows[index].refresh != .waiting else { return }
        rows[index].refresh = report.failure.map { .failed($0) } ?? .resting
    }

    /// The reader has seen a page.
    mutating func noteRead(_ page: WebURL) {
        for index in rows.indices where rows[index].page.url == page.withoutFragment.withoutCredentials {
            rows[index].page.news = .none
        }
    }

    /// These pages are forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        rows.removeAll { isForgotten($0.page.url) && !$0.page.isBookmarked }
        for index in rows.indices where isForgotten(rows[index].page.url) {
            rows[index].page.news = .unread
            (rows[index].page.checked, rows[index].page.outcome) = (nil, nil)
        }
    }

    /// What is told of the page at an address: all of what went wrong, for which its row has no room; nil for the
    /// address alone.
    func words(of address: String) -> String? {
        let row = rows.first { $0.page.url.href == address }
        guard case .failed(let reason) = row?.refresh else { return nil }
        return "\(address): \(reason)"
    }

    /// The next page with news behind one, and behind the last from the first on; never that page itself. nil for
    /// none.
    func next(after page: WebURL?) -> InboxPage? {
        let start = page.flatMap { page in rows.firstIndex { $0.page.url == page } } ?? rows.count - 1
        let order = rows.indices.map { (start + 1 + $0) % rows.count }
        return order.lazy.map { rows[$0].page }.first { $0.news.isAny && $0.url != page }
    }
}
