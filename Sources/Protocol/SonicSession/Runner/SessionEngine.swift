import SonicProtocol

/// Opens pages: the connection, the store and the rest of the world a session needs, put together once.
public struct SessionEngine: Sendable {
    /// The clocks a session reads; arguments, so that tests hold them.
    public struct Clocks: Sendable {
        /// The wall clock.
        public let now: @Sendable () -> Instant
        /// A clock that never jumps, from any starting point.
        public let uptime: @Sendable () -> Duration
        /// Returns when so much time has passed, or the task was cancelled.
        public let wait: @Sendable (Duration) async -> Void

        /// Clocks that read these functions.
        public init(
            now: @escaping @Sendable () -> Instant, uptime: @escaping @Sendable () -> Duration,
            wait: @escaping @Sendable (Duration) async -> Void = Self.pass
        ) {
            self.now = now
            self.uptime = uptime
            self.wait = wait
        }

        /// Lets time pass by the clock of this machine.
        public static let pass: @Sendable (Duration) async -> Void = { time in
            // Nothing is waited for but the time itself; who is cancelled has nobody left to tell.
            try? await Task.sleep(for: time)
        }
    }

    private(set) var connection: any Connection
    private(set) var pages: LayeredPages
    /// Where cookies are kept.
    public private(set) var cookies: any CookieStore
    let hashes: Hashes
    let memory: PageMemory
    let clocks: Clocks
    let pageShown: (@Sendable () async -> Void)?
    private(set) var record: Record?
    private(set) var remember: Remember?
    private(set) var step: Step?
    private(set) var executor: (any TaskExecutor)?

    /// Takes a record of any session, with the wall clock's time. Called in order within a session, and by
    /// sessions beside each other at once; sessions wait until it returns.
    public typealias Record = @Sendable (SessionRecord, Instant) -> Void

    /// Takes what is remembered of a session that has ended. The session's last word has been told by then; whoever
    /// waits for its events to end waits for this, too.
    public typealias Remember = @Sendable (PastSession) async -> Void

    /// Takes a step of any session, once it is decided and before its effects are carried out. Sessions wait until it
    /// returns.
    public typealias Step = @Sendable (SessionStep) -> Void

    /// An engine of these parts.
    ///
    /// - Parameters:
    ///   - connection: What requests are sent with.
    ///   - store: Where pages are kept.
    ///   - cookies: Where cookies are kept; by default nowhere.
    ///   - held: The pages that must not be written.
    ///   - hashes: SHA-1 and MD5, by which pages are named and proven.
    ///   - memory: What merged pages are put together in.
    ///   - clocks: The clocks.
    ///   - pageShown: Awaited before the rest of a stored page is read, before one is verified and before a
    ///     request is sent. Who shows pages returns once what was found is on the screen, which none of them
    ///     should hold up. Nil for programs without a screen: stored pages come whole, never by their beginning.
    public init(
        connection: any Connection, store: any PageStore, cookies: any CookieStore = NoCookies(),
        held: MemoryOnlyPages = MemoryOnlyPages(), hashes: Hashes, memory: PageMemory = .plain,
        clocks: Clocks,
        pageShown: (@Sendable () async -> Void)? = nil
    ) {
        self.init(
            connection: connection, pages: LayeredPages(store, held), cookies: cookies, hashes: hashes,
            memory: memory, clocks: clocks, pageShown: pageShown)
    }

    private init(
        connection: any Connection, pages: LayeredPages, cookies: any CookieStore, hashes: Hashes,
        memory: PageMemory, clocks: Clocks, pageShown: (@Sendable () async -> Void)?
    ) {
        self.connection = connection
        self.pages = pages
        self.cookies = cookies
        self.hashes = hashes
        self.memory = memory
        self.clocks = clocks
        self.pageShown = pageShown
    }

    /// Where pages are kept.
    public var store: any PageStore { pages.store }

    /// The same engine with another jar of cookies.
    public func with(cookies: any CookieStore) -> SessionEngine {
        var engine = self
        engine.cookies = cookies
        return engine
    }

    /// The same engine on another connection.
    public func with(connection: any Connection) -> SessionEngine {
        var engine = self
        engine.connection = connection
        return engine
    }

    /// The same engine on another store.
    public func with(store: any PageStore) -> SessionEngine {
        var engine = self
        engine.pages = LayeredPages(store, MemoryOnlyPages())
        return engine
    }

    /// The same engine, whose sessions are logged.
    public func with(record: @escaping Record) -> SessionEngine {
        var engine = self
        engine.record = record
        return engine
    }

    /// The same engine, whose sessions are remembered once they have ended, but for those of which nothing may be
    /// written; nil remembers none.
    public func remembering(_ remember: Remember?) -> SessionEngine {
        var engine = self
        engine.remember = remember
        return engine
    }

    /// The same engine, whose sessions are followed step by step.
    public func stepping(_ step: @escaping Step) -> SessionEngine {
        var engine = self
        engine.step = step
        return engine
    }

    /// The same engine, whose sessions run there; nil for the threads that Swift keeps for tasks.
    public func running(on executor: (any TaskExecutor)?) -> SessionEngine {
        var engine = self
        engine.executor = executor
        return engine
    }

    /// Begins a session. Its events come in order and end with `.ended`; dropping the stream stops the session.
    public func open(_ order: SessionOrder) -> Session {
        let report = Channel<SessionEvent>()
        let runner = SessionRunner(order, engine: self, report: report)
        // What is immediate is the change to the session's actor: none of the session runs here.
        let running = Task.immediate(executorPreference: executor) { await runner.run() }
        let stop: @Sendable () async -> Void = { if await runner.cancel() { running.cancel() } }
        let events = ChannelReader(report) { Task { await stop() } }
        return Session(order, events: SessionEvents(events), stop: stop)
    }
}

/// A session under way: the sequence of its events, for one reader.
public struct Session: Sendable, AsyncSequence {
    /// What happens, in order; the last one is `.ended`.
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

    /// Begins to read the events. Giving the iterator up stops the session.
    public func makeAsyncIterator() -> SessionEvents.Iterator {
        events.makeAsyncIterator()
    }

    /// Stops the session; it still ends with `.ended`. One that is shared with others (`SessionPool`) goes on for
    /// them: then the events end here without it.
    public func cancel() async {
        await stop()
    }

    /// Waits for the end and returns the result, passing every event on the way to `watch`; nil when the calling
    /// task was cancelled before.
    public func result(watch: ((SessionEvent) async -> Void)? = nil) async -> SessionResult? {
        var result: SessionResult?
        while let burst = await events.nextBurst() {
            if let watch { for event in burst { await watch(event) } }
            if case .ended(let ending)? = burst.last { result = ending }
        }
        return result
    }

    /// Waits for the end and returns all that was reported; without a result when the calling task was cancelled before.
    /// - Parameters:
    ///   - uptime: The clock of the log; by default it stands still.
    ///   - view: What stands in the trace in place of an event; by default the event.
    public func trace(
        uptime: () -> Duration = { .zero }, viewing view: (SessionEvent) -> SessionEvent = { $0 }
    ) async -> SessionTrace {
        var trace = SessionTrace(url, mode: mode)
        let began = uptime()
        while let burst = await events.nextBurst() {
            for event in burst { trace.handle(view(event), at: uptime() - began) }
        }
        return trace
    }
}
