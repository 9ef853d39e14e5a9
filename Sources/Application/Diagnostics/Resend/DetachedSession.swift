import SonicProtocol
import SonicSession

/// A detached session: asked and judged as any other, against what is stored, and kept from store and cookies.
public struct DetachedSession: Sendable {
    /// The session.
    public let session: Session
    /// What it wants written, where the reader wants it too.
    public let store: ReadThroughStore

    /// Begins it.
    /// - Parameters:
    ///   - order: What is opened; the server is asked also where the stored page is fresh.
    ///   - draft: The request that goes out first, as it stands; nil for the ordinary one.
    ///   - overrides: What is told in it that is not so.
    ///   - engine: What sessions are made with.
    public init(
        _ order: SessionOrder, _ draft: RequestDraft?, _ overrides: RequestOverrides, _ engine: SessionEngine
    ) {
        var order = order
        if let draft {
            let draft = overrides.applied(to: draft)
            order.url = draft.url
            // What a method but GET is answered with is not the page.
            order.method =
                draft.method == "GET"
                ? .get : .post(PostBody(draft.body, contentType: "", method: draft.method))
            order.exact = draft.request
        }
        order.asksAlways()
        store = ReadThroughStore(over: engine.store, asOf: overrides.version)
        session = engine.detached(with: store).open(order)
    }

    /// The request that an order would send first; nil where none would go out.
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
}

extension SessionEngine {
    /// The same engine before its store and cookies, which it reads and leaves as they are. No history has its
    /// sessions: they are of no page that was shown.
    fileprivate func detached(with store: ReadThroughStore) -> SessionEngine {
        with(store: store).with(cookies: ReadThroughCookies(over: cookies)).remembering(nil)
    }
}

extension SessionOrder {
    /// Has the server asked although the stored page is fresh.
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

extension DetachedSession {
    /// An event as it is told: what the session wanted written is written nowhere.
    public static func unstored(_ event: SessionEvent) -> SessionEvent {
        guard case .ended(var result) = event else { return event }
        switch result.storage {
        case .untouched, .notAllowed: break
        case .stored, .renewed, .removed, .notStored:
            result.storage = .notAllowed(.detached)
        }
        return .ended(result)
    }

    /// All that the session tells of its way, once it has ended.
    public func trace() async -> SessionTrace {
        await session.trace(viewing: Self.unstored)
    }
}
