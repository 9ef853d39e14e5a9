import SonicProtocol
import SonicSession

/// A detached session: it requests and judges like any other, using stored data, but does not write to the store or the
/// cookies.
public struct DetachedSession: Sendable {
    /// The session.
    public let session: Session
    /// The store with its pending writes, which can be committed on request.
    public let store: ReadThroughStore

    /// Begins the session.
    /// - Parameters:
    ///   - order: The order; a request is sent even if the stored page is fresh.
    ///   - draft: The exact first request; nil for the ordinary one.
    ///   - overrides: The overrides of the draft.
    ///   - engine: The engine for sessions.
    public init(
        _ order: SessionOrder, _ draft: Request?, _ overrides: RequestOverrides, _ engine: SessionEngine
    ) {
        var order = order
        if let draft {
            let draft = overrides.applied(to: draft)
            order.url = draft.url
            // The response to a method other than GET is not the page.
            order.method =
                draft.method == "GET"
                ? .get : .post(PostBody(draft.body, contentType: "", method: draft.method))
            order.exact = Request(
                method: draft.method, url: draft.url, headers: draft.headers, body: draft.body)
        }
        order.asksAlways()
        store = ReadThroughStore(over: engine.store, asOf: overrides.version)
        session = engine.detached(with: store).open(order)
    }

    /// Returns the request that an order would send first; nil if it would send none.
    public static func ordinaryRequest(
        _ order: SessionOrder, _ engine: SessionEngine
    ) async -> Request? {
        var order = order
        order.asksAlways()
        let (requests, heard) = AsyncStream<Request>.makeStream()
        order.hooks = SessionHooks(willRequest: { request in
            heard.yield(request)
            return .withhold(reason: "only the request was wanted")
        })
        _ = await engine.detached(with: ReadThroughStore(over: engine.store)).open(order).result()
        heard.finish()
        return await requests.first { _ in true }
    }

    /// Returns an engine for sessions that change nothing: what they would store is forgotten.
    public static func engine(like engine: SessionEngine) -> SessionEngine {
        engine.detached(with: ReadThroughStore(over: engine.store))
    }

    /// Returns an event without its storage: the session's writes are not performed.
    public static func unstored(_ event: SessionEvent) -> SessionEvent {
        guard case .ended(var result) = event else { return event }
        switch result.storage {
        case .untouched, .notAllowed: break
        case .stored, .renewed, .removed, .notStored: result.storage = .notAllowed(.detached)
        }
        return .ended(result)
    }

    /// Returns the trace of the session when it has ended.
    public func trace() async -> SessionTrace { await session.trace(viewing: Self.unstored) }
}

extension SessionEngine {
    /// Returns the engine with a store and cookies that it reads but does not change. Its sessions are not recorded in
    /// the history: no page of theirs was shown.
    fileprivate func detached(with store: ReadThroughStore) -> SessionEngine {
        with(store: store).with(cookies: ReadThroughCookies(over: cookies)).remembering(nil)
    }
}

extension SessionOrder {
    /// Sends a request even if the stored page is fresh.
    fileprivate mutating func asksAlways() {
        let terms = terms
        self.terms = { url in
            var terms = terms(url)
            (terms.freshPages, terms.lifetime) = (0, .server)
            terms.retries = 0
            return terms
        }
    }
}
