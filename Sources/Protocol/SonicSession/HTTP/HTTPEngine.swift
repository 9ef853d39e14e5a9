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
    let traffic = FetchTraffic()

    /// An engine on this connection and store. Copies share what is under way. All limits are bytes.
    ///
    /// Bodies longer than `bodyLimit` are only handed on, not stored; 64 MiB by default. A body that is fetched whole
    /// (`fetch`) may be as long as `answerLimit`; 256 MiB by default, as for sessions. As much as `unreadLimit` of a
    /// body may wait for a slow reader (`open`) before the transfer waits; 4 MiB by default.
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

    /// The same engine on another connection; what is under way is shared.
    public func with(connection: any Connection) -> HTTPEngine {
        var engine = self
        engine.connection = connection
        return engine
    }

    /// The same engine, which keeps what comes under exceptions apart: what this says changes who answers.
    public func with(exception: @escaping @Sendable (WebURL) -> OriginException?) -> HTTPEngine {
        var engine = self
        engine.exception = exception
        return engine
    }

    /// The same engine, which sends these headers to no other origin than the request's after a redirect.
    public func with(secretHeaders: SecretHeaders) -> HTTPEngine {
        var engine = self
        engine.secretHeaders = secretHeaders
        return engine
    }

    /// A request as this engine carries it out.
    private func following(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.choices.exception = exception
        request.choices.secretHeaders = secretHeaders
        return request
    }

    /// Begins a fetch. Its events come in order and end with `.ended`; dropping the stream stops it, and a reader
    /// who is slow holds it up.
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
        let reading = FetchReader(events, unread)
        return AsyncStream { await reading.next() }
    }

    /// Fetches a resource whole, unless it is longer than this engine allows. Cancelling the calling task stops it.
    public func fetch(_ request: FetchRequest) async -> FetchResult {
        var body: [UInt8] = []
        var result = FetchResult(ending: .failed(.stopped), urls: [request.url], notes: [])
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

    /// Forgets what is stored for a request, in all its variants.
    public func clear(_ request: FetchRequest) async throws(StoreFailure) {
        try await store.remove(following(request).choices.key(of: request.url))
    }

    /// Waits until nothing is being revalidated in the background any more, so that a program may end.
    public func finish() async { await traffic.finish() }
}
