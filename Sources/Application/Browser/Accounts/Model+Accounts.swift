import BrowserValues
import CellGrid
import SonicProtocol
import SonicSession

// Accounts: choosing one, and clearing the state of the one before.
extension Model {
    /// Shows the list of accounts; those on the disk appear when they have been found.
    mutating func chooseAccount() -> [Effect] {
        overlay = AccountList(current: account.name)
        return [findAccounts]
    }

    /// Asks for the accounts on the disk.
    var findAccounts: Effect { .ask(.accounts(reply { $0.setKnown(accounts: $1) })) }

    mutating func setKnown(accounts: [String]) {
        if case .command(var line) = prompt {
            line.accounts = accounts
            prompt = .command(line)
        }
        guard let list = overlay as? AccountList else { return }
        overlay = AccountList(accounts, current: list.current, at: list.chosen)
    }

    /// Uses the account whose name was typed.
    mutating func acceptAccount(_ text: String) -> [Effect] {
        prompt = nil
        let name = text.trimmed
        guard name.isEmpty else { return use(account: name) }
        return refuse("No name was typed.")
    }

    mutating func use(account name: String) -> [Effect] {
        overlay = nil
        guard name != account.name else { return notify(.news("This account is in use already.")) }
        // This must be done before the folders are those of the other account.
        return rememberPlaces() + [.switchAccount(to: name)]
    }

    /// Switches to an account: the state of the one before is parked, and the tabs that this one had open return.
    mutating func enter(account name: String) -> [Effect] {
        var effects = stopSessions()
        effects += account.downloads.entries.filter(\.state.isRunning).map {
            .stopDownload($0.number)
        }
        parked[account.name] = account.parked
        var next = parked.removeValue(forKey: name) ?? AccountState(name)
        next.downloads.count(on: account.downloads)
        next.intercepted = InterceptedExchanges(filter: account.intercepted.filter)
        account = next
        overlay = nil
        prompt = nil
        inputMode = nil
        if account.tabs.front.left == nil { showStartPage() } else { effects += comeInFront() }
        notice = .news(
            name.isEmpty
                ? "Switched to no account." : "Switched to account “\(VisibleText.line(name))”.")
        if reach == .offline { effects.append(.reachChanged(.offline)) }
        return effects + readAccount(withInbox: true)
    }

    /// Returns the effects that read what is stored for the account, at the start and after a switch.
    public func readAccount(withInbox: Bool) -> [Effect] {
        (reach == .offline ? [findStoredPages] : []) + [.ask(.completeBookmarks(bookmarksReply))]
            + (withInbox ? [readInbox] : [])
    }

    /// Asks for the pages that are available offline.
    var findStoredPages: Effect {
        .ask(.storedPages(reply { $0.account.storedAddresses = $0.reach == .offline ? $1 : nil }))
    }

    // Deleting the data of pages, sites, the last hour or everything.

    /// Deletes the data that a word names; everything only after a confirmation.
    mutating func forget(_ word: String) throws(TypingMistake) -> [Effect] {
        switch word {
        case "page": return forget(.page(try pageInFront().withoutFragment.withoutCredentials))
        case "site": return forget(.site(try pageInFront().host))
        case "hour": return forget(.hour)
        case "all":
            inputMode = .question(.forgetAll(account: account.name))
            return []
        default: throw TypingMistake(words: "forget takes page, site, hour or all: forget page.")
        }
    }

    private func pageInFront() throws(TypingMistake) -> WebURL {
        guard let document, document.isWorthReturning else {
            throw TypingMistake(words: "No page on the screen to forget.")
        }
        return document.url
    }

    /// Deletes data. Running sessions of it are stopped first, so that they store nothing afterwards.
    mutating func forget(_ scope: ForgetScope) -> [Effect] {
        var effects: [Effect] = []
        for index in account.tabs.indices {
            guard let visit = account.tabs[index].visit, visit.isBusy else { continue }
            if scope == .hour || scope.names(visit.opening.url) {
                effects += account.tabs[index].stopSession()
            }
        }
        account.inbox.stop()
        notice = .news("Forgetting…")
        return effects + [.ask(.forget(scope, reply { $0.handle($1) }))]
    }

    /// Whether a typed address is one of those deleted.
    private func isNamed(_ typed: String, by report: ForgetReport) -> Bool {
        do throws(TypingMistake) {
            return report.names(try address(typed))
        } catch {
            // It could not be opened.
            return false
        }
    }

    /// Removes the deleted data from memory too. Pages on the screen stay there, and are not stored.
    mutating func handle(_ report: ForgetReport) {
        for index in account.tabs.indices {
            if let url = account.tabs[index].place?.url ?? account.tabs[index].left?.place.url,
                report.names(url)
            {
                account.tabs[index].forgotten = url.withoutFragment
            }
            if let visit = account.tabs[index].visit,
                report.names(visit.opening.url) || report.names(visit.target)
            {
                account.tabs[index].visit?.trace.forgetCopy()
                account.tabs[index].reading?.news = .none
            }
            account.tabs[index].history.forget(report.names)
        }
        account.tabs.forgetClosed(report.names)
        account.knownPages.removeAll { report.names($0.url) && $0.bookmark == nil }
        account.placeMarks = account.placeMarks.filter { !report.names($0.value.url) }
        account.typed.addresses = account.typed.addresses.filter { !isNamed($0, by: report) }
        account.journal.forget(report.names)
        account.records.forget(report.names)
        account.inbox.forget(report.names)
        account.ahead = Prefetch()
        if report.scope == .all {
            account.typed = TypedLines()
            account.knownPages = []
            account.bookmarks = []
            account.inbox = Inbox()
        }
        rewriteInbox()
        if let failure = report.failure {
            let words = report.tally == ForgetTally() ? "" : " " + report.tally.words
            notice = .failure(failure + words)
        } else {
            notice = .news(report.tally.words)
        }
    }
}

/// The list of accounts for the reader to choose from.
struct AccountList: ListOverlay {
    /// Their names: first the empty string, for no account, then the others in order.
    let names: [String]
    /// The account in use; empty for none.
    let current: String
    /// The account under the cursor.
    var cursor: ListCursor

    /// Creates a list of the known accounts.
    /// - Parameter chosen: The account under the cursor; nil for the one in use.
    init(_ known: [String] = [], current: String, at chosen: String? = nil) {
        self.current = current
        names = Set(known + [current, ""]).sorted()
        cursor = ListCursor(count: names.count, at: names.firstIndex(of: chosen ?? current) ?? 0)
    }

    /// The account under the cursor; empty for none.
    var chosen: String { names[cursor.index] }

    /// Returns the label of an account on the screen.
    func label(_ index: Int) -> String {
        names[index].isEmpty ? "no account" : VisibleText.line(names[index])
    }

    var title: String { "Accounts" }

    var hints: [Command] { [.takeOptions, .typeAccount, .optionDown, .optionUp, .findOption, .leaveOptions] }

    var ways: String { "{take-entry} chooses, {type-account} types a name, {leave-list} leaves." }

    var entering: String { "switch" }

    var context: KeyTable.Context { .accounts }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions: return .closes(model.use(account: chosen))
        case .typeAccount:
            model.prompt = .account(LineEditor())
            return .stays()
        case .some, nil: return .passes(command)
        }
    }

    func labels(_ model: Model) -> [String]? { names.indices.map(label) }

    var headings: [ListColumn: String]? { [.title: "account"] }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        [
            .mark: ListCell(names[index] == current ? "•" : " ", .marker),
            .title: ListCell(label(index), names[index].isEmpty ? .dimmed : .text),
        ]
    }
}
