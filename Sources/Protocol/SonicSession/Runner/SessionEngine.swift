import SonicProtocol

/// Opens pages: the connection, the store and everything else a session depends on, assembled once.
public struct SessionEngine: Sendable {
    /// The clocks that a session reads; passed in so that tests control them.
    public struct Clocks: Sendable {
        /// The wall clock.
        public let now: @Sendable () -> Instant
        /// A monotonic clock with an arbitrary origin.
        public let uptime: @Sendable () -> Duration
        /// Returns after the duration, or when the task is cancelled.
        public let wait: @Sendable (Duration) async -> Void

        /// Creates clocks from these functions.
        public init(
            now: @escaping @Sendable () -> Instant, uptime: @escaping @Sendable () -> Duration,
            wait: @escaping @Sendable (Duration) async -> Void = Self.pass
        ) {
            self.now = now
            self.uptime = uptime
            self.wait = wait
        }

        /// Waits by the clock of this machine.
        public static let pass: @Sendable (Duration) async -> Void = { time in
            // A cancelled sleep returns early, and nobody needs the error.
            try? await Task.sleep(for: time)
        }
    }

    private(set) var connection: any Connection
    private(set) var pages: LayeredPages
    /// The store of cookies.
    public private(set) var cookies: any CookieStore
    let hashes: Hashes
    let memory: PageMemory
    let clocks: Clocks
    let pageShown: (@Sendable () async -> Void)?
    private(set) var record: Record?
    private(set) var remember: Remember?
    private(set) var step: Step?
    private(set) var executor: (any TaskExecutor)?

    /// Handles a record of any session, with the wall clock's time. Called in order within a session, and
    /// concurrently by concurrent sessions; sessions wait until it returns.
    public typealias Record = @Sendable (SessionRecord, Instant) -> Void

    /// Stores what is remembered of a session that has ended. The session's last event has been reported by then; the
    /// sequence of its events ends only after this returns.
    public typealias Remember = @Sendable (PastSession) async -> Void

    /// Handles a step of any session, after it is decided and before its effects are performed. Sessions wait until
    /// it returns.
    public typealias Step = @Sendable (SessionStep) -> Void

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - connection: The connection that requests are sent with.
    ///   - store: The store of pages.
    ///   - cookies: The store of cookies; by default none are stored.
    ///   - memoryOnly: The pages that must not be written.
    ///   - hashes: SHA-1 and MD5, which name and verify pages.
    ///   - memory: The memory in which merged pages are assembled.
    ///   - clocks: The clocks.
    ///   - pageShown: Awaited before the rest of a stored page is read, before a page is verified and before a
    ///     request is sent. A program that shows pages returns when what was found is on the screen, so that none of
    ///     these delays it. Nil for programs without a screen: stored pages are read as a whole, never only their
    ///     beginning.
    public init(
        connection: any Connection, store: any PageStore, cookies: any CookieStore = NoCookies(),
        memoryOnly: MemoryOnlyPages = MemoryOnlyPages(), hashes: Hashes, memory: PageMemory = .plain,
        clocks: Clocks,
        pageShown: (@Sendable () async -> Void)? = nil
    ) {
        self.connection = connection
        pages = LayeredPages(store, memoryOnly)
        self.cookies = cookies
        self.hashes = hashes
        self.memory = memory
        self.clocks = clocks
        self.pageShown = pageShown
    }

    /// The store of pages.
    public var store: any PageStore { pages.store }

    private func with(_ change: (inout SessionEngine) -> Void) -> SessionEngine {
        var engine = self
        change(&engine)
        return engine
    }

    /// Returns the same engine with another store of cookies.
    public func with(cookies: any CookieStore) -> SessionEngine { with { $0.cookies = cookies } }

    /// Returns the same engine with another connection.
    public func with(connection: any Connection) -> SessionEngine { with { $0.connection = connection } }

    /// Returns the same engine with another store of pages.
    public func with(store: any PageStore) -> SessionEngine {
        with { $0.pages = LayeredPages(store, MemoryOnlyPages()) }
    }

    /// Returns the same engine with a log of its sessions.
    public func with(record: @escaping Record) -> SessionEngine { with { $0.record = record } }

    /// Returns the same engine, which remembers sessions that have ended, except those of which nothing may be
    /// written; nil remembers none.
    public func remembering(_ remember: Remember?) -> SessionEngine { with { $0.remember = remember } }

    /// Returns the same engine with a function that receives each step of its sessions.
    public func stepping(_ step: @escaping Step) -> SessionEngine { with { $0.step = step } }

    /// Returns the same engine with an executor for its sessions; nil for Swift's default one.
    public func running(on executor: (any TaskExecutor)?) -> SessionEngine { with { $0.executor = executor } }

    /// Reads what is stored of a page, and how the request that a session would send differs from the page's own.
    nonisolated(nonsending) func read(
        _ id: PageID, _ extent: PageExtent, for machine: SessionMachine
    ) async throws(StoreFailure) -> CacheReadResult {
        var reading = try await pages.read(id, extent)
        // Usually, no field matters, and the cookies need not be read.
        guard let page = machine.shown(reading)?.version,
            VaryKey(page: page.headers, request: Headers(), hashes) != .fields([])
        else { return reading }
        let order = machine.order
        let line = await cookies.line(for: CookieRequest(page.url, causedBy: order.cause)).line
        let headers = order.headers.at(page.url, order.terms(page.url), secretsOrigin: order.secretsOrigin)
        let request = headers.headers(RequestConditions(), lastModified: nil, cookies: line, reload: .none)
        reading.unselected = page.unselected(by: request, hashes)
        return reading
    }

    /// Starts a session. Its events arrive in order and end with `.ended`; releasing the stream stops the session.
    public func open(_ order: SessionOrder) -> Session {
        let channel = Channel<SessionEvent>()
        let stop = start(order, SessionOutput(to: [channel])).stop
        let reader = ChannelReader(channel) { Task { await stop() } }
        return Session(order, events: SessionEvents(batches: reader), stop: stop)
    }

    /// Starts a session with this output.
    /// - Returns: Its actor, and how it is stopped.
    func start(
        _ order: SessionOrder, _ output: SessionOutput
    ) -> (runner: SessionRunner, stop: @Sendable () async -> Void) {
        let runner = SessionRunner(order, engine: self, output: output)
        // Only the switch to the session's actor is immediate: nothing of the session runs here.
        let running = Task.immediate(executorPreference: executor) { await runner.run() }
        return (runner, { if await runner.cancel() { running.cancel() } })
    }
}

/// A running session: the sequence of its events, for one reader.
public struct Session: Sendable, AsyncSequence {
    /// The events in order; the last one is `.ended`.
    public let events: SessionEvents
    private let url: WebURL
    private let mode: SessionMode
    private let stop: @Sendable () async -> Void

    init(_ order: SessionOrder, events: SessionEvents, stop: @escaping @Sendable () async -> Void) {
        url = order.url
        mode = order.mode
        self.events = events
        self.stop = stop
    }

    /// Starts reading the events. Releasing the iterator stops the session.
    public func makeAsyncIterator() -> SessionEvents.Iterator { events.makeAsyncIterator() }

    /// Stops the session; it still ends with `.ended`. A session that is shared with others (`SessionPool`) continues
    /// for them: then the events end here without it.
    public func cancel() async { await stop() }

    /// Waits for the end and returns the result, passing every event to `watch` on the way; nil if the calling task
    /// was cancelled before.
    public func result(watch: ((SessionEvent) async -> Void)? = nil) async -> SessionResult? {
        var result: SessionResult?
        while let batch = await events.batches.next() {
            if let watch { for event in batch { await watch(event) } }
            if case .ended(let ending)? = batch.last { result = ending }
        }
        return result
    }

    /// Waits for the end and returns all that was reported; without a result if the calling task was cancelled
    /// before.
    /// - Parameters:
    ///   - uptime: The clock of the log; by default constant.
    ///   - view: Maps each event to the one that is put in the trace; by default the event itself.
    public func trace(
        uptime: () -> Duration = { .zero }, viewing view: (SessionEvent) -> SessionEvent = { $0 }
    ) async -> SessionTrace {
        var trace = SessionTrace(url, mode: mode)
        let began = uptime()
        while let batch = await events.batches.next() {
            for event in batch { trace.handle(view(event), at: uptime() - began) }
        }
        return trace
    }
}

/// The events of a session in order, for one reader.
///
/// They are sent in batches, because waking a reader takes longer than most of what is reported, and read one by one.
/// The rest of a batch is lost when the iterator is released.
public struct SessionEvents: Sendable, AsyncSequence {
    /// The events as they were sent: a batch is all that happened before the session had to wait.
    package let batches: ChannelReader<SessionEvent>

    /// Starts reading. Releasing the iterator together with the sequence stops the session.
    public func makeAsyncIterator() -> Iterator { Iterator(batches) }

    /// Reads the events one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let batches: ChannelReader<SessionEvent>
        private var batch: ArraySlice<SessionEvent> = []

        fileprivate init(_ batches: ChannelReader<SessionEvent>) { self.batches = batches }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        public mutating func next() async -> SessionEvent? { await next(isolation: #isolation) }

        /// Returns the next event; nil after the last one, and if the calling task is cancelled.
        /// - Parameter actor: Where the caller runs.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> SessionEvent? {
            while true {
                if let event = batch.popFirst() { return event }
                guard let next = await batches.next() else { return nil }
                batch = next[...]
            }
        }
    }
}

/// What a session has reported, and the channels of those who read it.
///
/// Each reader takes its events from a channel of its own; the batches in all channels are the same storage.
struct SessionOutput {
    /// The events so far, without the pieces of bodies; empty if the session is in no pool, so that nobody can join.
    private(set) var events: [SessionEvent] = []
    /// The index in `events` at which the pieces of the last response belong; nil for none.
    private var firstPiece: Int?
    /// The channels of the readers, including those who have left.
    private var readers: [Channel<SessionEvent>]
    /// Receives the result for the pool, and ends when the session's work has ended; nil if it is in no pool.
    private let pool: Channel<SessionResult>?
    private var isOver = false

    /// Creates the output of a session that has not reported anything.
    init(to readers: [Channel<SessionEvent>], pool: Channel<SessionResult>? = nil) {
        (self.readers, self.pool) = (readers, pool)
    }

    /// Reports a batch to all readers. The last one may be empty.
    mutating func append(_ batch: [SessionEvent], isLast: Bool = false) {
        for reader in readers { reader.send(batch, isLast: isLast) }
        isOver = isLast
        guard let pool else { return }
        for event in batch {
            if case .pieceReceived = event {
                firstPiece = firstPiece ?? events.count
                continue
            }
            if case .requestDecided = event { firstPiece = nil }
            if case .ended(let result) = event { pool.send([result]) }
            events.append(event)
        }
        if isLast { pool.end() }
    }

    /// Returns what a reader who joins gets.
    /// - Parameter body: The part of the body that has arrived, which replaces the pieces of an arriving page.
    func known(arrived body: [UInt8]) -> [SessionEvent] {
        var known = events
        if let firstPiece, !body.isEmpty { known.insert(.pieceReceived(body), at: firstPiece) }
        return known
    }

    /// Adds a reader of a session in a pool, who gets these events at once.
    mutating func join(_ reader: Channel<SessionEvent>, _ known: [SessionEvent]) {
        reader.send(known, isLast: isOver)
        readers.append(reader)
    }
}
