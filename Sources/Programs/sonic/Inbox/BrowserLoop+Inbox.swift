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
            let result = await session.result()
            let page = await keeping.page(url, inbox, outcome: result?.outcome.name)
            refreshing[number] = nil
            let report = RefreshReport(
                account: keeping.account, url: url, page: page,
                failure: result.flatMap(RefreshReport.failure))
            receive(.found(.pages(.refreshed(report))))
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

    // Switching accounts and going offline: work in progress for the previous state is cancelled.

    func perform(_ effect: Effect.Accounts) {
        switch effect {
        case .list: handle(.accounts(.found(world.accounts)))
        case .change(let name): switchAccount(to: name)
        case .reachChanged(let reach): change(to: reach)
        case .saveTabs(let tabs): save(tabs)
        case .forget(let scope): forget(scope)
        }
    }

    /// Switches to another account.
    func switchAccount(to name: String) {
        let pool = world.pool
        do throws(Arguments.Mistake) {
            try world.use(account: name)
        } catch {
            return handle(.accounts(.refused(error.message)))
        }
        run { await pool.stop() }
        forgetStyles()
        // Pending refreshes are for the previous account.
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        secretsOrigin = nil
        handle(.accounts(.switched(name)))
        // The tabs of the last run, unless the account has tabs from this one.
        if world.restoresTabs {
            if let saved = world.readTabs() { handle(.accounts(.tabsRestored(saved))) }
            if let trouble = world.tabTrouble {
                handle(.settings(.changed(world.settings, keys: world.file.keys, warning: trouble)))
            }
        }
        completeBookmarks()
        readInbox(model.inboxOrder)
    }

    /// Cancels requests to servers, and finds the pages that are available without them.
    func change(to reach: Reach) {
        guard reach == .offline else { return }
        forgetStyles()
        let pool = world.pool
        world.pool = SessionPool(world.engine)
        run { await pool.stop() }
        listKeptPages()
    }
}
