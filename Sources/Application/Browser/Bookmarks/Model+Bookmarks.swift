import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

// Bookmarks, and the lists of them and of the history.
extension Model {
    /// The page on the screen, to be bookmarked; nil if it cannot be, which is reported.
    private mutating func pageToBookmark() -> KnownPage? {
        guard let document, document.isPage else { return nil }
        guard document.origin.method == .get else {
            notice = .refusal("The response to a form cannot be requested again, so it cannot be bookmarked.")
            return nil
        }
        self.document?.readTitle()
        let title = VisibleText.line(self.document?.layout.title ?? "")
        return KnownPage(url: document.url.withoutFragment, title: title)
    }

    /// Bookmarks a page, the one on the screen unless another is given, or removes its bookmark. If the page is kept
    /// offline, the reader confirms it first.
    mutating func changeBookmark(of page: KnownPage? = nil) -> [Effect] {
        guard let page = page ?? pageToBookmark() else { return [] }
        let url = page.url.withoutCredentials
        if bookmark(of: url)?.isKeptOffline == true {
            inputMode = .question(.removeBookmark(url))
            return []
        }
        return [.ask(.changeBookmark(url, title: page.title, bookmarksReply))]
    }

    /// Bookmarks a page, the one on the screen unless another is given, and keeps it offline, or keeps it no longer.
    mutating func changeOfflineCopy(of page: KnownPage? = nil) -> [Effect] {
        guard let page = page ?? pageToBookmark() else { return [] }
        let url = page.url.withoutCredentials
        let isKept = bookmark(of: url)?.isKeptOffline ?? false
        return [.ask(.keepPage(url, title: page.title, offline: !isKept, bookmarksReply))]
    }

    private func bookmark(of url: WebURL) -> Bookmark? { account.bookmarks.first { $0.url == url } }

    /// What follows from the bookmarks, or from a change of them.
    var bookmarksReply: QueryReply<BookmarkReport> { reply { $0.handle($1) } }

    mutating func handle(_ report: BookmarkReport) {
        if let found = report.bookmarks {
            account.bookmarks = found
            let known = Dictionary(found.map { ($0.url, $0) }) { first, _ in first }
            for index in account.knownPages.indices {
                account.knownPages[index].bookmark = known[account.knownPages[index].url]
            }
            // An inbox that was not opened yet reads its bookmarks from the cache, with their news.
            if !account.inbox.rows.isEmpty || showsInbox { account.inbox.setBookmarks(found) }
            rewriteInbox()
            if var list = overlay as? PageList {
                list.replace(with: PageList(list.kind, among: account.knownPages).list)
                overlay = list
            }
        }
        switch report.words {
        case .none: break
        case .news(let words): notice = .news(words)
        case .failure(let words): notice = .failure(words)
        }
    }

    /// Since when the page on the screen is bookmarked, in words; nil if it is not, or if that is not known.
    var bookmarkWords: String? {
        guard let document, document.isPage else { return nil }
        let page = document.url.withoutFragment.withoutCredentials
        return bookmark(of: page).map { bookmark in
            "since \(date(bookmark.since))" + (bookmark.isKeptOffline ? ", kept offline" : "")
        }
    }

    /// Asks for the known pages.
    func askForPages(_ listing: PageListing) -> Effect {
        .ask(.pages(reply { $0.setKnown(pages: $1, for: listing) }))
    }

    /// Sets the known pages, the latest first.
    mutating func setKnown(pages: [KnownPage], for listing: PageListing) {
        account.knownPages = pages
        switch listing {
        case .address:
            guard case .address(var line) = prompt else { return }
            line.setPages(completions)
            prompt = .address(line)
        case .history, .bookmarks:
            guard overlay == nil, prompt == nil else { return }
            let list = PageList(listing, among: pages)
            guard list.list.entries.isEmpty else { return overlay = list }
            notice = .refusal(
                keys.line(
                    listing == .history
                        ? "No pages read yet: {open} opens one."
                        : "No bookmarks yet: {bookmark} bookmarks the page on the screen."))
        }
    }

    /// Opens a page of a list. The list stays open if the page opens in a background tab.
    mutating func openListed(_ page: KnownPage, in tab: TabChoice) -> [Effect] {
        guard setup.opens(page.url) else {
            return refuse("\(page.url.scheme): addresses cannot be opened here: \(page.url.href)")
        }
        if tab != .behind { overlay = nil }
        return open(page.url, in: tab)
    }
}
