import BrowserValues
import HTML
import SonicProtocol
import SonicSession

extension Effect {
    /// Effects on the stored versions of pages and on the session history.
    public enum Versions: Sendable, Equatable {
        /// Look up which version of this page the reader has seen before: `Report.seenFound`.
        case findSeen(SeenVersionOrder)
        /// Record that the reader has seen this version of a page, with its title.
        case noteRead(WebURL, number: Int, title: String)
        /// Read versions of a page: `Report.found`.
        case read(VersionOrder)
        /// Compare two versions of a page: `Report.compared`.
        case compare(SideOrder)
        /// Read the two sides of a comparison: `Report.sidesRead`.
        case readSides(SideOrder)
        /// Read the session history of the account: `Report.sessionsFound`.
        case listSessions
        /// Read the session history of a page: `Report.historyLoaded`.
        case loadHistory(WebURL)

        /// The reports of versions and sessions.
        public enum Report: Sendable {
            /// The version of a page that the reader has seen before.
            case seenFound(SeenVersionReport)
            /// The requested versions of a page.
            case found(VersionReport)
            /// The differences of two versions of a page.
            case compared(DifferenceReport)
            /// The two sides of a comparison.
            case sidesRead(SideReport)
            /// The session history of an account, the latest first.
            /// - Parameter damaged: The number of unreadable lines of the history.
            case sessionsFound([PastSession], damaged: Int, account: String)
            /// The session history of a page in an account, the latest first.
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

/// The differences of two versions of a page.
public struct DifferenceReport: Sendable, Equatable {
    /// The versions that were compared.
    var order: SideOrder
    /// The account in which the page is stored; empty for none.
    var account: String
    /// The changes, as the diff pane draws them; nil if one of the versions is no longer stored.
    var changes: [PageChange]?

    /// Compares two versions. Linear in both, and lays out the differences: not to be called on the main actor.
    ///
    /// - Parameters:
    ///   - order: The versions that are compared.
    ///   - sides: Both, as far as they could be read.
    ///   - rules: Which parts of the text count.
    ///   - charsets: The system's character conversion tables.
    ///   - chosen: The encoding of both; nil for the declared ones.
    public init(
        _ order: SideOrder, _ sides: SideReport, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        (self.order, account) = (order, sides.account)
        guard case .sides(let old, let new) = sides.found else { return }
        let comparison = SideComparison(old: old, new: new)
        guard case .success(let both) = comparison.bytes(of: .page, .kept) else { return }
        let pages = comparison.pages(both, of: .page)
        changes = Document.changes(
            from: pages.old, to: pages.new, rules, charsets: charsets, chosen: chosen)
    }
}
