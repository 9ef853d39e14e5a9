import BrowserValues
import SonicProtocol
import SonicSession
import SystemLibraries

/// The pages shown by one session of a watched page: the previous and the new one.
struct WatchedSession: Sendable {
    /// The rules for comparing the pages.
    struct Terms: Sendable {
        /// The parts of the page that count.
        let rules: ComparisonRules
        /// Whether changes that do not affect the text count.
        let countsSource: Bool
        /// Compares the text of two pages under rules.
        let compare: WatchSource.Comparer
    }

    private var first: ShownPage?
    /// The trace of the session.
    private(set) var trace: SessionTrace

    /// Creates the state before the first event.
    init(_ url: WebURL) { trace = SessionTrace(url, mode: .open) }

    /// Handles an event of the session.
    mutating func handle(_ event: SessionEvent) {
        trace.handle(event, at: .zero)
        if first == nil, case .cachedPageFound = event { first = trace.screen.shownPage }
    }

    /// Returns the result of the session.
    /// - Parameters:
    ///   - before: The memory of the previous run.
    ///   - now: The wall clock.
    /// - Returns: The run, the changes and the memory for the next run; nil for a session that was stopped.
    func report(
        _ result: SessionResult, before: WatchMemory?, _ terms: Terms, now: Instant
    ) -> (run: WatchRun, change: [String], memory: WatchMemory?)? {
        let page = trace.screen.shownPage
        let digest = page.map { Hashes.nettle.sha1($0.html) }
        let comparison: WatchRun.Comparison =
            before.map { $0.digest == digest ? .same : .other } ?? .unknown
        guard var run = WatchRun(result, comparison, now: now) else { return nil }
        var change: [String] = []
        if case .changed(let blocks) = run.pageState, let old = before?.page ?? first, let page {
            let text = terms.compare(old, page, terms.rules)
            change = text.lines
            switch text.extent {
            case .text: break
            case .source: if !terms.countsSource { run.pageState = .changedInSource(blocks) }
            case .nothing: if !terms.countsSource || terms.rules != .everything { run.pageState = .unchanged }
            }
        }
        let memory = page.flatMap { page in digest.map { WatchMemory(digest: $0, page: page) } }
        return (run, change, memory ?? before)
    }
}

/// The data of a page kept for the next run.
struct WatchMemory: Sendable {
    /// The SHA-1 of its bytes.
    let digest: String
    /// The page to compare with.
    let page: ShownPage
}
