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
            let result = await session.result()
            let page = await keeping.page(url, inbox, outcome: result?.outcome.name)
            refreshing[number] = nil
            let report = RefreshReport(
                account: keeping.account, url: url, page: page, failure: result?.failureWords)
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
}

// Switching accounts and going offline: work in progress for the previous state is cancelled.
extension BrowserLoop {
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
        if world.tabRestoration == .all {
            if let saved = world.readTabs() { handle(.accounts(.tabsRestored(saved))) }
            if let trouble = world.tabTrouble {
                handle(.settings(.changed(world.settings, keys: world.file.keys, warning: trouble)))
            }
        }
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
