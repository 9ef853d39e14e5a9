import Exchanges
import SonicProtocol
import SonicServer
import SonicSession
import SystemLibraries
import Workbench

/// The responses of a site in this process.
enum ScriptedSite: Sendable {
    /// This page, with the responses of `sonic-server`.
    case page(String)
    /// These header lines and a body, whatever the request.
    case answer(String, String)
}

/// A client with a store of its own, an intercept queue, and the site behind it.
actor Scene: Connection {
    static let url = WebURL("http://news.example/a")!

    let store = MemoryStore()
    let desk: InterceptQueue
    /// The intercepted messages, at each change.
    let changes: AsyncStream<[InterceptedExchange]>
    private(set) var site: ScriptedSite
    private(set) var requests: [Request] = []

    init(_ site: ScriptedSite) {
        self.site = site
        let (changes, told) = AsyncStream<[InterceptedExchange]>.makeStream()
        self.changes = changes
        desk = InterceptQueue { told.yield($0) }
    }

    func turn(to site: ScriptedSite) { self.site = site }

    nonisolated func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream { ResponseRelay(await self.events(for: request)) }
    }

    private func events(for request: Request) -> [ResponseEvent] {
        requests.append(request)
        let (lines, body): (String, [UInt8])
        switch site {
        case .page(let page):
            let asked = ServerRequest(target: request.url.requestTarget, headers: request.headers)
            let response = SonicResponder(hashes: .nettle).respond(with: Array(page.utf8), to: asked)
            body = response.bytes ?? []
            let fields = response.headers.fields.map { "\($0.name): \($0.value)\n" }.joined()
            lines = "HTTP/1.1 \(response.status) \(response.status == 304 ? "Not Modified" : "OK")\n" + fields
        case .answer(let head, let text): (lines, body) = (head, Array(text.utf8))
        }
        let raw = lines.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        guard let head = ResponseHead(raw: Array(raw.utf8)) else { return [] }
        // In two pieces, so that nothing depends on a body arriving at once.
        let pieces = [Array(body.prefix(body.count / 2)), Array(body.dropFirst(body.count / 2))]
        return [.entered(.waiting), .headReceived(head), .entered(.receiving)]
            + pieces.filter { !$0.isEmpty }.map { .bodyReceived($0) } + [.finished(TransferReport())]
    }

    /// Starts a session.
    nonisolated func open(
        _ mode: SessionMode = .open, terms: SiteTerms = SiteTerms { $0.retries = 0 }
    ) -> Session {
        let engine = SessionEngine(
            connection: InterceptConnection(over: self, desk, for: .page), store: store, hashes: .nettle,
            clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero }))
        var order = SessionOrder(url: Self.url, mode: mode, headers: RequestHeaders(product: "sonic/0"))
        order.terms = { _ in terms }
        return engine.open(order)
    }

    /// Runs a session to its end.
    @discardableResult nonisolated func trace(_ mode: SessionMode = .open) async -> SessionTrace {
        await open(mode).trace()
    }

    /// The intercepted messages, as soon as there are this many.
    nonisolated func held(_ count: Int = 1) async -> [InterceptedExchange] {
        for await held in changes where held.count == count { return held }
        return []
    }

    /// A session whose response is intercepted and then edited.
    nonisolated func trace(
        editing edit: (AnswerEdit.Original) throws -> [UInt8]
    ) async throws -> SessionTrace {
        await desk.intercept(try ExchangeFilter("responses", for: .interception))
        async let trace = open().trace()
        for held in await held(1) {
            guard let original = held.answer else { continue }
            let reading = try AnswerText.read(try edit(original), inPlaceOf: original, means: .editing)
            await desk.intercept(nil)
            await desk.release(held.id, .answer(reading.answer))
        }
        return await trace
    }

    /// The stored version.
    nonisolated var stored: StoredPage? {
        get async {
            await store.load(PageIdentity(for: Self.url).id(of: Self.url, account: "", hashes: .nettle))
        }
    }
}
