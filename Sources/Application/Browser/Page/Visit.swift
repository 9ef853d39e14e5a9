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
    /// What its session has reported; pages and bodies stay in it within `Tabs.bodyLimit` and `Tabs.trailLimit`.
    var trace: SessionTrace
    /// What is wrong with page and answer; nil while nobody has looked.
    var report: LintReport?
    /// When the first frame with the page reached the terminal.
    var painted: Duration?
    /// Whether the pieces of the answer under way are on the screen.
    var isStreaming = false
    /// Whether it shows what was stored of the answer to an edited request.
    var isOfEditedRequest = false
    /// What a newer copy that was stored changed in the page on the screen.
    var storedChanges: [PageChange] = []
    /// What keeps the page from being requested as usual; nil for nothing.
    var pause: RequestPause?
    /// What a script of the page would be told.
    var callback = Callback.pending

    /// What is said of a page of which nothing is to be seen.
    static let hiddenText = "The page's styles hide all of its text: {styles} shows it."
    /// What is said of a newer copy that was stored and not shown.
    static let newerCopy = "A newer copy is stored: press {reload} to see it."

    /// A visit that begins.
    init(_ opening: Opening, move: History.Move) {
        self.opening = opening
        target = opening.url
        self.move = move
        trace = SessionTrace(opening.url, mode: opening.mode)
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

    /// Whether a newer copy than the page on the screen was stored.
    var hasNewerCopy: Bool { trace.screen.change == .newerCopy }

    /// Lets go of the bytes of pages and bodies; how many they were stays.
    mutating func letGoOfPages() {
        trace = trace.withoutPages
        if case .told = callback { callback = .letGo }
    }

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
            let entered = phases.filter { phase in trace.steps.contains { $0.phase == phase } }
            let measured = entered.compactMap { result.timings[$0] }
            return measured.isEmpty ? nil : measured.reduce(.zero, +)
        }
        var total: Duration?
        for (index, step) in trace.steps.enumerated() where phases.contains(step.phase) {
            let end: Duration?
            if index + 1 < trace.steps.count {
                end = trace.steps[index + 1].at
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
