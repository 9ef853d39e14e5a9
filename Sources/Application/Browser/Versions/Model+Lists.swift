import Diagnostics
import SonicProtocol
import SonicSession

// The lists of versions and of sessions.
extension Model {
    /// Shows the sessions under way, the pages loaded ahead and the sessions that are remembered.
    /// - Parameter damaged: How many lines of the history cannot be read.
    mutating func show(sessions: [PastSession], damaged: Int, of name: String) {
        guard name == account.name, overlay == nil, prompt == nil else { return }
        if damaged > 0 {
            let lines = damaged == 1 ? "1 line" : "\(damaged) lines"
            notice = .news("Skipped \(lines) of the history that cannot be read.")
        }
        let current = currentSessions
        guard !sessions.isEmpty || !current.isEmpty else {
            notice = .refusal("No past sessions yet.")
            return
        }
        overlay = SessionList(sessions, now: current, page: document?.url.withoutFragment.withoutCredentials)
    }

    /// Tells all that is remembered of a session.
    mutating func tell(of past: PastSession) {
        overlay = TextDialog(past, date: { date($0, to: .seconds) })
    }
}

// Sessions that have not ended, and pages loaded ahead.
extension Model {
    /// The sessions under way and the pages loaded ahead, as rows.
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

    /// What a session that is none of the past does now, in a few words.
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
}

// Two exchanges side by side: any two of which there are sides.
extension Model {
    /// Shows two exchanges side by side, whatever they are of.
    mutating func compare(_ old: ExchangeSide, with new: ExchangeSide) {
        var sides = SideBySide(old, new)
        if overlay is VersionList || overlay is SessionList { sides.list = listed }
        overlay = sides
    }

    /// Marks an exchange for a comparison, or compares it with the one that is marked, from whatever list that was. One that
    /// is marked already is so no more.
    mutating func mark(_ side: SideSource) -> [Effect] {
        guard let marked = account.comparedSide else {
            account.comparedSide = side
            notice = .news(
                keys.namingKeys("Marked \(side.title): {compare-with} on another one compares them."))
            return []
        }
        account.comparedSide = nil
        guard marked != side else {
            notice = .news("No longer marked: \(side.title).")
            return []
        }
        return compare(SideOrder(marked, side))
    }

    /// Shows two sides, or has those read that are not in memory.
    mutating func compare(_ order: SideOrder) -> [Effect] {
        if case .exchange(let old) = order.old, case .exchange(let new) = order.new {
            compare(old, with: new)
            return []
        }
        return [.versions(.readSides(order))]
    }

    /// Compares the page on the screen with the version that its changes are told from.
    mutating func compareSource() -> [Effect] {
        guard let page = document?.url.withoutFragment else { return [] }
        if let navigation = account.tabs.front.navigation {
            let sides = [navigation.shown, navigation.against].map { SideSource.version(page, number: $0) }
            return compare(SideOrder(sides[0], sides[1]))
        }
        guard let visit, let before = versionBefore, before != account.tabs.front.shownVersion else {
            notice = .refusal("There is no other version to compare this page with.")
            return []
        }
        return compare(
            SideOrder(
                .version(page, number: before),
                .exchange(ExchangeSide(visit.trace, title: "the page now"))))
    }

    /// The version that the changes on the screen are told from; nil for none.
    private var versionBefore: Int? {
        switch account.tabs.front.reading?.news {
        case .since(let number)?, .sinceLater(let number, _)?: number
        case .none?, .lost?, nil: visit?.trace.turns.last?.stored?.number
        }
    }

    /// Takes the sides that were read, unless the reader has gone on to something else.
    mutating func show(_ report: SideReport) {
        guard report.account == account.name, prompt == nil,
            overlay == nil || overlay is VersionList || overlay is SessionList
        else { return }
        switch report.found {
        case .sides(let old, let new): compare(old, with: new)
        case .missing(let why): notice = .refusal(why)
        }
    }

    /// What can be compared of a session; nil for nothing.
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
