import Diagnostics
import SonicProtocol
import SonicSession

/// One opening of a page, as its session has reported it so far.
struct Visit: Sendable {
    /// How far it is.
    enum State: Sendable {
        /// The session is at work.
        case running
        /// The reader stopped it; what its session still reports is not waited for.
        case stopped
        /// The session is over.
        indirect case ended(SessionResult, after: Duration)
    }

    /// What the cache held.
    enum Cache: Equatable, Sendable {
        /// Not known yet.
        case unread
        /// No page that can be shown.
        case miss
        /// A page that the address led to before, shown while the address is asked; with its version's number.
        case cachedRedirect(number: Int)
        /// A large page, shown while it is being verified; with its version's number.
        case unchecked(number: Int)
        /// A page that was shown and is not what was stored.
        case withdrawn
        /// A page, verified; with its version's number and when the server last confirmed it.
        case hit(number: Int, checked: Instant)
    }

    /// A phase with the time at which it began.
    struct Step: Equatable, Sendable {
        /// The phase.
        var phase: SessionPhase
        /// The time since the session began.
        var at: Duration
    }

    /// How many bytes of how many are done.
    struct Progress: Equatable, Sendable {
        /// Those that are done.
        var count: Int
        /// All of them.
        var total: Int

        /// The same in words: `1.2 MB of 64.0 MB`.
        var words: String { "\(count.byteText) of \(total.byteText)" }
    }

    /// What was asked for.
    let opening: Opening
    /// The address that it leads to: the one asked for, or the one that the last redirect names. Pages that are stored
    /// have no fragment, so it is here that theirs stands.
    var target: WebURL
    /// What becomes of the page on the screen when the new one appears.
    var move: History.Move
    /// How far it is.
    var state = State.running
    /// When it came to the front, by a clock that never jumps; nil while it was never there.
    var begun: Duration?
    /// How many blocks the page has, counted at the end of an update; nil where that is not known.
    var blockCount: Int?
    /// What the cache held.
    var cache = Cache.unread
    /// How long before this visit its session had begun, ahead of time or for another visit; nil for a session of
    /// its own.
    var begunBefore: Duration?
    /// The phases entered, in order.
    var steps: [Step] = []
    /// What the session has done.
    var log: SessionLog
    /// What its decisions rest on; pages and bodies stay in it within `Tabs.bodyLimit` and `Tabs.trailLimit`.
    var trace = SessionTrace()
    /// What is wrong with page and answer; nil while nobody has looked.
    var report: LintReport?
    /// The request decided last and why its validators are in it.
    var request: Request?
    /// Why the request is as it is.
    var notes: [RequestNote] = []
    /// The request that was made again last, or is about to be; nil for none.
    var retry: Retry?
    /// The exact bytes of the request's head, once sent.
    var sentHead: [UInt8] = []
    /// The head of the answer received last.
    var head: ResponseHead?
    /// The body bytes of the answer that are on the screen so far.
    var bytesShown = 0
    /// How much of the request's body has gone out; nil where nobody tells.
    var sent: Progress?
    /// When the first frame with the page reached the terminal.
    var painted: Duration?
    /// Whether the pieces of the answer under way are on the screen.
    var isStreaming = false
    /// Whether it shows what was stored of the answer to an edited request.
    var isOfEditedRequest = false
    /// Whether a newer copy than the one on the screen was stored.
    var hasNewerCopy = false
    /// What that copy changed in the page on the screen.
    var storedChanges: [PageChange] = []

    /// What is said of a page of which nothing is to be seen.
    static let hiddenText = "The page's styles hide all of its text: {styles} shows it."
    /// What is said of a newer copy that was stored and not shown.
    static let newerCopy = "A newer copy is stored: press {reload} to see it."

    /// A visit that begins.
    init(_ opening: Opening, move: History.Move) {
        self.opening = opening
        target = opening.url
        self.move = move
        log = SessionLog(opening.url, mode: opening.mode)
    }

    /// Whether the session has not ended.
    var isBusy: Bool {
        switch state {
        case .running: true
        case .stopped, .ended: false
        }
    }

    /// How it ended; nil before.
    var result: SessionResult? {
        switch state {
        case .running, .stopped: nil
        case .ended(let result, _): result
        }
    }

    /// Lets go of the bytes of pages and bodies; how many they were stays.
    mutating func letGoOfPages() { trace = trace.withoutPages }

    /// The answer of the server that is not the page: an error's body, as far as it was kept.
    var answer: [UInt8]? {
        guard let body = result?.answerBody, !body.isEmpty else { return nil }
        return body
    }

    /// The time spent in the phases given; nil when none was entered.
    ///
    /// Once the session has ended it is the time that was measured. Until then a phase lasts to the beginning of
    /// the next, so that what lies between two phases, such as opening libcurl, counts to the earlier.
    func time(in phases: [SessionPhase]) -> Duration? {
        if let result {
            let entered = phases.filter { phase in steps.contains { $0.phase == phase } }
            let measured = entered.compactMap { result.timings[$0] }
            return measured.isEmpty ? nil : measured.reduce(.zero, +)
        }
        var total: Duration?
        for (index, step) in steps.enumerated() where phases.contains(step.phase) {
            let end: Duration?
            if index + 1 < steps.count {
                end = steps[index + 1].at
            } else if case .ended(_, let after) = state {
                end = after
            } else {
                end = nil
            }
            if let end { total = (total ?? .zero) + max(.zero, end - step.at) }
        }
        return total
    }
}
