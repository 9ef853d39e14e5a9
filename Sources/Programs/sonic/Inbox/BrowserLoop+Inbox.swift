import Browser
import SonicProtocol
import SonicSession

// Bookmarks, the inbox and forgetting, while the screen goes on.
extension BrowserLoop {
    /// Finds the pages that are known, for a list or a line being typed.
    func listPages(_ listing: PageListing) {
        let keeping = world.inbox
        Task {
            receive(.found(.pagesFound(await keeping.known(), for: listing, account: keeping.account)))
        }
    }

    /// Bookmarks a page, or takes its bookmark away, behind the changes before.
    func changeBookmark(_ url: WebURL, title: String) {
        let keeping = world.inbox
        noting = Task { [noting] in
            await noting?.value
            receive(.found(.bookmarksFound(await keeping.change(url, title: title))))
        }
    }

    /// Finds out whether a page is pinned, and with it which are bookmarked: another program may have changed either.
    func findPin(_ url: WebURL) {
        let pins = world.pins
        let pages = world.inbox
        let account = world.account
        Task {
            receive(.foundOf(account: account, .pinFound(await pins.find(url))))
            receive(.found(.bookmarksFound(await pages.report())))
        }
    }

    /// Finds the pages of the inbox. No frame waits for it, and no version is noted as seen behind it.
    func readInbox(_ order: InboxOrder) {
        let keeping = world.inbox
        Task { [noting] in
            await firstFrame.drawn()
            await noting?.value
            receive(.found(.inboxFound(await keeping.whole(order), account: keeping.account)))
        }
    }

    /// Asks for a page of the inbox. Its session is one that the reader's own may join.
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
                    .pageRefreshed(
                        RefreshReport(
                            account: keeping.account, url: url, page: page, failure: result?.failureWords))))
        }
    }

    /// Forgets what is meant, once nothing is being stored of it any more.
    func forget(_ scope: ForgetScope) {
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        let (pool, forgetting) = (world.pool, world.forgetting)
        world.pool = SessionPool(world.engine)
        let done = Task { [noting, saving] in
            await pool.stop()
            await noting?.value
            await saving?.value
            receive(.found(.forgotten(await forgetting.forget(scope))))
        }
        // What is saved and noted from now on comes behind it.
        (noting, saving) = (done, done)
    }
}
