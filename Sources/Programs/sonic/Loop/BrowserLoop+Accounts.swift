import Browser
import SonicSession

// Another account, and going offline: what was begun for what counted before is given up.
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

    /// Goes on under another account.
    func switchAccount(to name: String) {
        let pool = world.pool
        do throws(Arguments.Mistake) {
            try world.use(account: name)
        } catch {
            return handle(.accounts(.refused(error.message)))
        }
        run { await pool.stop() }
        forgetStyles()
        // What is still being found out is about the account that was left.
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        secretsOrigin = nil
        handle(.accounts(.switched(name)))
        // Those of the run before, unless the account has some from this one.
        if world.tabRestoration == .all {
            if let saved = world.readTabs() { handle(.accounts(.tabsRestored(saved))) }
            if let trouble = world.tabTrouble {
                handle(.settings(.changed(world.settings, warning: trouble)))
            }
        }
        readInbox(model.inboxOrder)
    }

    /// Ends what servers were asked for, and finds out what there is without them.
    func change(to reach: Reach) {
        guard reach == .offline else { return }
        forgetStyles()
        let pool = world.pool
        world.pool = SessionPool(world.engine)
        run { await pool.stop() }
        listKeptPages()
    }
}
