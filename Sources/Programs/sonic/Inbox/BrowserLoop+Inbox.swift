import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SonicSession

// Bookmarks, the inbox and forgetting, concurrently with the screen.
extension BrowserLoop {
    /// Changes or reads bookmarks, after previous changes, and reports the result, if there is any.
    func changeBookmarks(
        _ reply: QueryReply<BookmarkReport>,
        _ change: @escaping @Sendable (InboxService) async -> BookmarkReport?
    ) {
        let inbox = world.inbox
        noting = Task { [noting] in
            await noting?.value
            if let report = await change(inbox) { receive(.event(reply.event(report))) }
        }
    }

    /// Refreshes a page of the inbox. A session that the user opens may join this one.
    func refreshPage(
        _ url: WebURL, width: Int, _ reply: QueryReply<(page: InboxPage, failure: String?)>
    ) {
        refresh()
        let order = order(url, .open, .get)
        let (keeping, world) = (world.inbox, world)
        let number = refreshCount
        refreshCount += 1
        refreshing[number] = Task {
            let session = await world.open(order)
            let result = await session.result()
            let page = await keeping.page(url, width: width, outcome: result?.outcome.name)
            refreshing[number] = nil
            receive(.event(reply.event((page, result.flatMap(InboxPage.failure)))))
        }
    }

    /// Forgets data, once no session can store any of it.
    func forget(_ scope: ForgetScope, _ reply: QueryReply<ForgetReport>) {
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        let (pool, forgetting) = (world.pool, world.forgetting)
        world.pool = SessionPool(world.engine)
        let done = Task { [noting, saving] in
            await pool.stop()
            await noting?.value
            await saving?.value
            receive(.event(reply.event(await forgetting.forget(scope))))
        }
        // What is saved and noted later follows it.
        (noting, saving) = (done, done)
    }

    // Switching accounts and going offline: work in progress for the previous state is cancelled.

    /// Switches to another account.
    func switchAccount(to name: String) {
        let pool = world.pool
        do throws(Arguments.Mistake) {
            try world.use(account: name)
        } catch {
            return handle(.failed(error.message))
        }
        reportParts()
        run { await pool.stop() }
        forgetStyles()
        // Pending refreshes are for the previous account.
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        secretsOrigin = nil
        handle(.accountSwitched(name))
        // The tabs of the last run, unless the account has tabs from this one.
        if world.restoresTabs {
            if let saved = world.readTabs() { handle(.tabsRestored(saved)) }
            if let trouble = world.tabTrouble {
                handle(.configured(world.settings, keys: world.file.keys, warning: trouble))
            }
        }
    }

    /// Accepts a certificate. Secret headers of the command line were for the server with a verified one.
    func accept(certificate sha256: String, of origin: String) {
        world.accept(certificate: sha256, of: origin)
        if secretsOrigin == origin { secretsOrigin = "" }
        handle(.configured(world.settings, keys: world.file.keys, warning: nil))
    }

    /// Cancels requests to servers.
    func stopRequests() {
        forgetStyles()
        let pool = world.pool
        world.pool = SessionPool(world.engine)
        run { await pool.stop() }
    }
}
