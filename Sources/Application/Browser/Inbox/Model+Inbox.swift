import BrowserValues
import CellGrid
import SonicProtocol

// The inbox: opening it, refreshing its pages, and going from one page with news to the next.
extension Model {
    /// Whether the start page is on the screen, which is the inbox if that has any pages.
    var showsInbox: Bool { document?.url == Self.startAddress && document?.source == .own }

    /// Shows the inbox, and reads it again from the cache.
    mutating func showInbox() -> [Effect] {
        overlay = nil
        guard !showsInbox || isBusy else { return [readInbox] }
        let stopping = stopSession()
        account.tabs.front.leaveForOwnPage()
        showStartPage()
        screen.focus(on: .page)
        return stopping + [readInbox]
    }

    /// The effect that reads the inbox from the cache.
    var readInbox: Effect {
        .ask(.inbox(width: pageWidth(pageArea(plan)), reply { $0.show(inbox: $1) }))
    }

    /// Sets the pages of the inbox. Bookmarked ones are refreshed while it is open.
    mutating func show(inbox pages: [InboxPage]) -> [Effect] {
        account.inbox.setPages(pages)
        if showsInbox, reach == .online { account.inbox.request(all: false, now: uptime) }
        rewriteInbox()
        return refreshInbox()
    }

    /// Refreshes all pages of the inbox.
    mutating func reloadInbox() -> [Effect] {
        guard reach == .online else { return refuse(.offline) }
        account.inbox.request(all: true, now: uptime)
        rewriteInbox()
        return refreshInbox()
    }

    mutating func update(_ page: InboxPage, failure: String?, at url: WebURL) -> [Effect] {
        account.inbox.update(page, failure: failure, at: url)
        let effects = refreshInbox()
        rewriteInbox()
        return effects
    }

    private mutating func refreshInbox() -> [Effect] {
        guard reach == .online else {
            account.inbox.stop()
            return []
        }
        let width = pageWidth(pageArea(plan))
        let effects = account.inbox.begin(now: uptime).map { url in
            Effect.ask(
                .refresh(url, width: width, reply { $0.update($1.page, failure: $1.failure, at: url) }))
        }
        if !effects.isEmpty { rewriteInbox() }
        return effects
    }

    /// Writes the inbox again if it is on the screen; the position and the selected page stay.
    mutating func rewriteInbox() {
        guard showsInbox, let old = document else { return }
        let chosen = old.reader.chosenLink.flatMap { old.layout.link($0)?.href }
        showStartPage()
        let height = pageHeight(plan)
        document?.layOutWhole()
        if let chosen, let layout = document?.layout,
            let link = (0..<layout.linkCount).first(where: { layout.link($0)?.href == chosen })
        {
            document?.reader.chosenLink = link
        }
        document?.reader.search = old.sought.map { PageSearch($0) }
        document?.scroll(to: old.reader.top, height: height)
    }

    /// Opens a page of the inbox at its news.
    mutating func openNews(_ url: WebURL) -> [Effect] {
        let effects = open(url, move: .push)
        account.goal = visit.map { .news(visit: $0.opening.visit) }
        return effects
    }

    /// The next page of the inbox with news, if the page on the screen has no more changes below.
    var nextNews: InboxPage? {
        guard nextMark() == nil, !isBusy || showsInbox else { return nil }
        let page = showsInbox ? nil : document?.url.withoutFragment.withoutCredentials
        return account.inbox.next(after: page)
    }

    /// Goes to the next changed line; after the last, to the next page with news.
    mutating func walkOn() -> [Effect] {
        if let mark = showsInbox ? nil : nextMark() {
            goToMark(mark)
            return []
        }
        guard let page = nextNews, setup.opens(page.url) else { return [] }
        let effects = openNews(page.url)
        notice = .news(
            "Next page of the inbox: \(VisibleText.line(page.name)), \(page.news.words).")
        return effects
    }

    /// Scrolls to the news of a page of the inbox as soon as they are known. Called at the end of every update.
    mutating func followNews() {
        guard case .news(let number) = account.goal else { return }
        guard visit?.opening.visit == number else { return account.goal = nil }
        guard account.tabs.front.showsVisit, account.tabs.front.navigation == nil, let document,
            document.isPage,
            case .known = account.tabs.front.reading?.state, document.latest.comparison == nil
        else { return }
        if let mark = document.countedMarks.first {
            account.goal = nil
            if !document.bytesShown(height: pageHeight(plan)).overlaps(mark.lowerBound..<mark.lowerBound + 1)
            {
                goToMark(mark.lowerBound)
            }
        } else if !isBusy {
            account.goal = nil
        }
    }
}

extension Tab {
    /// Prepares for a page of this program: the page on the screen is recorded in the history.
    fileprivate mutating func leaveForOwnPage() {
        leaveNavigation()
        history.record(.push, leaving: place ?? left?.place)
        visit = nil
        documentVisit = 0
        watching = nil
        reading = nil
        texts = [:]
        diffText = nil
        (lastRequest, responseBefore) = (nil, nil)
        resentResponses = []
    }
}
