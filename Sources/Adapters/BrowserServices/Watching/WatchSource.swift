import BrowserValues
import SonicProtocol
import SonicSession
import SystemLibraries

/// The sessions of a watch: the clocks, the findings about an ended session, and the next session of a page.
package typealias WatchSource = (
    clocks: SessionEngine.Clocks, findings: @Sendable (SessionTrace) async -> [Finding],
    session: @MainActor (WebURL) -> NextSession
)

/// The next session of a page: the parts of the page that count, the comparison, and how to open it.
package typealias NextSession = (
    comparison: ComparisonRules, compare: @Sendable (ShownPage, ShownPage, ComparisonRules) -> ChangeText,
    open: @Sendable () async -> Session
)

/// The output of a watch: its lines, what is complained of, and the local time of a line.
package typealias WatchOutput = (
    print: (String) -> Void, complain: (String) -> Void, localTime: (Instant) -> CalendarTime
)

/// The options of a watch.
package struct WatchPlan {
    /// The polling interval of all pages; nil for those in the configuration.
    package var pace: Pace?
    /// The maximum number of runs; nil for no limit.
    package var times: Int?
    /// The condition that ends the watch; nil for none.
    package var goal: WatchGoal?
    /// The command run for each change; nil for none.
    package var command: ShellCommand?
    /// Whether the output is JSON instead of text.
    package var isJSON = false
    /// Whether changes that do not affect the text count.
    package var countsSource = false
    /// The number of consecutive failures that are tolerated; nil for that in the configuration.
    package var tolerance: Int?
    /// The only parts of pages that count, instead of those in the configuration; empty for those.
    package var only: [ComparisonRules.Part] = []
    /// The parts that are ignored, in addition to those in the configuration.
    package var ignored: [ComparisonRules.Part] = []

    package init(_ set: (inout WatchPlan) -> Void = { _ in }) { set(&self) }

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
        _ result: SessionResult, before: WatchMemory?, _ session: NextSession,
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
        let memory = page.flatMap { page in digest.map { ($0, page) } }
        return (run, change, memory ?? before)
    }
}

/// The data of a page kept for the next run.
typealias WatchMemory = (digest: String, page: ShownPage)

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
