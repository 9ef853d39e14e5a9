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

    /// A session with all that it has reported.
    private struct Entry {
        let order: SessionOrder
        let session: Session
        /// Handles the session's events; ends when all work of the session is done.
        let following: Task<Void, Never>
        let begun: Duration
        var events: [SessionEvent] = []
        var stage: Stage
        /// The receivers of preload reports, while the session runs and nobody has opened its page.
        var reporters: [Reporter] = []
    }

    private typealias Reporter = AsyncStream<PreloadReport>.Continuation

    private enum Stage {
        /// Preloaded and running.
        case ahead
        /// Running for these watchers, at least one.
        case watched([Int: Channel<SessionEvent>])
        /// Stopped by the last of these watchers, who receive its end; nobody can join.
        case stopping([Int: Channel<SessionEvent>])
        /// Preloaded, ended at this time, and not opened.
        case ready(at: Duration)
    }

    /// Creates a pool of this engine's sessions.
    public init(_ engine: SessionEngine, limits: PreloadLimits = PreloadLimits()) {
        self.engine = engine
        self.limits = limits
    }

    /// Starts a session, or joins an equivalent one; the events it has reported so far follow at once, after
    /// `.joined`. Releasing the stream leaves the session.
    public func open(_ order: SessionOrder) -> Session {
        discardOld()
        removeWaiting(like: order).report(.taken)
        let channel = Channel<SessionEvent>()
        lastNumber += 1
        let watcher = lastNumber
        if let number = number(of: order) {
            join(number, watcher, channel)
        } else {
            begin(order, .watched([watcher: channel]))
        }
        let events = ChannelReader(channel) { Task { await self.leave(watcher) } }
        return Session(order, events: SessionEvents(events)) { await self.stop(watcher) }
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
            case .ready:
                if case .ended(let result) = entry.events.last { [reporter].report(.ended(result)) }
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
            case .watched(let watchers): entry.stage = .stopping(watchers)
            case .stopping: break
            case .ahead, .ready: return nil
            }
            return entry
        }
        for entry in stopped { await entry.session.cancel() }
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

    /// The events that the session with this order has reported so far; empty if there is no such session.
    func events(_ order: SessionOrder) -> [SessionEvent] {
        number(of: order).flatMap { entries[$0]?.events } ?? []
    }

    // MARK: Sessions

    private func number(of order: SessionOrder) -> Int? {
        entries.first { _, entry in
            if case .stopping = entry.stage { return false }
            return entry.order.asksLike(order)
        }?.key
    }

    private func begin(_ order: SessionOrder, _ stage: Stage, _ reporters: [Reporter] = []) {
        let session = engine.open(order)
        lastNumber += 1
        let number = lastNumber
        let following = Task {
            while let events = await session.events.nextBatch() { handle(events, number) }
        }
        entries[number] = Entry(
            order: order, session: session, following: following, begun: engine.clocks.uptime(),
            stage: stage, reporters: reporters)
        for reporter in reporters { reporter.yield(.begun) }
    }

    private func beginWaiting() {
        while census.ahead < limits.atATime, let pending = waiting.popLast() {
            begin(pending.order, .ahead, pending.reporters)
        }
    }

    private func handle(_ events: [SessionEvent], _ number: Int) {
        entries[number]?.events += events
        guard let entry = entries[number] else { return }
        switch entry.stage {
        case .watched(let watchers), .stopping(let watchers):
            for watcher in watchers.values { watcher.send(events) }
        case .ahead, .ready: break
        }
        guard case .ended(let result)? = events.last else { return }
        switch entry.stage {
        case .watched(let watchers), .stopping(let watchers):
            entries[number] = nil
            for watcher in watchers.values { watcher.end() }
        case .ahead:
            entries[number]?.stage = .ready(at: engine.clocks.uptime())
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

    private func join(_ number: Int, _ watcher: Int, _ channel: Channel<SessionEvent>) {
        guard let entry = entries[number] else { return }
        let joined: JoinedSession =
            switch entry.stage {
            case .ahead, .ready: .preload
            case .watched, .stopping: .load
            }
        channel.send([.joined(joined, after: engine.clocks.uptime() - entry.begun)] + entry.events)
        switch entry.stage {
        case .ahead:
            entries[number]?.stage = .watched([watcher: channel])
            report(.taken, of: number)
            beginWaiting()
        case .watched(let others), .stopping(let others):
            entries[number]?.stage = .watched(others.merging([watcher: channel]) { $1 })
        case .ready:
            entries[number] = nil
            channel.end()
        }
    }

    /// Removes a watcher whose stream was released.
    private func leave(_ watcher: Int) async {
        guard let (number, others) = watched(by: watcher) else { return }
        if others.isEmpty {
            let session = entries.removeValue(forKey: number)?.session
            await session?.cancel()
        } else {
            entries[number]?.stage = .watched(others)
        }
    }

    /// Removes a watcher that still reads its stream: the last one receives the session's end.
    private func stop(_ watcher: Int) async {
        guard let (number, others) = watched(by: watcher), let entry = entries[number] else { return }
        guard case .watched(let all) = entry.stage else { return }
        guard !others.isEmpty else {
            entries[number]?.stage = .stopping(all)
            return await entry.session.cancel()
        }
        all[watcher]?.end()
        entries[number]?.stage = .watched(others)
    }

    /// Returns the session of a watcher, and its other watchers.
    private func watched(
        by watcher: Int
    ) -> (number: Int, others: [Int: Channel<SessionEvent>])? {
        for (number, entry) in entries {
            if case .watched(var watchers) = entry.stage, watchers.removeValue(forKey: watcher) != nil {
                return (number, watchers)
            }
        }
        return nil
    }

    // MARK: Retention

    private func discardOld() {
        let now = engine.clocks.uptime()
        entries = entries.filter { _, entry in
            if case .ready(let end) = entry.stage { now - end <= limits.age } else { true }
        }
    }

    /// Drops the sessions that ended first, beyond the limit.
    private func discardSurplus() {
        let kept = entries.compactMap { number, entry in
            if case .ready(let end) = entry.stage { (number: number, end: end) } else { nil }
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
