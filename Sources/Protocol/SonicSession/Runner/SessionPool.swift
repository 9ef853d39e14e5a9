import SonicProtocol

/// Sessions by page: a running session serves everyone who opens its page, and a preloaded one is reused, so that
/// nothing is requested twice.
///
/// A preloaded session that nobody opened is kept until it is too old to count as new. A session whose last watcher
/// leaves is stopped.
public actor SessionPool {
    private let engine: SessionEngine
    private let limits: PreloadLimits
    /// The sessions by number; larger numbers started later.
    private var entries: [Int: Entry] = [:]
    /// Orders to preload when fewer sessions run, the latest last, and the receivers of their reports.
    private var waiting: [(order: SessionOrder, reporters: [Reporter])] = []
    private var lastNumber = 0

    /// A session of the pool.
    private struct Entry {
        let order: SessionOrder
        let runner: SessionRunner
        let stop: @Sendable () async -> Void
        /// Handles the session's result; ends when all work of the session is done.
        let following: Task<Void, Never>
        let begun: Duration
        var stage: Stage
        /// The receivers of preload reports, while the session runs and nobody has opened its page.
        var reporters: [Reporter] = []
    }

    private typealias Reporter = AsyncStream<PreloadReport>.Continuation

    private enum Stage {
        /// Preloaded and running.
        case ahead
        /// Running for these watchers, at least one.
        case watched(Set<Int>)
        /// Stopped by its last watcher, or with the pool; its watchers receive its end, and nobody can join.
        case stopping
        /// Preloaded, ended with this result at this time, and not opened.
        case ready(SessionResult, at: Duration)
    }

    /// Creates a pool of this engine's sessions.
    public init(_ engine: SessionEngine, limits: PreloadLimits = PreloadLimits()) {
        self.engine = engine
        self.limits = limits
    }

    /// Starts a session, or joins an equivalent one; the events it has reported so far follow at once, after
    /// `.joined`, with what has arrived of a page in one piece (`SessionEvent.pieceReceived`). Releasing the stream leaves
    /// the session.
    public func open(_ order: SessionOrder) async -> Session {
        discardOld()
        removeWaiting(like: order).report(.taken)
        let channel = Channel<SessionEvent>()
        lastNumber += 1
        let watcher = lastNumber
        let reader = ChannelReader(channel) { Task { await self.leave(watcher) } }
        if let number = number(of: order), let entry = entries[number] {
            let joined = join(number, entry.stage, watcher)
            await entry.runner.join(channel, .joined(joined, after: engine.clocks.uptime() - entry.begun))
        } else {
            begin(order, .watched([watcher]), to: [channel])
        }
        return Session(order, events: SessionEvents(batches: reader)) { await self.stop(watcher, channel) }
    }

    /// Starts a session for a page that may soon be opened. Does nothing if an equivalent session exists; if too many
    /// are running, it waits for one of them to end, and the latest request is started first.
    /// - Returns: The session's reports. They need not be read.
    @discardableResult
    public func preload(_ order: SessionOrder) -> AsyncStream<PreloadReport> {
        discardOld()
        let (reports, reporter) = AsyncStream<PreloadReport>.makeStream()
        let reporters = removeWaiting(like: order) + [reporter]
        if let number = number(of: order), let entry = entries[number] {
            switch entry.stage {
            case .ahead:
                reporter.yield(.begun)
                entries[number]?.reporters.append(reporter)
            case .watched, .stopping: [reporter].report(.taken)
            case .ready(let result, _): [reporter].report(.ended(result))
            }
        } else if order.method == .get {
            waiting.append((order, reporters))
            beginWaiting()
            while waiting.count > limits.waiting { waiting.removeFirst().reporters.report(.forgotten) }
        } else {
            reporters.report(.forgotten)
        }
        return reports
    }

    /// Removes the waiting orders that are equivalent to this one, and returns their reporters.
    private func removeWaiting(like order: SessionOrder) -> [Reporter] {
        let reporters = waiting.filter { $0.order.asksLike(order) }.flatMap(\.reporters)
        waiting.removeAll { $0.order.asksLike(order) }
        return reporters
    }

    /// Stops all sessions and drops the preloaded ones. Watchers receive the end of theirs. Returns when all work has
    /// ended, including what was being stored or remembered.
    public func stop() async {
        (waiting.flatMap(\.reporters) + entries.values.flatMap(\.reporters)).report(.forgotten)
        waiting = []
        let stopped = Array(entries.values)
        entries = entries.compactMapValues { entry in
            var entry = entry
            switch entry.stage {
            case .watched, .stopping: entry.stage = .stopping
            case .ahead, .ready: return nil
            }
            return entry
        }
        for entry in stopped { await entry.stop() }
        for entry in stopped { await entry.following.value }
    }

    /// The number of sessions of each kind.
    struct Census: Equatable {
        var ahead = 0
        var watched = 0
        var kept = 0
        var waiting = 0
    }

    var census: Census {
        var census = Census(waiting: waiting.count)
        for entry in entries.values {
            switch entry.stage {
            case .ahead: census.ahead += 1
            case .watched, .stopping: census.watched += 1
            case .ready: census.kept += 1
            }
        }
        return census
    }

    /// The events that a reader who joins the session with this order would get; empty if there is no such session.
    func events(_ order: SessionOrder) async -> [SessionEvent] {
        await number(of: order).flatMap { entries[$0] }?.runner.known ?? []
    }

    // MARK: Sessions

    private func number(of order: SessionOrder) -> Int? {
        entries.first { _, entry in
            if case .stopping = entry.stage { return false }
            return entry.order.asksLike(order)
        }?.key
    }

    private func begin(
        _ order: SessionOrder, _ stage: Stage, to readers: [Channel<SessionEvent>] = [],
        reporters: [Reporter] = []
    ) {
        let results = Channel<SessionResult>()
        let (runner, stop) = engine.start(order, SessionOutput(to: readers, pool: results))
        lastNumber += 1
        let number = lastNumber
        let result = ChannelReader(results) {}
        let following = Task {
            while let results = await result.next() { for result in results { handle(result, number) } }
        }
        entries[number] = Entry(
            order: order, runner: runner, stop: stop, following: following, begun: engine.clocks.uptime(),
            stage: stage, reporters: reporters)
        for reporter in reporters { reporter.yield(.begun) }
    }

    private func beginWaiting() {
        while census.ahead < limits.atATime, let pending = waiting.popLast() {
            begin(pending.order, .ahead, reporters: pending.reporters)
        }
    }

    private func handle(_ result: SessionResult, _ number: Int) {
        guard let entry = entries[number] else { return }
        switch entry.stage {
        case .watched, .stopping: entries[number] = nil
        case .ahead:
            entries[number]?.stage = .ready(result, at: engine.clocks.uptime())
            report(.ended(result), of: number)
            switch result.outcome {
            case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh: discardSurplus()
            // Not worth keeping: opening the page sends a new request.
            case .offline, .failed: entries[number] = nil
            }
        case .ready: break
        }
        beginWaiting()
    }

    /// Sends the last report of a preloaded session.
    private func report(_ end: PreloadReport, of number: Int) {
        entries[number]?.reporters.report(end)
        entries[number]?.reporters = []
    }

    // MARK: Watchers

    /// Adds a watcher to a session in this stage.
    private func join(_ number: Int, _ stage: Stage, _ watcher: Int) -> JoinedSession {
        switch stage {
        case .ahead:
            entries[number]?.stage = .watched([watcher])
            report(.taken, of: number)
            beginWaiting()
            return .preload
        case .watched(let others):
            entries[number]?.stage = .watched(others.union([watcher]))
            return .load
        case .stopping: return .load
        case .ready:
            entries[number] = nil
            return .preload
        }
    }

    /// Removes a watcher whose stream was released.
    private func leave(_ watcher: Int) async {
        guard let (number, others) = watched(by: watcher) else { return }
        if others.isEmpty {
            await entries.removeValue(forKey: number)?.stop()
        } else {
            entries[number]?.stage = .watched(others)
        }
    }

    /// Removes a watcher that still reads its stream: the last one receives the session's end.
    private func stop(_ watcher: Int, _ channel: Channel<SessionEvent>) async {
        guard let (number, others) = watched(by: watcher) else { return }
        entries[number]?.stage = others.isEmpty ? .stopping : .watched(others)
        if others.isEmpty { await entries[number]?.stop() } else { channel.end() }
    }

    /// Returns the session of a watcher, and its other watchers.
    private func watched(by watcher: Int) -> (number: Int, others: Set<Int>)? {
        for (number, entry) in entries {
            if case .watched(var watchers) = entry.stage, watchers.remove(watcher) != nil {
                return (number, watchers)
            }
        }
        return nil
    }

    // MARK: Retention

    private func discardOld() {
        let now = engine.clocks.uptime()
        entries = entries.filter { _, entry in
            if case .ready(_, let end) = entry.stage { now - end <= limits.age } else { true }
        }
    }

    /// Drops the sessions that ended first, beyond the limit.
    private func discardSurplus() {
        let kept = entries.compactMap { number, entry in
            if case .ready(_, let end) = entry.stage { (number: number, end: end) } else { nil }
        }
        for old in kept.sorted(by: { ($0.end, $0.number) < ($1.end, $1.number) }).dropLast(limits.kept) {
            entries[old.number] = nil
        }
    }
}

extension [AsyncStream<PreloadReport>.Continuation] {
    /// Sends the last report to all of them.
    fileprivate func report(_ end: PreloadReport) {
        for reporter in self {
            reporter.yield(end)
            reporter.finish()
        }
    }
}

/// Limits for sessions that are started in advance (preloads).
public struct PreloadLimits: Sendable, Equatable {
    /// How long an ended session is kept for being opened. One minute by default.
    public var age: Duration
    /// The maximum number of ended sessions kept. 8 by default.
    public var kept: Int
    /// The maximum number of sessions that run concurrently. 3 by default.
    public var atATime: Int
    /// The maximum number that wait to be started, at least 1; the oldest one is dropped first. 3 by default.
    public var waiting: Int

    /// Creates limits with the given values.
    public init(age: Duration = .seconds(60), kept: Int = 8, atATime: Int = 3, waiting: Int = 3) {
        self.age = age
        self.kept = kept
        self.atATime = atATime
        self.waiting = max(1, waiting)
    }
}

/// The state of a session that was started in advance.
public enum PreloadReport: Sendable {
    /// The session is running.
    case begun
    /// The session has ended; unless it failed, its events are kept for whoever opens the page soon.
    case ended(SessionResult)
    /// The page was opened; its opener receives the session's events from now on.
    case taken
    /// The session was dropped: others were requested later, or all were stopped.
    case forgotten
}
