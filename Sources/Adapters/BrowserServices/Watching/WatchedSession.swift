import Browser
import HTML
import SonicProtocol
import SonicSession
import SystemLibraries

/// What one session of a watched page showed: the page before it and the page behind it.
struct WatchedSession: Sendable {
    /// What counts as a change.
    struct Terms: Sendable {
        /// The parts of the page that count.
        let rules: ComparisonRules
        /// Whether a change counts that the text does not show.
        let countsSource: Bool
        /// The encoding that the page is read in; nil lets it say so.
        let encoding: EncodingChoice?
    }

    private var first: ShownPage?
    private var screen = SessionScreen()

    /// Nothing was shown yet.
    init() {}

    /// Takes in what the session tells.
    mutating func handle(_ event: SessionEvent) {
        screen.handle(event)
        if first == nil, case .cachedPageFound = event { first = screen.shownPage }
    }

    /// What the session comes to.
    /// - Parameters:
    ///   - before: What is kept of the run before.
    ///   - now: The wall clock.
    /// - Returns: The run, what changed and what is to be kept; nil for a session that was stopped.
    func report(
        _ result: SessionResult, before: WatchMemory?, _ terms: Terms, now: Instant
    ) -> (run: WatchRun, change: [String], memory: WatchMemory?)? {
        let page = screen.shownPage
        let digest = page.map { Hashes.nettle.sha1($0.html) }
        let comparison: WatchRun.Comparison =
            before.map { $0.digest == digest ? .same : .other } ?? .unknown
        guard var run = WatchRun(result, comparison, now: now) else { return nil }
        var change: [String] = []
        if case .changed(let blocks) = run.standing, let old = before?.page ?? first, let page {
            let text = ChangeText(
                from: old, to: page, terms.rules, charsets: .iconv, chosen: terms.encoding)
            change = text.lines
            switch text.extent {
            case .text: break
            case .source: if !terms.countsSource { run.standing = .changedInSource(blocks) }
            case .nothing: if !terms.countsSource || terms.rules != .everything { run.standing = .unchanged }
            }
        }
        let memory = page.flatMap { page in digest.map { WatchMemory(digest: $0, page: page) } }
        return (run, change, memory ?? before)
    }
}

/// What is kept of a page from one run to the next.
struct WatchMemory: Sendable {
    /// SHA-1 of its bytes.
    let digest: String
    /// The page, to be compared.
    let page: ShownPage
}
