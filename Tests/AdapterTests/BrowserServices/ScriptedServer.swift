import SonicProtocol
import SonicSession

/// A server that plays its responses in order, repeats the last one, and records the requests.
actor ScriptedServer {
    /// The response to one request.
    struct Response: Sendable {
        var status = 200
        var type = "text/html"
        var fields: [HeaderField] = []
        var body = ""
        /// The failure that ends the transfer instead of the end of the body.
        var failure: ConnectionFailure?

        /// No response at all.
        static let none = Response(status: 0, failure: .reset(detail: "gone"))
    }

    private var responses: [Response]
    private(set) var requests: [Request] = []

    init(_ responses: [Response]) { self.responses = responses }

    fileprivate func relay(for request: Request) -> ResponseRelay {
        requests.append(request)
        let response = responses.count > 1 ? responses.removeFirst() : responses[0]
        let bytes = Array(response.body.utf8)
        guard let failure = response.failure else {
            return .answer(
                bytes, type: response.type, to: request, status: response.status, fields: response.fields)
        }
        guard response.status > 0 else { return ResponseRelay([.failed(failure)]) }
        let fields = [HeaderField("Content-Type", response.type)] + response.fields
        let lines = ["HTTP/1.1 \(response.status) OK"] + fields.map { "\($0.name): \($0.value)" }
        guard let head = ResponseHead(raw: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)) else {
            return ResponseRelay([.failed(failure)])
        }
        return ResponseRelay([.headReceived(head), .bodyReceived(bytes), .failed(failure)])
    }
}

/// A connection to a scripted server.
struct ScriptedConnection: Connection {
    let server: ScriptedServer

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream { await server.relay(for: request) }
    }
}

extension SessionEngine.Clocks {
    /// Clocks that never advance: waiting returns at once.
    static let still = SessionEngine.Clocks(
        now: { StoredPages.now }, uptime: { .zero }, wait: { _ in })
}
