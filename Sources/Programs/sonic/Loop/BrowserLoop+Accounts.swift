import Browser
import SonicSession

// Another account, and going offline: what was begun for what counted before is given up.
extension BrowserLoop {
    /// Goes on under another account.
    func switchAccount(to name: String) {
        let pool = world.pool
        do throws(Arguments.Mistake) {
            try world.use(account: name)
        } catch {
            return handle(.accountRefused(error.message))
        }
        Task { await pool.stop() }
        forgetStyles()
        // What is still being found out is about the account that was left.
        for task in refreshing.values { task.cancel() }
        refreshing = [:]
        secretsOrigin = nil
        handle(.accountSwitched(name))
        // Those of the run before, unless the account has some from this one.
        if world.tabRestoration(opening: nil) == .all {
            if let saved = world.readTabs() { handle(.tabsRestored(saved)) }
            if let trouble = world.tabTrouble { handle(.configured(world.settings, warning: trouble)) }
        }
        readInbox(model.inboxOrder)
    }

    /// Ends what servers were asked for, and finds out what there is without them.
    func change(to reach: Reach) {
        guard reach == .offline else { return }
        forgetStyles()
        let pool = world.pool
        world.pool = SessionPool(world.engine)
        Task { await pool.stop() }
        listKeptPages()
    }
}
