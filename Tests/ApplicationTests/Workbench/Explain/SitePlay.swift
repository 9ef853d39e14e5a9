import SonicProtocol
import SonicServer
import SonicSession
import SystemLibraries

/// The server side in this process: the current page, with the responses of `sonic-server`. The work of a
/// connection, such as decompression, is simulated, too.
actor SitePlay {
    private let responder = SonicResponder(hashes: .nettle)
    private var page: [UInt8]
    /// Whether responses are marked as compressed, like those of a public server.
    private let isPacked: Bool
    /// Whether Sonic's headers are lost in transit.
    private var isSilent = false
    /// How each response breaks off in the middle of its body.
    private var end: ConnectionFailure?

    init(_ page: String, packed: Bool = false) {
        self.page = Array(page.utf8)
        isPacked = packed
    }

    func turn(to page: String) { self.page = Array(page.utf8) }

    /// From now on responses are without Sonic.
    func fallSilent() { isSilent = true }

    /// From now on no response is complete.
    func breakOff(_ failure: ConnectionFailure) { end = failure }

    func events(for request: Request) -> [ResponseEvent] {
        var headers = request.headers
        if isSilent { headers.remove("accept-diff") }
        let asked = ServerRequest(target: request.url.requestTarget, headers: headers)
        var response = responder.respond(with: page, to: asked)
        let body = response.bytes ?? []
        if isPacked, response.status == 200 { response.headers.append("Content-Encoding", "gzip") }
        let lines = response.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        guard let head = ResponseHead(raw: Array("HTTP/1.1 \(response.status) OK\r\n\(lines)\r\n".utf8))
        else {
            return [.failed(.malformed(detail: "no head"))]
        }
        let sent = request.headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        let line = "\(request.method) \(request.url.requestTarget) HTTP/1.1\r\nHost: news.example\r\n"
        return [.requestSent(Array((line + sent + "\r\n").utf8)), .headReceived(head)]
            + (body.isEmpty ? [] : [.bodyReceived(body)])
            + [end.map(ResponseEvent.failed) ?? .finished(TransferReport())]
    }
}

/// A connection to it.
struct PlayConnection: Connection {
    let site: SitePlay

    func exchange(_ request: Request) -> ResponseEvents {
        let (stream, continuation) = ResponseEvents.makeStream()
        Task {
            for event in await site.events(for: request) { continuation.yield(event) }
            continuation.finish()
        }
        return stream
    }
}

/// A client with a store of its own, and its site.
struct Stage {
    static let url = WebURL("http://news.example/a")!

    let site: SitePlay
    let store = MemoryStore()

    init(_ page: String, packed: Bool = false) {
        site = SitePlay(page, packed: packed)
    }

    /// The trace of one session.
    func trace(
        _ mode: SessionMode = .open, given: [HeaderField] = [], exact: Request? = nil
    ) async -> SessionTrace {
        let engine = SessionEngine(
            connection: PlayConnection(site: site), store: store, hashes: .nettle,
            clocks: SessionEngine.Clocks(now: { Instant(milliseconds: 1_000_000) }, uptime: { .zero }))
        var order = SessionOrder(
            url: Self.url, mode: mode, headers: RequestHeaders(product: "sonic/0", custom: given))
        order.exact = exact
        return await engine.open(order).trace()
    }
}
