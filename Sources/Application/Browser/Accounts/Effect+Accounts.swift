import BrowserValues

extension Effect {
    /// Effects of accounts, including whether requests are sent for them.
    public enum Accounts: Sendable, Equatable {
        /// Find the accounts that have stored data: `Report.found`.
        case list
        /// Switch to this account, empty for none: `Report.switched` or `.refused`.
        case change(to: String)
        /// Stop sending requests, and report `Report.storedPagesListed`; or send them again.
        case reachChanged(Reach)
        /// Save these tabs of the account for the next start.
        case saveTabs(SavedTabs)
        /// Delete this data of the account: `Report.forgotten`.
        case forget(ForgetScope)

        /// The results of these effects.
        public enum Report: Sendable {
            /// The accounts that have stored data.
            case found([String])
            /// The account in use changed to this one; empty for none.
            case switched(String)
            /// The tabs of the account that were open when the program ended.
            case tabsRestored(SavedTabs)
            /// The same, if a page was requested: none of them is opened until the reader asks for it.
            case tabsKeptClosed(SavedTabs)
            /// The account cannot be used, for this reason; the current one stays in use.
            case refused(String)
            /// The pages of the account that are stored, by the digests of their ids.
            case storedPagesListed(Set<String>, account: String)
            /// Whether the cookies of an account could be written to their file after a session ended.
            case cookiesPersisted(PersistenceStatus, account: String)
            /// The result of a deletion.
            case forgotten(ForgetReport)
        }
    }
}

extension Effect.Accounts.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .found(let names): model.setKnown(accounts: names)
        case .switched(let name): return model.enter(account: name)
        case .tabsRestored(let saved): return model.restore(saved)
        case .tabsKeptClosed(let saved): model.keepClosed(saved)
        case .refused(let reason): model.notice = .failure(reason)
        case .storedPagesListed(let digests, let name):
            if name == model.account.name, model.reach == .offline { model.account.storedAddresses = digests }
        case .cookiesPersisted(let status, let name):
            if name == model.account.name { model.update(cookies: status) }
        case .forgotten(let report): return model.handle(report)
        }
        return []
    }
}
