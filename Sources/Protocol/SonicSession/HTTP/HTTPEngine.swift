import SonicProtocol

/// Fetches resources over a connection and through a private cache: RFC 9111 with the cache modes of Fetch
/// (docs/reference/http-caching.md).
public struct HTTPEngine: Sendable {
    private(set) var connection: any Connection
    let store: any ResponseStore
    let cookies: any CookieStore
    let clocks: SessionEngine.Clocks
    let bodyLimit: Int
    private let answerLimit: Int
    private var exception: @Sendable (WebURL) -> OriginException? = { _ in nil }
    private var secretHeaders = SecretHeaders.standard
    private let unreadLimit: Int
    /// Called with each exchange of a fetch, and with each response from the store, as the trace of its only request;
    /// nil for none.
    private(set) var report: (@Sendable (RequestCause, SessionTrace) -> Void)?
    let traffic = FetchTraffic()

    /// Creates an engine with this connection and store. Copies share running requests. All limits are in bytes.
    ///
    /// Bodies longer than `bodyLimit` are passed on but not stored; 64 MiB by default. A body that is fetched as a
    /// whole (`fetch`) may have up to `answerLimit` bytes; 256 MiB by default, as for sessions. Up to `unreadLimit`
    /// bytes of a body may wait for a slow reader (`open`) before the transfer pauses; 4 MiB by default.
    public init(
        connection: any Connection, store: any ResponseStore, cookies: any CookieStore = NoCookies(),
        clocks: SessionEngine.Clocks, bodyLimit: Int = 64 << 20, answerLimit: Int = 256 << 20,
        unreadLimit: Int = 4 << 20
    ) {
        self.connection = connection
        self.store = store
        self.cookies = cookies
        self.clocks = clocks
        self.bodyLimit = bodyLimit
        self.answerLimit = answerLimit
        self.unreadLimit = unreadLimit
    }

    private func with(_ change: (inout HTTPEngine) -> Void) -> HTTPEngine {
        var engine = self
        change(&engine)
        return engine
    }

    /// Returns the same engine with another connection; running requests are shared.
    public func with(connection: any Connection) -> HTTPEngine { with { $0.connection = connection } }

    /// Returns the same engine, which stores responses under exceptions separately; the function returns the
    /// exception of an address.
    public func with(exception: @escaping @Sendable (WebURL) -> OriginException?) -> HTTPEngine {
        with { $0.exception = exception }
    }

    /// Returns the same engine, which after a redirect does not send these headers to another origin.
    public func with(secretHeaders: SecretHeaders) -> HTTPEngine { with { $0.secretHeaders = secretHeaders } }

    /// Returns the same engine, which reports each exchange of a fetch and each response from the store, with the cause
    /// of the fetch.
    public func with(report: @escaping @Sendable (RequestCause, SessionTrace) -> Void) -> HTTPEngine {
        with { $0.report = report }
    }

    /// Returns a request with the engine's own choices.
    private func following(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.choices.exception = exception
        request.choices.secretHeaders = secretHeaders
        return request
    }

    /// Starts a fetch. Its events arrive in order and end with `.ended`; releasing the stream stops it, and a slow
    /// reader slows it down.
    public func open(_ request: FetchRequest) -> AsyncStream<FetchEvent> {
        let (events, continuation) = AsyncStream<FetchEvent>.makeStream()
        let unread = UnreadBody(limit: unreadLimit)
        let running = Task {
            var runner = FetchRunner(following(request), engine: self, unread: unread) {
                continuation.yield($0)
            }
            await runner.run()
            continuation.finish()
        }
        continuation.onTermination = { termination in
            if case .cancelled = termination { running.cancel() }
        }
        return AsyncStream { await unread.next(of: events) }
    }

    /// Fetches a resource as a whole, unless it is longer than `answerLimit`. Cancelling the calling task stops it.
    public func fetch(_ request: FetchRequest) async -> FetchResult {
        var body: [UInt8] = []
        var result = FetchResult(ending: .failed(.stopped), urls: [request.url])
        for await event in open(request) {
            switch event {
            case .headReceived(let head):
                if head.url != request.url { result.urls.append(head.url) }
            case .bodyReceived(let bytes):
                guard body.count + bytes.count <= answerLimit else {
                    result.ending = .failed(.tooLarge(limit: answerLimit))
                    return result
                }
                body += bytes
            case .ended(let ending): result = ending
            }
        }
        if case .answered(var answer) = result.ending {
            answer.body = body
            result.ending = .answered(answer)
        }
        return result
    }

    /// Removes what is stored for a request, in all its variants.
    public func clear(_ request: FetchRequest) async throws(StoreFailure) {
        try await store.remove(following(request).choices.key(of: request.url))
    }

    /// Waits until no revalidation is running in the background, so that a program may exit.
    public func finish() async { await traffic.finish() }
}

/// The number of bytes of a response's body that its reader has not read yet, so that the transfer waits for a slow
/// reader.
actor UnreadBody {
    private let limit: Int
    private var unread = 0
    private var waiting: AsyncStream<Never>.Continuation?

    /// Creates an empty count; from `limit` bytes on the transfer waits.
    init(limit: Int) { self.limit = limit }

    /// Counts a chunk as sent.
    /// - Returns: Whether the transfer has to wait before the next one.
    func sent(_ count: Int) -> Bool {
        unread += count
        return unread >= limit
    }

    /// Returns the next event, nil after the last one, and counts a chunk of the body as read, which may happen before
    /// it is counted as sent.
    func next(of events: AsyncStream<FetchEvent>) async -> FetchEvent? {
        // All iterators of a stream read from the same buffer, so a new one for each event is enough.
        var iterator = events.makeAsyncIterator()
        guard let event = await iterator.next(isolation: self) else { return nil }
        if case .bodyReceived(let bytes) = event { unread -= bytes.count }
        if unread < limit {
            waiting?.finish()
            waiting = nil
        }
        return event
    }

    /// Returns when there is room for more. Ends when cancelled.
    func room() async {
        guard unread >= limit else { return }
        let (room, continuation) = AsyncStream<Never>.makeStream()
        waiting = continuation
        for await _ in room {}
    }
}

/// Fetches resources into the cache before they are requested. A request made while its resource is being loaded
/// waits for it, instead of being sent again.
public actor ResourceLoader {
    private let engine: HTTPEngine
    private let atATime: Int
    private let byteLimit: Int
    private var waiting: [(request: FetchRequest, fetched: @Sendable (WebURL) async -> Void)] = []
    private var running = 0

    /// Creates a loader.
    /// - Parameters:
    ///   - engine: The engine that fetches and stores.
    ///   - atATime: The maximum number of concurrent fetches; 3 by default.
    ///   - byteLimit: The maximum length of a resource in bytes; a longer one is abandoned. 4 MiB by default.
    public init(_ engine: HTTPEngine, atATime: Int = 3, byteLimit: Int = 4 << 20) {
        self.engine = engine
        self.atATime = max(1, atATime)
        self.byteLimit = byteLimit
    }

    /// Queues requests, in order, after those that already wait. Returns at once.
    /// - Parameters:
    ///   - requests: The requests to fetch.
    ///   - fetched: Called with the address of each resource received in full, from the network or the cache.
    public func load(
        _ requests: [FetchRequest], fetched: @escaping @Sendable (WebURL) async -> Void = { _ in }
    ) {
        waiting += requests.map { ($0, fetched) }
        while running < atATime, !waiting.isEmpty {
            running += 1
            Task { await self.work() }
        }
    }

    /// Fetches one resource after the other until none waits.
    private func work() async {
        while !waiting.isEmpty {
            let (request, fetched) = waiting.removeFirst()
            if await fetch(request) { await fetched(request.url) }
        }
        running -= 1
    }

    /// Fetches a resource.
    /// - Returns: Whether it was received in full.
    private func fetch(_ request: FetchRequest) async -> Bool {
        var room = byteLimit
        for await event in engine.open(request) {
            switch event {
            case .headReceived(let head):
                if let length = head.headers.first("content-length").flatMap({ Int($0) }), length > room {
                    return false
                }
            case .bodyReceived(let bytes):
                room -= bytes.count
                if room < 0 { return false }
            case .ended(let result): return result.answer != nil
            }
        }
        return false
    }
}
