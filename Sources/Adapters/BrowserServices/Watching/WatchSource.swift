import BrowserValues
import SonicProtocol
import SonicSession
import SystemLibraries

/// The source of a watch's sessions.
package struct WatchSource {
    /// Compares the text of two pages under rules, as the screen does.
    package typealias Comparer = @Sendable (ShownPage, ShownPage, ComparisonRules) -> ChangeText

    /// A session to be started, and the preferences for its page.
    package struct NextSession: Sendable {
        /// The rules for comparing versions of the page.
        var comparison: ComparisonRules
        /// Compares the text of two of its versions.
        let compare: Comparer
        /// Starts the session.
        let open: @Sendable () async -> Session

        package init(
            comparison: ComparisonRules, compare: @escaping Comparer,
            open: @escaping @Sendable () async -> Session
        ) {
            self.comparison = comparison
            self.compare = compare
            self.open = open
        }
    }

    let clocks: SessionEngine.Clocks
    /// Returns the findings about an ended session, if they are reported.
    let findings: @Sendable (SessionTrace) async -> [Finding]
    /// Returns the next session of a page.
    let session: @MainActor (WebURL) -> NextSession

    package init(
        clocks: SessionEngine.Clocks,
        findings: @escaping @Sendable (SessionTrace) async -> [Finding] = { _ in [] },
        session: @escaping @MainActor (WebURL) -> NextSession
    ) {
        self.clocks = clocks
        self.findings = findings
        self.session = session
    }
}

package struct WatchOutput {
    /// Prints a line.
    let print: (String) -> Void
    /// Prints an error.
    let complain: (String) -> Void
    /// Converts a moment to the user's time zone.
    let localTime: (Instant) -> CalendarTime

    package init(
        print: @escaping (String) -> Void, complain: @escaping (String) -> Void,
        localTime: @escaping (Instant) -> CalendarTime
    ) {
        self.print = print
        self.complain = complain
        self.localTime = localTime
    }
}

/// The options of a watch.
package struct WatchPlan {
    /// The polling interval of all pages; nil for those in the configuration.
    let pace: Pace?
    /// The maximum number of runs; nil for no limit.
    let times: Int?
    /// The condition that ends the watch; nil for none.
    let goal: WatchGoal?
    /// The command run for each change; nil for none.
    let command: ShellCommand?
    /// Whether the output is JSON instead of text.
    let isJSON: Bool
    /// Whether changes that do not affect the text count.
    let countsSource: Bool
    /// The number of consecutive failures that are tolerated; nil for that in the configuration.
    let tolerance: Int?
    /// The only parts of pages that count, instead of those in the configuration; empty for those.
    let only: [ComparisonRules.Part]
    /// The parts that are ignored, in addition to those in the configuration.
    let ignored: [ComparisonRules.Part]

    package init(
        pace: Pace? = nil, times: Int? = nil, goal: WatchGoal? = nil, command: ShellCommand? = nil,
        isJSON: Bool = false, countsSource: Bool = false, tolerance: Int? = nil,
        only: [ComparisonRules.Part] = [], ignored: [ComparisonRules.Part] = []
    ) {
        self.pace = pace
        self.times = times
        self.goal = goal
        self.command = command
        self.isJSON = isJSON
        self.countsSource = countsSource
        self.tolerance = tolerance
        self.only = only
        self.ignored = ignored
    }

    /// Returns the comparison rules for a page with these rules in the configuration.
    func rules(_ rules: ComparisonRules) -> ComparisonRules {
        var rules = rules
        if !only.isEmpty { rules.only = only }
        rules.ignore += ignored
        return rules
    }
}

/// The condition of `--until`.
package enum WatchGoal: Equatable {
    /// An outcome, for any reason.
    case outcome(Outcome.Kind)
    /// Any change of the page.
    case change
    /// No response, or an error.
    case failure

    /// The words for all conditions.
    package static let words = Outcome.Kind.allCases.map(\.rawValue) + ["change", "failure"]

    /// Creates the condition from its word; nil for an unknown one.
    package init?(_ word: String) {
        switch word {
        case "change": self = .change
        case "failure": self = .failure
        default:
            guard let kind = Outcome.Kind(spelled: word) else { return nil }
            self = .outcome(kind)
        }
    }

    /// Whether a run meets the condition.
    /// - Parameters:
    ///   - news: The changes that the watch reports for it.
    ///   - isFailing: Whether more consecutive runs have failed than are tolerated.
    func isMet(by run: WatchRun, _ news: [WatchNews.Kind], isFailing: Bool) -> Bool {
        switch self {
        case .outcome(let kind): run.outcome.kind == kind
        case .change: news.contains(.changed) && run.pageState != .changedInSource(run.changedBlocks)
        case .failure: isFailing
        }
    }
}

/// The pages shown by one session of a watched page: the previous and the new one.
struct WatchedSession: Sendable {
    private var first: ShownPage?
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
    ///   - countsSource: Whether changes that do not affect the text count.
    ///   - now: The wall clock.
    /// - Returns: The run, the changes and the memory for the next run; nil for a session that was stopped.
    func report(
        _ result: SessionResult, before: WatchMemory?, _ session: WatchSource.NextSession,
        countsSource: Bool, now: Instant
    ) -> (run: WatchRun, change: [String], memory: WatchMemory?)? {
        let page = trace.screen.shownPage
        let digest = page.map { Hashes.nettle.sha1($0.html) }
        guard var run = WatchRun(result, isSame: before.map { $0.digest == digest }, now: now) else {
            return nil
        }
        var change: [String] = []
        if case .changed(let blocks) = run.pageState, let old = before?.page ?? first, let page {
            let text = session.compare(old, page, session.comparison)
            change = text.lines
            switch text.extent {
            case .text: break
            case .source: if !countsSource { run.pageState = .changedInSource(blocks) }
            case .nothing:
                if !countsSource || session.comparison != .everything { run.pageState = .unchanged }
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

/// A one-shot timer.
@MainActor package struct Alarm {
    private var task: Task<Void, Never>?

    /// Creates a timer that is not set.
    package init() {}

    /// Sets the timer, and replaces the previous time. It fires at once if the time has passed; nil for never.
    package mutating func set(after pause: Duration?, _ act: @escaping @MainActor () -> Void) {
        cancel()
        task = pause.map { pause in
            Task {
                // The sleep is interrupted only when the timer is cancelled or set again.
                guard (try? await Task.sleep(for: max(.zero, pause))) != nil else { return }
                act()
            }
        }
    }

    /// Cancels the timer.
    package mutating func cancel() {
        task?.cancel()
        task = nil
    }
}
