import SonicSession

extension Effect {
    /// What is asked about accounts, and whether servers are asked for them.
    public enum Accounts: Sendable, Equatable {
        /// Find the accounts that something is stored of: `Report.found`.
        case list
        /// Go on under this account, empty for none: `Report.switched` or `.refused`.
        case change(to: String)
        /// Ask no server from now on, and report `Report.storedPagesListed`; or ask again.
        case reachChanged(Reach)
        /// Remember these tabs of the account for the next start.
        case saveTabs(SavedTabs)
        /// Forget this of the account: `Report.forgotten`.
        case forget(ForgetScope)

        /// What becomes of accounts.
        public enum Report: Sendable {
            /// Something is stored of these accounts.
            case found([String])
            /// Everything is done under this account from now on; empty for none.
            case switched(String)
            /// These tabs of the account were open when the program ended.
            case tabsRestored(SavedTabs)
            /// The same, where a page was asked for: none of them is opened before the reader wants it.
            case tabsKeptClosed(SavedTabs)
            /// The account cannot be used, for this reason; the one in use stays.
            case refused(String)
            /// The pages of the account that are stored, by the digests of their ids.
            case storedPagesListed(Set<String>, account: String)
            /// Whether the cookies of an account reached their file, when a session had ended.
            case cookiesPersisted(PersistenceStatus, account: String)
            /// This became of what was to be forgotten.
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
