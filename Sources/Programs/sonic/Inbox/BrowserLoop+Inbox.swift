import Browser
import BrowserValues
import SonicProtocol
import SonicSession

// Bookmarks, the inbox and forgetting, concurrently with the screen.
extension BrowserLoop {
    func perform(_ effect: Effect.Pages) {
        switch effect {
        case .list(let listing): listPages(listing)
        case .changeBookmark(let url, let title): changeBookmark(url, title: title)
        case .readInbox(let order): readInbox(order)
        case .refresh(let url, let order): refreshPage(url, order)
        case .findPin(let url): findPin(url)
        case .changePin(let url):
            let pins = world.pins
            let account = world.account
            run { self.receive(.foundOf(account: account, .pages(.pinFound(await pins.change(url))))) }
        }
    }

    /// Finds the known pages, for a list or a line being typed.
    func listPages(_ listing: PageListing) {
        let keeping = world.inbox
        run { [self] in
            receive(.found(.pages(.found(await keeping.known(), for: listing, account: keeping.account))))
        }
    }

    /// Adds or removes the bookmark of a page, after previous changes.
    func changeBookmark(_ url: WebURL, title: String) {
        let keeping = world.inbox
        noting = Task { [noting] in
            await noting?.value
            receive(.found(.pages(.bookmarksFound(await keeping.change(url, title: title)))))
        }
    }

    /// Finds out whether a page is pinned, and which pages are bookmarked: another program may have changed either.
    func findPin(_ url: WebURL) {
        let pins = world.pins
        let pages = world.inbox
        let account = world.account
        run { [self] in
            receive(.foundOf(account: account, .pages(.pinFound(await pins.find(url)))))
            receive(.found(.pages(.bookmarksFound(await pages.report()))))
        }
    }

    /// Finds the pages of the inbox, after the first frame and after previous versions are noted as seen.
    func readInbox(_ order: InboxOrder) {
        let keeping = world.inbox
        run { [self, noting] in
            await firstFrame.drawn()
            await noting?.value
            receive(.found(.pages(.inboxFound(await keeping.whole(order), account: keeping.account))))
        }
    }

    /// Refreshes a page of the inbox. A session that the user opens may join this one.
    func refreshPage(_ url: WebURL, _ inbox: InboxOrder) {
        refresh()
        let order = order(url, .open, .get)
        let (keeping, world) = (world.inbox, world)
        let number = refreshCount
        refreshCount += 1
        refreshing[number] = Task {
            let session = await world.open(order)
            var result: SessionResult?
            for await event in session.events { if case .ended(let ended) = event { result = ended } }
            let page = await keeping.page(url, inbox, outcome: result?.outcome.name)
            refreshing[number] = nil
            receive(
                .found(
                    .pages(
                        .refreshed(
                            RefreshReport(
                                account: keeping.account, url: url, page: page, failure: result?.failureWords)
                        ))))
        }
    }

    /// Forgets data, once no session can store any of it.
    func forget(_ scope: ForgetScope) {
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        let (pool, forgetting) = (world.pool, world.forgetting)
        world.pool = SessionPool(world.engine)
        let done = Task { [noting, saving] in
            await pool.stop()
            await noting?.value
            await saving?.value
            receive(.found(.accounts(.forgotten(await forgetting.forget(scope)))))
        }
        // What is saved and noted later follows it.
        (noting, saving) = (done, done)
    }
}
