import SonicProtocol
import SonicSession

// The lists of versions and of sessions.
extension Model {
    /// Shows how two versions differ.
    mutating func show(_ report: DifferenceReport) {
        guard report.account == account.name else { return }
        apply(report)
        guard let list = overlay as? VersionList, list.page == report.order.page else { return }
        guard let difference = report.difference else {
            notice = .refusal("One of these versions is not kept any more.")
            return
        }
        overlay = TextDialog(difference, report.order)
    }

    /// Shows the sessions under way, the pages loaded ahead and the sessions that are remembered.
    /// - Parameter damaged: How many lines of the history cannot be read.
    mutating func show(sessions: [PastSession], damaged: Int, of name: String) {
        guard name == account.name, overlay == nil, prompt == nil else { return }
        if damaged > 0 {
            let lines = damaged == 1 ? "1 line" : "\(damaged) lines"
            notice = .news("\(lines) of the history cannot be read, and is left out.")
        }
        let current = currentSessions
        guard !sessions.isEmpty || !current.isEmpty else {
            notice = .refusal("No session is remembered yet.")
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
