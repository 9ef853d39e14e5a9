import CellGrid
import SonicProtocol
import SonicSession

/// The last sessions of pages: those of the stored history, and those of this run.
struct PageRecords: Sendable {
    /// What is known of a page.
    private enum Record {
        /// The history was not requested; these sessions ended in this run.
        case notRequested([SessionRow])
        /// The history was requested.
        case requested([SessionRow])
        /// The history was received.
        case known([SessionRow])

        /// The sessions, the latest last.
        var runs: [SessionRow] {
            switch self {
            case .notRequested(let runs), .requested(let runs), .known(let runs): runs
            }
        }
    }

    private var records: [WebURL: Record] = [:]
    /// The pages in the order of insertion.
    private var pages: [WebURL] = []

    /// The maximum number of sessions of a page: more than the widest screen shows.
    static let most = 240
    /// The maximum number of pages.
    private static let maxPages = 100

    /// The sessions of a page, the latest last.
    subscript(page: WebURL) -> [SessionRow] { records[page]?.runs ?? [] }

    /// Marks the history of a page as requested.
    /// - Returns: Whether it was not requested before.
    mutating func ask(for page: WebURL) -> Bool {
        guard case .notRequested(let runs) = records[page] ?? .notRequested([]) else { return false }
        put(.requested(runs), page)
        return true
    }

    /// Adds a session that has ended.
    mutating func add(_ result: SessionResult) {
        let page = result.url.withoutFragment.withoutCredentials
        // A session that may not be stored in the history is not shown as part of it either.
        guard
            PastSession(result, found: nil, began: result.began ?? Instant(milliseconds: 0), took: .zero)
                != nil
        else { return }
        let run = SessionRow(result, found: nil, took: nil)
        // The history may already contain it.
        guard run.began == nil || !self[page].contains(where: { $0.began == run.began }) else { return }
        switch records[page] ?? .notRequested([]) {
        case .notRequested(let runs): put(.notRequested((runs + [run]).suffix(Self.most)), page)
        case .requested(let runs): put(.requested((runs + [run]).suffix(Self.most)), page)
        case .known(let runs): put(.known((runs + [run]).suffix(Self.most)), page)
        }
    }

    /// Adds the stored history of a page, the latest session first. It may already contain sessions that ended in this
    /// run.
    mutating func add(_ past: [PastSession], of page: WebURL) {
        guard case .requested(let runs) = records[page] else { return }
        let here = Set(runs.compactMap(\.began))
        let earlier = past.prefix(Self.most).reversed().map { SessionRow($0) }
            .filter { run in !(run.began.map { here.contains($0) } ?? false) }
        put(.known((earlier + runs).suffix(Self.most)), page)
    }

    /// Removes pages that were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        pages.removeAll(where: isForgotten)
        records = records.filter { !isForgotten($0.key) }
    }

    private mutating func put(_ record: Record, _ page: WebURL) {
        if records.updateValue(record, forKey: page) == nil { pages.append(page) }
        if pages.count > Self.maxPages { records[pages.removeFirst()] = nil }
    }
}

// The sparklines of the page in front.
extension Model {
    /// The address of the page in front in the history; nil if it is not a page.
    private var recordedPage: WebURL? {
        guard let document, document.isPage, document.method == .get else { return nil }
        return document.url.withoutFragment.withoutCredentials
    }

    /// The characters for sparklines and bars.
    var plot: Plot { Plot(setup.environment.plotSigns) }

    /// The last sessions of the page in front, the latest last.
    var runsInFront: [SessionRow] { recordedPage.map { account.records[$0] } ?? [] }

    /// Requests the sessions of the page in front if they are shown. Called at the end of every update; the first frame
    /// does not wait for it.
    mutating func followRecords() -> [Effect] {
        guard let page = recordedPage, visit?.painted != nil || !isBusy, showsRuns,
            account.records.ask(for: page)
        else { return [] }
        return [.versions(.loadHistory(page))]
    }

    /// Whether the screen shows the page's last sessions.
    private var showsRuns: Bool {
        overlay is LogOverlay || overlay is VersionList
            || overlay == nil && screen.isLargeEnough && plan[.state] != nil
    }
}
