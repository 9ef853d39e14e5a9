/// The repeated polling of a page: a value with the schedule, the last runs, and what is worth reporting.
///
/// Safety: no two runs at once, and none sooner than the pace allows, unless the page is a file that was saved.
/// Liveness: unless it is paused or done, a run is in progress or due at a time. All times are of one monotonic clock
/// with any starting point.
public struct Watch: Sendable, Equatable {
    /// The state of a watch.
    public enum State: Sendable, Equatable {
        /// Another run is due at this time.
        case waiting(until: Duration)
        /// A run has been in progress since this time.
        case running(since: Duration)
        /// A run has been in progress since this time; its page was saved meanwhile, so another one follows at once.
        case outdated(since: Duration)
        /// A run has been in progress since this time, and none follows.
        case pausing(since: Duration)
        /// No run is in progress, and none is due.
        case paused
        /// The requested number of runs has ended.
        case done
    }

    /// An event of a watch.
    public enum Event: Sendable, Equatable {
        /// Another component requested the page, or requested it again: that counts as a run.
        case begunElsewhere
        /// The current run ended.
        case ended(WatchRun)
        /// The current run was stopped without a result.
        case abandoned
        /// The watch was paused.
        case paused
        /// The watch was resumed, and the next run is due soon.
        case resumed
        /// The server, or the network, can be reached again, as another component found out.
        case reconnected
        /// The pace was changed.
        case paced(Pace)
        /// The page is a file, and it was saved.
        case saved
    }

    /// The failure state.
    private enum Health: Sendable, Equatable {
        case well
        /// `count` consecutive runs have failed, the last one by this trouble, the first one begun at this time.
        case failing(WatchRun.Trouble, count: Int, since: Duration)
    }

    /// When a run began and ended.
    private struct RunInterval: Sendable, Equatable {
        let begun: Duration
        let ended: Duration
        /// How long the server asked to wait after it.
        var wait = Duration.zero
    }

    /// The polling interval.
    public private(set) var pace: Pace
    /// The current state.
    public private(set) var state: State
    /// The runs that ended last, the latest last; at most `runLimit` of them.
    public private(set) var runs: [WatchRun] = []
    /// The statistics of all runs.
    public private(set) var tally = WatchTally()
    /// The number of runs since the last news that found the page unchanged.
    public private(set) var unchanged = 0

    private let times: Int?
    /// The number of consecutive failures that are not reported.
    private let tolerance: Int
    private var health = Health.well
    private var hasPage = false
    private var chance: Chance
    /// The last run; nil before the first.
    private var last: RunInterval?

    /// The minimum time from the end of a run to one for a saved file, which limits the rate for a file that is saved
    /// continuously.
    private static let savePause = Duration.milliseconds(100)

    /// The maximum number of runs that are kept individually.
    public static let runLimit = 240

    /// Creates a watch whose first run is due at once.
    ///
    /// - Parameters:
    ///   - pace: The polling interval.
    ///   - times: The number of runs; nil for unlimited.
    ///   - tolerance: The number of consecutive failures that are not reported.
    ///   - seed: The seed of the jitter of pauses.
    ///   - now: The time.
    public init(_ pace: Pace, times: Int? = nil, tolerance: Int = 0, seed: UInt64, at now: Duration) {
        self.pace = pace
        self.times = times
        self.tolerance = max(0, tolerance)
        chance = Chance(seed: seed)
        state = times.map { $0 <= 0 } ?? false ? .done : .waiting(until: now)
    }

    /// When `timeCame` is to be called; nil if no run is due.
    public var due: Duration? {
        if case .waiting(let until) = state { until } else { nil }
    }

    /// Whether a run is in progress.
    public var isRunning: Bool {
        switch state {
        case .running, .outdated, .pausing: true
        case .waiting, .paused, .done: false
        }
    }

    /// The number of consecutive failed runs; 0 if the last one succeeded.
    public var failures: Int {
        if case .failing(_, let count, _) = health { count } else { 0 }
    }

    /// Whether a failure of the next run would not be reported.
    public var toleratesFailure: Bool { failures < tolerance }

    /// Whether enough consecutive runs have failed to be reported.
    public var isFailing: Bool { failures > tolerance }

    /// Begins the run that is due, if there is one.
    /// - Returns: Whether there is: the page is to be requested, and the end of that to be handled.
    public mutating func timeCame(at now: Duration) -> Bool {
        guard let due, due <= now else { return false }
        state = .running(since: now)
        return true
    }

    /// Handles an event at a time. Any event may occur in any state; one that does not apply is ignored.
    /// - Returns: What is to be reported.
    @discardableResult
    public mutating func handle(_ event: Event, at now: Duration) -> [WatchNews] {
        switch (event, state) {
        case (.begunElsewhere, .waiting), (.begunElsewhere, .running), (.begunElsewhere, .outdated):
            state = .running(since: now)
        case (.begunElsewhere, .paused), (.begunElsewhere, .pausing): state = .pausing(since: now)
        case (.ended(let run), .running(let since)):
            return end(run, begun: since, at: now) { .waiting(until: $0) }
        case (.ended(let run), .outdated(let since)):
            return end(run, begun: since, at: now) { _ in .waiting(until: now + Self.savePause) }
        case (.ended(let run), .pausing(let since)): return end(run, begun: since, at: now) { _ in .paused }
        case (.abandoned, .running(let since)):
            last = RunInterval(begun: since, ended: now)
            state = .waiting(until: next())
        case (.abandoned, .outdated(let since)):
            last = RunInterval(begun: since, ended: now)
            state = .waiting(until: now + Self.savePause)
        case (.abandoned, .pausing(let since)):
            last = RunInterval(begun: since, ended: now)
            state = .paused
        case (.paused, .waiting): state = .paused
        case (.paused, .running(let since)), (.paused, .outdated(let since)): state = .pausing(since: since)
        case (.resumed, .paused): state = .waiting(until: max(now, earliest ?? now))
        case (.resumed, .pausing(let since)): state = .running(since: since)
        case (.reconnected, .waiting(let until)) where failures > 0:
            state = .waiting(until: min(until, max(now, earliest ?? now)))
        case (.paced(let pace), _):
            self.pace = pace
            if case .waiting = state, last != nil { state = .waiting(until: max(now, next())) }
        case (.saved, .waiting(let until)):
            state = .waiting(until: min(until, max(now, last.map { $0.ended + Self.savePause } ?? now)))
        case (.saved, .running(let since)): state = .outdated(since: since)
        case (.saved, _), (.begunElsewhere, .done), (.ended, _), (.abandoned, _),
            (.paused, _),
            (.resumed, _), (.reconnected, _):
            break
        }
        return []
    }

    /// The earliest time of the next run; nil before the first.
    private var earliest: Duration? {
        last.map { pace.earliest(begun: $0.begun, ended: $0.ended, wait: $0.wait) }
    }

    /// Returns when the next run is due by pace, failures and jitter.
    private mutating func next() -> Duration {
        guard let last, let earliest else { return .zero }
        return max(earliest, last.begun + pace.pause(afterFailures: failures))
            + pace.jitter(chance.share())
    }

    private mutating func end(
        _ run: WatchRun, begun: Duration, at now: Duration, _ following: (Duration) -> State
    ) -> [WatchNews] {
        last = RunInterval(begun: begun, ended: now, wait: run.wait)
        runs.append(run)
        if runs.count > Self.runLimit { runs.removeFirst() }
        let kinds = add(run, begun: begun, at: now)
        tally.count(run, isChange: kinds.contains(.changed))
        if let times, tally.runs >= times { state = .done } else { state = following(next()) }
        if kinds.isEmpty, run.pageState == .unchanged { unchanged += 1 }
        return kinds.map { kind in
            defer { unchanged = 0 }
            return WatchNews(kind: kind, run: run, unchanged: unchanged)
        }
    }

    /// Records the result of a run.
    /// - Returns: What of it is news.
    private mutating func add(_ run: WatchRun, begun: Duration, at now: Duration) -> [WatchNews.Kind] {
        if case .failed(let trouble) = run.pageState {
            var known: WatchRun.Trouble?
            switch health {
            case .well: health = .failing(trouble, count: 1, since: begun)
            case .failing(let last, let count, let since):
                if isFailing { known = last }
                health = .failing(trouble, count: count + 1, since: since)
            }
            guard isFailing, known != trouble else { return [] }
            return [.failed(next: max(pace.pause(afterFailures: failures), (earliest ?? now) - begun))]
        }
        var kinds: [WatchNews.Kind] = []
        if isFailing, case .failing(_, let count, let since) = health {
            kinds.append(.recovered(failures: count, lasted: now - since))
        }
        switch run.pageState {
        case .changed, .changedInSource: if hasPage || run.isComparedWithStore { kinds.append(.changed) }
        case .unchanged, .failed: break
        }
        if kinds.isEmpty, !hasPage { kinds.append(.begun) }
        (health, hasPage) = (.well, true)
        return kinds
    }
}

extension WatchRun {
    /// Whether it was compared with a page that was stored before the watch began.
    fileprivate var isComparedWithStore: Bool {
        switch outcome {
        case .dataUpdate, .templateChange: true
        case .firstLoad, .allCached, .plain, .fresh, .offline, .failed: false
        }
    }
}

/// Several watched pages, of which only a limited number is requested concurrently.
public struct WatchList: Sendable {
    /// The pages' watches, in the given order.
    public private(set) var watches: [Watch]
    private let maxConcurrent: Int

    /// Creates a list of watches.
    /// - Parameter maxConcurrent: The maximum number of concurrent runs, at least one.
    public init(_ watches: [Watch], atOnce maxConcurrent: Int) {
        self.watches = watches
        self.maxConcurrent = max(1, maxConcurrent)
    }

    /// When `timeCame` is to be called; nil if no run is due, or none may begin.
    public var due: Duration? { hasRoom ? watches.lazy.compactMap(\.due).min() : nil }

    /// Whether all requested runs have ended.
    public var isDone: Bool { watches.allSatisfy { $0.state == .done } }

    /// The statistics of all watches.
    public var tally: WatchTally { watches.reduce(WatchTally()) { $0 + $1.tally } }

    /// Begins the due runs, the longest waiting one first, up to the limit.
    /// - Returns: The indices of their pages, which are to be requested.
    public mutating func timeCame(at now: Duration) -> [Int] {
        var begun: [Int] = []
        while hasRoom {
            let waiting = watches.indices.filter { watches[$0].due.map { $0 <= now } ?? false }
            guard let next = waiting.min(by: { watches[$0].due ?? now < watches[$1].due ?? now }),
                watches[next].timeCame(at: now)
            else { break }
            begun.append(next)
        }
        return begun
    }

    /// Handles an event of the page at an index.
    /// - Returns: What is to be reported of it.
    @discardableResult
    public mutating func handle(_ event: Watch.Event, of index: Int, at now: Duration) -> [WatchNews] {
        watches[index].handle(event, at: now)
    }

    private var hasRoom: Bool { watches.count(where: \.isRunning) < maxConcurrent }
}
