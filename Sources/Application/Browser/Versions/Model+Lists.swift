import BrowserValues
import SonicProtocol
import SonicSession
import Workbench

// The lists of versions and of sessions.
extension Model {
    /// Asks for the session history, to show it.
    func askForSessions() -> [Effect] {
        [.ask(.sessions(reply { $0.show(sessions: $1.sessions, damaged: $1.damaged) }))]
    }

    /// Shows the running sessions, the preloaded pages and the session history.
    /// - Parameter damaged: The number of unreadable lines of the history.
    private mutating func show(sessions: [PastSession], damaged: Int) {
        guard overlay == nil, prompt == nil else { return }
        if damaged > 0 {
            notice = .news("Skipped \(String.counted(damaged, "line")) of the history that cannot be read.")
        }
        let current = currentSessions
        guard !sessions.isEmpty || !current.isEmpty else {
            notice = .refusal(keys.line("No past sessions yet: {open} opens a page."))
            return
        }
        overlay = SessionList(sessions, now: current, page: document?.url.withoutFragment.withoutCredentials)
    }

    /// Shows everything that is stored about a session.
    mutating func showDetails(of past: PastSession) { overlay = TextDialog(past, date: { moment($0) }) }

    // The files of the page in the cache.

    /// The path of the folder with the files of the version that the session in front left in the cache; nil for none.
    var folderOfPage: String? {
        guard let visit, let result = visit.result, !visit.trace.isCopyForgotten,
            settings[result.url].terms.mayBeWritten,
            let number = result.storage.version(after: visit.foundVersion)
        else { return nil }
        return setup.environment.pageFolder(result.pageID).map { "\($0)/\(number)" }
    }

    /// Opens that folder in a new tab.
    mutating func showFiles() -> [Effect] {
        guard let folderOfPage, let url = WebURL(FilePath(folderOfPage).address + "/") else {
            return refuse(.notStored)
        }
        return open(url, in: .inFront)
    }

    // Running sessions and preloaded pages.

    /// The running sessions and the preloaded pages, as rows.
    var currentSessions: [SessionEntry] {
        let running = account.tabs.indices.compactMap { index -> SessionEntry? in
            guard let visit = account.tabs[index].visit, visit.isBusy else { return nil }
            return .running(tab: index, visit.opening.url.withoutCredentials)
        }
        return running
            + account.ahead.pages.reversed().filter { $0.state != .over }.map {
                .ahead($0.url.withoutCredentials)
            }
    }

    /// Returns the current activity of a session that is not in the history, in a few words.
    func activity(of entry: SessionEntry) -> String {
        switch entry {
        case .past: return ""
        case .running(let tab, let url):
            guard account.tabs.indices.contains(tab), let visit = account.tabs[tab].visit, visit.isBusy,
                visit.opening.url.withoutCredentials == url
            else { return "ended" }
            return "\(visit.activity), tab \(tab + 1)"
        case .ahead(let url):
            switch account.ahead.pages.first(where: { $0.url.withoutCredentials == url })?.state {
            case .loading: return "loading ahead"
            case .loaded: return "loaded ahead"
            case .over, nil: return "ended"
            }
        }
    }

    // Comparing two exchanges side by side.

    /// Shows two exchanges side by side.
    mutating func compare(_ old: ExchangeSide, with new: ExchangeSide) {
        let sides = SideBySide(old, new)
        // The list that it was opened from returns when it is closed.
        if showsExchanges {
            overlays.append(sides)
        } else {
            overlay = sides
        }
    }

    /// Whether Enter compares the two marked exchanges of the list.
    var comparesMarks: Bool { account.marks.count == 2 && showsExchanges }

    /// Whether the overlay is a list of exchanges that can be compared.
    private var showsExchanges: Bool {
        overlay is VersionList || overlay is SessionList || overlay is TrafficOverlay
    }

    /// Performs a command of a list of exchanges that is about marks; nil for any other, and if it is about the entry.
    /// - Parameter side: The entry under the cursor; nil if it cannot be compared.
    mutating func useMarks(_ command: Command?, on side: SideSource?) -> [Effect]? {
        if command == .takeOptions || command == .compareVersions, comparesMarks { return compareMarks() }
        guard command == .toggleOption || command == .compareWith else { return nil }
        guard let side else {
            return refuse("There is nothing of this entry to compare.")
        }
        if let index = account.marks.firstIndex(where: { $0.title == side.title }) {
            account.marks.remove(at: index)
            return notify(.news("No longer marked: \(side.title)."))
        }
        // A third mark replaces the first.
        account.marks = account.marks.suffix(1) + [side]
        if account.marks.count == 2 {
            if command == .compareWith { return compareMarks() }
            return notify(.news(keys.line("Marked two: {take-entry} compares them.")))
        }
        let ways = "{toggle-entry} on another one and {take-entry} compare the two."
        return notify(.news(keys.line("Marked \(side.title): \(ways)")))
    }

    /// Compares the two marked exchanges, and removes the marks.
    private mutating func compareMarks() -> [Effect] {
        let order = SideOrder(account.marks[0], account.marks[1])
        account.marks = []
        return compare(order)
    }

    /// Whether an exchange is marked.
    func isMarked(_ title: String?) -> Bool { account.marks.contains { $0.title == title } }

    /// Shows two sides, or requests those that are not in memory.
    mutating func compare(_ order: SideOrder) -> [Effect] {
        if case .exchange(let old) = order.old, case .exchange(let new) = order.new {
            compare(old, with: new)
            return []
        }
        return [.ask(.sides(order, reply { $0.show($1) }))]
    }

    /// Compares the page on the screen with the version that its changes are relative to.
    mutating func compareSource() -> [Effect] {
        guard let page = document?.url.withoutFragment else { return [] }
        if let navigation = account.tabs.front.navigation {
            let sides = [navigation.shown, navigation.against].map { SideSource.version(page, number: $0) }
            return compare(SideOrder(sides[0], sides[1]))
        }
        guard let visit, let before = versionBefore, before != account.tabs.front.shownVersion else {
            return refuse("There is no other version to compare this page with.")
        }
        return compare(
            SideOrder(
                .version(page, number: before),
                .exchange(ExchangeSide(visit.trace, title: "the page now"))))
    }

    /// The version that the changes on the screen are relative to; nil for none.
    private var versionBefore: Int? {
        switch account.tabs.front.reading?.news {
        case .since(let number)?, .sinceLater(let number, _)?: number
        case .none?, .lost?, nil: visit?.trace.turns.last?.stored?.number
        }
    }

    /// Shows the sides that were read, unless another overlay or prompt is open by now.
    private mutating func show(_ report: SideReport) {
        guard prompt == nil,
            overlay == nil || showsExchanges
        else { return }
        switch report {
        case .sides(let old, let new): compare(old, with: new)
        case .missing(let why): notice = .refusal(why)
        }
    }

    /// Returns what can be compared of a session, or nil for nothing.
    func side(of entry: SessionEntry) -> SideSource? {
        switch entry {
        case .past(let past): past.left.map { .version(past.url, number: $0) }
        case .running(let tab, let url):
            account.tabs.indices.contains(tab)
                ? account.tabs[tab].visit.map {
                    .exchange(ExchangeSide($0.trace, title: "tab \(tab + 1), \(url.href)"))
                } : nil
        case .ahead: nil
        }
    }
}
