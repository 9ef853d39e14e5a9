import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SonicSession

// Bookmarks, the inbox and forgetting, concurrently with the screen.
extension BrowserLoop {
    func perform(_ effect: Effect.Pages) {
        switch effect {
        case .list(let listing): listPages(listing)
        case .changeBookmark(let url, let title):
            changeBookmarks { await $0.change(url, title: title) }
        case .keep(let url, let title, let isKept):
            changeBookmarks { await $0.keep(url, title: title, offline: isKept) }
        // Another program may have changed them.
        case .readBookmarks(let page): changeBookmarks { await $0.report(showing: page) }
        case .readInbox(let order): readInbox(order)
        case .refresh(let url, let order): refreshPage(url, order)
        }
    }

    /// Makes the bookmarks and the pages that the cache keeps agree, after the first frame.
    func completeBookmarks() {
        changeBookmarks { [firstFrame] in
            await firstFrame.drawn()
            return await $0.completeBookmarks()
        }
    }

    /// Changes or reads bookmarks, after previous changes, and reports the result, if there is any.
    private func changeBookmarks(
        _ change: @escaping @Sendable (InboxService) async -> BookmarkReport?
    ) {
        let keeping = world.inbox
        noting = Task { [noting] in
            await noting?.value
            if let report = await change(keeping) { receive(.found(.pages(.bookmarksFound(report)))) }
        }
    }

    /// Finds the known pages, for a list or a line being typed.
    func listPages(_ listing: PageListing) {
        let keeping = world.inbox
        run { [self] in
            receive(.found(.pages(.found(await keeping.known(), for: listing, account: keeping.account))))
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
