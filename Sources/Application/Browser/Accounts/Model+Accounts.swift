import CellGrid
import SonicProtocol

// Accounts: choosing one, and forgetting all of the one before.
extension Model {
    /// Shows the accounts; those on the disk are listed once they were found.
    mutating func chooseAccount() -> [Effect] {
        sheet = .accounts(AccountList(current: account))
        return [.listAccounts]
    }

    /// Takes the accounts that were found on the disk.
    mutating func setKnown(accounts: [String]) {
        guard case .accounts(var list) = sheet else { return }
        list.setKnown(accounts)
        sheet = .accounts(list)
    }

    mutating func press(_ key: Key, in list: AccountList) -> [Effect] {
        var list = list
        let command = keys.command(for: key, in: [.accounts, .list])
        if let command, list.cursor.perform(command, height: overlayArea.rows.value) {
            sheet = .accounts(list)
            return []
        }
        switch command {
        case .takeOptions: return use(account: list.chosen)
        case .typeAccount: prompt = .account(LineEditor())
        case .findOption: prompt = .find(LineEditor(), from: list.cursor.index)
        case .leaveOptions: sheet = nil
        case .some, nil:
            let words = "{take-entry} chooses, {type-account} types a name, {leave-list} leaves."
            notice = .refusal(keys.namingKeys("\(key.name) does nothing here: " + words))
        }
        return []
    }

    /// Takes the name of an account that was typed.
    mutating func acceptAccount(_ text: String) -> [Effect] {
        prompt = nil
        let name = text.trimmed
        guard name.isEmpty else { return use(account: name) }
        notice = .refusal("No name was typed.")
        return []
    }

    mutating func use(account name: String) -> [Effect] {
        sheet = nil
        guard name != account else {
            notice = .news("This account is in use already.")
            return []
        }
        // Before the folders are those of the other account.
        return rememberPlaces() + [.switchAccount(name)]
    }

    /// Goes on under an account: what the one before has seen, typed and filled in is put away with it, and what this one
    /// had open comes back.
    mutating func enter(account name: String) -> [Effect] {
        var effects = leaveAccount()
        inbox = Inbox()
        bookmarks = []
        seeking = nil
        shelf = StyleShelf()
        knownPages = []
        ahead = Prefetch()
        journal = SessionJournal()
        records = PageRecords()
        sheet = nil
        prompt = nil
        interlude = nil
        (storedAddresses, awaited) = (nil, nil)
        (pagePersistence, cookiePersistence) = (.works, .works)
        secretsOnScreen = .masked
        notice = nil
        switch tabRestoration {
        case .several: tabRestoration = .all
        case .off, .all: break
        }
        effects += resumeAccount(name)
        notice = .news(
            name.isEmpty
                ? "No account from here on." : "Account \(VisibleText.line(name)) from here on.")
        switch reach {
        case .online: return effects
        case .offline: return effects + [.reachChanged(.offline)]
        }
    }
}
