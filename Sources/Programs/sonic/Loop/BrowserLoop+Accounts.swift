import Browser
import BrowserValues
import SonicSession

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
