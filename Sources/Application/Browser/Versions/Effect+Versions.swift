import Diagnostics
import SonicProtocol
import SonicSession

extension Effect {
    /// What is asked about the stored versions of pages, and the sessions that are remembered.
    public enum Versions: Sendable, Equatable {
        /// Find out what the reader has seen of this page before: `Report.seenFound`.
        case findSeen(SeenVersionOrder)
        /// Remember that the reader has seen this version of a page, which calls itself so.
        case noteRead(WebURL, number: Int, title: String)
        /// Read versions of a page: `Report.found`.
        case read(VersionOrder)
        /// Compare two versions of a page: `Report.compared`.
        case compare(DifferenceOrder)
        /// Read what is to be shown side by side: `Report.sidesRead`.
        case readSides(SideOrder)
        /// Find the sessions of the account that are remembered: `Report.sessionsFound`.
        case listSessions
        /// Find the sessions of a page that are remembered: `Report.historyLoaded`.
        case loadHistory(WebURL)

        /// What is there of versions and sessions.
        public enum Report: Sendable {
            /// This is what the reader has seen of a page before.
            case seenFound(SeenVersionReport)
            /// This is there of the versions of a page that were wanted.
            case found(VersionReport)
            /// This is how two versions of a page differ.
            case compared(DifferenceReport)
            /// This is what is to be shown side by side.
            case sidesRead(SideReport)
            /// These sessions of an account are remembered, the latest first.
            /// - Parameter damaged: How many lines of the history cannot be read.
            case sessionsFound([PastSession], damaged: Int, account: String)
            /// These sessions of a page are remembered under an account, the latest first.
            case historyLoaded([PastSession], of: WebURL, account: String)
        }
    }
}

extension Effect.Versions.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .seenFound(let report): model.handle(report)
        case .found(let report): return model.handle(report)
        case .compared(let report): if report.account == model.account.name { model.apply(report) }
        case .sidesRead(let report): model.show(report)
        case .sessionsFound(let sessions, let damaged, let name):
            model.show(sessions: sessions, damaged: damaged, of: name)
        case .historyLoaded(let sessions, let page, let name):
            if name == model.account.name { model.account.records.add(sessions, of: page) }
        }
        return []
    }
}
