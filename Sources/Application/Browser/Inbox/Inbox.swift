import BrowserValues
import CellGrid
import PageLayout
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
        var free = InboxPage.refreshesAtATime - rows.count { $0.refresh == .loading }
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
    mutating func update(_ page: InboxPage, failure: String?, at url: WebURL) {
        guard let index = rows.firstIndex(where: { $0.page.url == url }) else { return }
        var page = page
        page.isBookmarked = rows[index].page.isBookmarked
        if page.title.isEmpty { page.title = rows[index].page.title }
        rows[index].page = page
        // A page that was queued again meanwhile stays queued.
        guard rows[index].refresh != .waiting else { return }
        rows[index].refresh = failure.map { .failed($0) } ?? .resting
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

    // The inbox as a page: one line per entry if there is room for it, otherwise two.

    /// The cells of a page's row, except its title.
    private typealias Cells = (news: String, host: String, age: String, state: String)

    private func cells(_ row: Row, _ now: Instant?) -> Cells {
        let age = now.flatMap { now in row.page.checked.map { $0.age(at: now) ?? "later" } } ?? ""
        return (row.page.news.words, row.page.url.hostAndPort, age, row.state)
    }

    /// Returns the page's HTML; empty if there are no entries.
    /// - Parameters:
    ///   - width: The width of the page's lines.
    ///   - now: The time of the wall clock; nil if it was not reported yet.
    func html(width: Int, now: Instant?, keys: KeyTable, reach: Reach) -> String {
        func list(_ rows: [Row]) -> String {
            let cells = rows.map { self.cells($0, now) }
            return width >= 60 ? table(rows, cells, width) : lines(rows, cells, width)
        }
        guard !rows.isEmpty else { return "" }
        var html = "<h1>Inbox</h1>"
        if bookmarked.isEmpty {
            let words = "No bookmarks yet: {bookmark} bookmarks the page on the screen."
            html += "<p>\(Escaping.text(keys.namingKeys(words)))</p>"
        } else {
            html += "<h2>Bookmarks</h2>" + list(bookmarked)
        }
        if !recent.isEmpty { html += "<h2>Recent pages</h2>" + list(recent) }
        let words =
            switch reach {
            case .online:
                "{follow} opens a page at what is new, {next-change} goes to the next change, then to the next page with changes, "
                    + "{reload} reloads all pages."
            case .offline:
                "{follow} opens a page at what is new. Offline, nothing is requested: {offline} goes online."
            }
        return html + "<p>\(Escaping.text(keys.namingKeys(words)))</p>"
    }

    /// Returns a table with columns for news, title, host, age and state; the title gets the remaining width.
    private func table(_ rows: [Row], _ cells: [Cells], _ width: Int) -> String {
        func widest(_ text: (Cells) -> String, atMost limit: Column) -> Column {
            min(limit, cells.map { TextWidth.columns(of: text($0)) }.max() ?? 0)
        }
        let hostWidth = widest(\.host, atMost: Column(width / 4))
        let stateWidth = widest(\.state, atMost: Column(width / 4))
        let taken = widest(\.news, atMost: 12) + hostWidth + widest(\.age, atMost: 8) + stateWidth
        // Two spaces between columns, and one to spare.
        let room = max(10, Column(width) - taken - 9)
        let lines = zip(rows, cells).map { row, cells in
            let texts = [
                cells.news, link(row, room), shortened(cells.host, hostWidth), Escaping.text(cells.age),
                shortened(cells.state, stateWidth),
            ]
            return "<tr>" + texts.map { "<td>\($0)</td>" }.joined() + "</tr>"
        }
        return "<table>\(lines.joined())</table>"
    }

    /// Returns one line for the title, and one for the rest.
    private func lines(_ rows: [Row], _ cells: [Cells], _ width: Int) -> String {
        let room = max(4, Column(width))
        return zip(rows, cells).map { row, cells in
            let rest = [cells.news, cells.age, cells.state, cells.host].filter { !$0.isEmpty }
            return "<div>\(link(row, room))<br>\(shortened(rest.joined(separator: " · "), room))</div>"
        }
        .joined()
    }

    private func link(_ row: Row, _ room: Column) -> String {
        let title = shortened(VisibleText.line(row.page.name), room)
        return "<a href=\"\(Escaping.text(row.page.url.href))\">\(title)</a>"
    }

    private func shortened(_ text: String, _ room: Column) -> String {
        Escaping.text(TextWidth.shortened(text, to: room))
    }
}

extension Inbox.Row {
    /// The state of the refresh, or the outcome of the last session, in a few words.
    var state: String {
        switch refresh {
        case .resting: page.outcome.map(Self.words) ?? ""
        case .waiting: "waiting"
        case .loading: "loading…"
        case .failed(let reason): "! " + reason
        }
    }

    /// Returns an outcome's name as words: `dataUpdate` is `data update`.
    private static func words(_ name: String) -> String {
        name.reduce(into: "") { words, letter in
            if letter.isUppercase { words += " " }
            words += letter.lowercased()
        }
    }
}
