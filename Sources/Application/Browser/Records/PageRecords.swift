import SonicProtocol
import SonicSession

/// The last sessions of pages: those of the stored history, and those of this run.
struct PageRecords: Sendable {
    /// Whether the stored history of a page was requested, and received.
    private enum History {
        case notRequested
        case requested
        case known
    }

    /// What is known of each page: its sessions, the latest last.
    private var records: [WebURL: (history: History, runs: [SessionRow])] = [:]
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
        let (history, runs) = records[page] ?? (.notRequested, [])
        guard history == .notRequested else { return false }
        put(.requested, runs, page)
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
        let (history, runs) = records[page] ?? (.notRequested, [])
        put(history, runs + [run], page)
    }

    /// Adds the stored history of a page, the latest session first. It may already contain sessions that ended in this
    /// run.
    mutating func add(_ past: [PastSession], of page: WebURL) {
        guard let (history, runs) = records[page], history == .requested else { return }
        let here = Set(runs.compactMap(\.began))
        let earlier = past.prefix(Self.most).reversed().map { SessionRow($0) }
            .filter { run in !(run.began.map { here.contains($0) } ?? false) }
        put(.known, earlier + runs, page)
    }

    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        pages.removeAll(where: isForgotten)
        records = records.filter { !isForgotten($0.key) }
    }

    private mutating func put(_ history: History, _ runs: [SessionRow], _ page: WebURL) {
        let record = (history: history, runs: runs.suffix(Self.most) as [SessionRow])
        if records.updateValue(record, forKey: page) == nil { pages.append(page) }
        if pages.count > Self.maxPages { records[pages.removeFirst()] = nil }
    }
}

/// The ended sessions of this run with their bytes, the latest last, within limits; they can be exported together.
struct SessionJournal: Sendable {
    private(set) var sessions: [SessionTrace] = []
    /// The number of sessions that have ended.
    private(set) var added = 0
    /// The size of the sessions in bytes.
    private var bytes = 0

    /// The maximum number of sessions.
    static let most = 200
    /// The maximum size in bytes of pages and bodies: 32 MiB. The latest session is always kept.
    static let maxBytes = 32 << 20

    /// Removes the sessions of pages that were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        sessions.removeAll { trace in trace.result.map { isForgotten($0.url) } ?? false }
        bytes = sessions.reduce(0) { $0 + $1.heldBytes }
    }

    /// Adds a session that ended; the oldest are dropped if the limits are exceeded.
    mutating func add(_ trace: SessionTrace) {
        sessions.append(trace)
        added += 1
        bytes += trace.heldBytes
        while sessions.count > 1, sessions.count > Self.most || bytes > Self.maxBytes {
            bytes -= sessions.removeFirst().heldBytes
        }
    }
}
