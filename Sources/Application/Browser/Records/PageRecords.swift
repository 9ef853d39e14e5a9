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

/// The ended sessions of this run with their bytes, each before the exchanges for parts of its page, the latest last,
/// within limits; the sessions can be exported together.
struct SessionJournal: Sendable {
    /// A session, or an exchange for a part of a page; the page is nil for a session.
    typealias Entry = (trace: SessionTrace, page: WebURL?)

    private(set) var entries: [Entry] = []
    /// The number of entries so far.
    private(set) var added = 0
    /// The parts of pages whose sessions have not ended.
    private var early: [Entry] = []
    /// The size of the entries in bytes.
    private var bytes = 0

    /// The maximum number of sessions, and of parts that wait for theirs.
    static let most = 200
    /// The maximum number of entries.
    private static let maxEntries = 4000
    /// The maximum size in bytes of a part's body: large pictures must not cost the pages of sessions.
    private static let maxPartBytes = 64 << 10
    /// The maximum size in bytes of pages and bodies: 32 MiB. The latest entry is always kept.
    static let maxBytes = 32 << 20

    var sessions: [SessionTrace] { entries.lazy.filter { $0.page == nil }.map(\.trace) }

    /// Removes the sessions of pages that were forgotten, and the parts of these pages.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        entries.removeAll { entry in (entry.page ?? entry.trace.result?.url).map(isForgotten) ?? false }
        bytes = entries.reduce(0) { $0 + $1.trace.heldBytes }
    }

    /// Adds a session that ended, and the parts of its page that were loaded before; the oldest entries are dropped if
    /// the limits are exceeded.
    mutating func add(_ trace: SessionTrace) {
        append((trace, page: nil))
        for part in early where trace.isAbout(part.page) { append(part) }
        early.removeAll { trace.isAbout($0.page) }
    }

    /// Adds an exchange for a part of a page.
    /// - Parameter isLoading: Whether the session of the page has not ended.
    mutating func add(_ part: SessionTrace, of page: WebURL, isLoading: Bool) {
        let entry = (part.withoutPages(above: Self.maxPartBytes), page: Optional(page.withoutFragment))
        if isLoading { early = early.suffix(Self.most - 1) + [entry] } else { append(entry) }
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        added += 1
        bytes += entry.trace.heldBytes
        while entries.count > 1,
            sessions.count > Self.most || entries.count > Self.maxEntries || bytes > Self.maxBytes
        {
            bytes -= entries.removeFirst().trace.heldBytes
        }
    }
}
