/// A page that is asked for again and again: a value that says when a run is due, what is remembered of those that
/// were, and what is worth telling.
///
/// Safety: no two runs at once, and none sooner than its pace allows, unless the page is a file that was saved.
/// Liveness: unless it is paused or done, a run is
/// under way or due at a time. All times are of one clock that never jumps, from any starting point.
public struct Watch: Sendable, Equatable {
    /// Where a watch is.
    public enum State: Sendable, Equatable {
        /// Another run is due at this time.
        case waiting(until: Duration)
        /// A run is under way since then.
        case running(since: Duration)
        /// A run is under way since then; what it asks for was saved meanwhile, so that another one follows at once.
        case outdated(since: Duration)
        /// A run is under way since then, and none is to follow.
        case pausing(since: Duration)
        /// No run is under way, and none is due.
        case paused
        /// All runs that were wanted have ended.
        case done
    }

    /// What happens to a watch.
    public enum Event: Sendable, Equatable {
        /// The time came at which a run is due.
        case timeCame
        /// Somebody else began to ask for the page, or began anew: that counts as a run.
        case begunElsewhere
        /// The run under way ended.
        case ended(WatchRun)
        /// The run under way was stopped and says nothing.
        case abandoned
        /// No more runs are wanted for now.
        case paused
        /// Runs are wanted again, and the next one soon.
        case resumed
        /// The server, or the network, can be reached again, as somebody else found out.
        case reconnected
        /// Runs are wanted at another pace.
        case paced(Pace)
        /// The page is a file, and it was saved.
        case saved
    }

    /// What is to be done.
    public enum Effect: Sendable, Equatable {
        /// Ask for the page, and report the end.
        case run
        /// Tell this.
        case report(WatchNews)
    }

    /// How it stands with failures.
    private enum Health: Sendable, Equatable {
        case well
        /// So many runs in a row failed, the last one by this, the first one begun then.
        case failing(WatchRun.Trouble, count: Int, since: Duration)
    }

    /// When a run began and ended.
    private struct RunInterval: Sendable, Equatable {
        let begun: Duration
        let ended: Duration
        /// How long the server wants to be left alone after it.
        var wait = Duration.zero
    }

    /// How often the page is asked for.
    public private(set) var pace: Pace
    /// Where it is.
    public private(set) var state: State
    /// The runs that ended last, the latest last; `runLimit` of them at most.
    public private(set) var runs: [WatchRun] = []
    /// The figures of all runs.
    public private(set) var tally = WatchTally()
    /// Runs since the last news that found the page unchanged.
    public private(set) var unchanged = 0

    private let times: Int?
    /// How many failures in a row are not told.
    private let tolerance: Int
    private var health = Health.well
    private var hasPage = false
    private var chance: Chance
    /// The last run; nil before.
    private var last: RunInterval?

    /// From the end of a run to one that a saved file asks for, at least: whoever saves all the time is followed no faster.
    private static let savePause = Duration.milliseconds(100)

    /// The most runs that are remembered one by one.
    public static let runLimit = 240

    /// A watch whose first run is due at once.
    ///
    /// - Parameters:
    ///   - pace: How often the page is asked for.
    ///   - times: How many runs are wanted; nil for runs without end.
    ///   - tolerance: How many failures in a row are nothing to be told.
    ///   - seed: What the small differences between pauses are made from.
    ///   - now: The time.
    public init(_ pace: Pace, times: Int? = nil, tolerance: Int = 0, seed: UInt64, at now: Duration) {
        self.pace = pace
        self.times = times
        self.tolerance = max(0, tolerance)
        chance = Chance(seed: seed)
        state = times.map { $0 <= 0 } ?? false ? .done : .waiting(until: now)
    }

    /// When `.timeCame` is to be sent; nil while nothing is due.
    public var due: Duration? {
        switch state {
        case .waiting(let until): until
        case .running, .outdated, .pausing, .paused, .done: nil
        }
    }

    /// Whether a run is under way.
    public var isRunning: Bool {
        switch state {
        case .running, .outdated, .pausing: true
        case .waiting, .paused, .done: false
        }
    }

    /// How many runs in a row have failed; none while all is well.
    public var failures: Int {
        switch health {
        case .well: 0
        case .failing(_, let count, _): count
        }
    }

    /// Whether a failure of the next run would not be told.
    public var toleratesFailure: Bool { failures < tolerance }

    /// Whether so many runs in a row have failed that it is told.
    public var isFailing: Bool { failures > tolerance }

    /// Takes in what happened at a time. Anything may happen in any state; what makes no sense there does nothing.
    public mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch (event, state) {
        case (.timeCame, .waiting(let until)) where until <= now:
            state = .running(since: now)
            return [.run]
        case (.begunElsewhere, .waiting), (.begunElsewhere, .running), (.begunElsewhere, .outdated):
            state = .running(since: now)
        case (.begunElsewhere, .paused), (.begunElsewhere, .pausing): state = .pausing(since: now)
        case (.ended(let run), .running(let since)):
            return end(run, begun: since, at: now) { .waiting(until: $0) }
        case (.ended(let run), .outdated(let since)):
            return end(run, begun: since, at: now) { _ in .waiting(until: now + Self.savePause) }
        case (.ended(let run), .pausing(let since)):
            return end(run, begun: since, at: now) { _ in .paused }
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
        case (.timeCame, _), (.saved, _), (.begunElsewhere, .done), (.ended, _), (.abandoned, _),
            (.paused, _),
            (.resumed, _), (.reconnected, _):
            break
        }
        return []
    }

    /// The earliest moment for another run; nil before the first.
    private var earliest: Duration? {
        last.map { pace.earliest(begun: $0.begun, ended: $0.ended, wait: $0.wait) }
    }

    /// When the next run is due by pace, failures and chance.
    private mutating func next() -> Duration {
        guard let last, let earliest else { return .zero }
        return max(earliest, last.begun + pace.pause(afterFailures: failures))
            + pace.jitter(chance.share())
    }

    private mutating func end(
        _ run: WatchRun, begun: Duration, at now: Duration, _ following: (Duration) -> State
    ) -> [Effect] {
        last = RunInterval(begun: begun, ended: now, wait: run.wait)
        runs.append(run)
        if runs.count > Self.runLimit { runs.removeFirst() }
        let kinds = add(run, begun: begun, at: now)
        tally.count(run, isChange: kinds.contains(.changed))
        if let times, tally.runs >= times { state = .done } else { state = following(next()) }
        if kinds.isEmpty, run.standing == .unchanged { unchanged += 1 }
        return kinds.map { kind in
            defer { unchanged = 0 }
            return .report(WatchNews(kind: kind, run: run, unchanged: unchanged))
        }
    }

    /// Takes in what a run says.
    /// - Returns: What of it is news.
    private mutating func add(_ run: WatchRun, begun: Duration, at now: Duration) -> [WatchNews.Kind] {
        if case .failed(let trouble) = run.standing {
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
        switch run.standing {
        case .changed, .changedInSource: if hasPage || run.isComparedWithStore { kinds.append(.changed) }
        case .unchanged, .failed: break
        }
        if kinds.isEmpty, !hasPage { kinds.append(.begun) }
        (health, hasPage) = (.well, true)
        return kinds
    }
}

extension WatchRun {
    /// Whether what it was compared with is a page that was stored before the watch began.
    fileprivate var isComparedWithStore: Bool {
        switch outcome {
        case .dataUpdate, .templateChange: true
        case .firstLoad, .allCached, .plain, .fresh, .offline, .failed: false
        }
    }
}
