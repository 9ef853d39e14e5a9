import CellGrid
import SonicProtocol

// Accounts: choosing one, and clearing the state of the one before.
extension Model {
    /// Shows the list of accounts; those on the disk appear when they have been found.
    mutating func chooseAccount() -> [Effect] {
        overlay = AccountList(current: account.name)
        return [.accounts(.list)]
    }

    /// Sets the accounts that were found on the disk.
    mutating func setKnown(accounts: [String]) {
        if case .command(var line) = prompt {
            line.accounts = accounts
            prompt = .command(line)
        }
        guard var list = overlay as? AccountList else { return }
        list.setKnown(accounts)
        overlay = list
    }

    /// Uses the account whose name was typed.
    mutating func acceptAccount(_ text: String) -> [Effect] {
        prompt = nil
        let name = text.trimmed
        guard name.isEmpty else { return use(account: name) }
        notice = .refusal("No name was typed.")
        return []
    }

    mutating func use(account name: String) -> [Effect] {
        overlay = nil
        guard name != account.name else {
            notice = .news("This account is in use already.")
            return []
        }
        // This must be done before the folders are those of the other account.
        return rememberPlaces() + [.accounts(.change(to: name))]
    }

    /// Switches to an account: the state of the one before is parked, and the tabs that this one had open return.
    mutating func enter(account name: String) -> [Effect] {
        var effects = stopSessions()
        effects += account.downloads.entries.filter(\.state.isRunning).map {
            .files(.stopDownload($0.number))
        }
        parked[account.name] = account.parked
        var next = parked.removeValue(forKey: name) ?? AccountState(name)
        next.follow(account)
        account = next
        overlay = nil
        prompt = nil
        inputMode = nil
        if account.tabs.front.left == nil { showStartPage() } else { effects += comeInFront() }
        notice = .news(
            name.isEmpty
                ? "Switched to no account." : "Switched to account “\(VisibleText.line(name))”.")
        switch reach {
        case .online: return effects
        case .offline: return effects + [.accounts(.reachChanged(.offline))]
        }
    }
}
