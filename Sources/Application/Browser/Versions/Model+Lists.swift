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
