import SonicProtocol
import SonicServer

/// One exchange between a client and the upstream: bytes are passed on as the other side accepts them. A page for which
/// Sonic is requested is buffered and answered here.
final class Relay: StreamingExchange, UpstreamListener {
    /// The progress of the response.
    private enum Progress {
        /// The upstream's headers are pending.
        case awaited
        /// A page is being buffered.
        case gathering(ResponseHead, [UInt8])
        /// The response is known; its body is complete, or streamed.
        case known(ServerResponse)
    }

    /// The state of the upstream's body.
    private enum Rest {
        case expected
        case complete
        case lost
    }

    private let request: ForwardedRequest
    private let client: ServerRequest
    private let line: ClientLine
    private let proxy: Proxy
    private var exchange: UpstreamExchange?
    private var progress = Progress.awaited
    private var rest = Rest.expected
    private var upload = ByteQueue()
    /// Whether the client has sent its full request.
    private var isRequestComplete = false
    private var download = ByteQueue()
    /// Why the upstream was lost within the response; nil for no reportable reason.
    private var loss: UpstreamFailure?

    init(_ request: ForwardedRequest, of client: ServerRequest, over line: ClientLine, by proxy: Proxy) {
        self.request = request
        self.client = client
        self.line = line
        self.proxy = proxy
        exchange = UpstreamExchange(request, to: proxy.place, over: proxy.loop.sockets, for: self)
        if let exchange {
            proxy.loop.start(exchange)
        } else {
            ended(UpstreamFailure("Out of memory for a request to the upstream.", status: 503))
        }
    }

    // MARK: The client's side

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        // After an early response the rest of the body is not needed, but has to be read.
        guard exchange != nil else { return bytes.count }
        let part = bytes.prefix(upload.room)
        upload.add(part)
        if !part.isEmpty, let exchange { proxy.loop.resume(exchange) }
        return part.count
    }

    func answer() -> ExchangeAnswer {
        if !isRequestComplete {
            isRequestComplete = true
            if let exchange { proxy.loop.resume(exchange) }
        }
        switch progress {
        case .awaited, .gathering: return .later
        case .known(let response): return .answer(.response(response))
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        let count = download.dequeue(into: buffer)
        guard count == 0 else {
            if download.count < ByteQueue.limit / 2, let exchange { proxy.loop.resume(exchange) }
            return .bytes(count)
        }
        switch rest {
        case .expected: return .later
        case .complete: return .end
        case .lost: return .cutOff
        }
    }

    func end(_ ending: ExchangeEnding) -> [String] {
        if let exchange { proxy.loop.cancel(exchange) }
        exchange = nil
        return loss.map { [$0.sentence] } ?? []
    }

    // MARK: The upstream's side

    func give(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        let count = upload.dequeue(into: buffer)
        guard count == 0 else {
            line.wake()
            return .bytes(count)
        }
        return isRequestComplete ? .end : .later
    }

    func received(_ head: ResponseHead) {
        guard request.asksForSonic else { return stream(head, because: nil) }
        if let reason = PlainReason(head: head, limit: proxy.pageLimit) {
            stream(head, because: reason)
        } else {
            progress = .gathering(head, [])
        }
    }

    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if case .gathering(let head, var page) = progress {
            // Released first, so that the page is not copied with each part.
            progress = .awaited
            page += bytes
            guard page.count > proxy.pageLimit else {
                progress = .gathering(head, page)
                return true
            }
            download.add(page)
            stream(head, because: .tooLarge(proxy.pageLimit))
            return true
        }
        guard download.room > 0 else { return false }
        download.add(bytes)
        line.wake()
        return true
    }

    func ended(_ failure: UpstreamFailure?) {
        exchange = nil
        rest = failure == nil ? .complete : .lost
        switch (progress, failure) {
        case (.gathering(let head, let page), nil):
            progress = .known(
                PageAnswerer(proxy: proxy, request: request, client: client).answer(head, page))
        case (.gathering, let failure?), (.awaited, let failure?): progress = .known(failure.page)
        case (.known, let failure?): loss = failure
        case (.awaited, nil), (.known, nil): break
        }
        line.wake()
    }

    /// Passes the response through unchanged; clients that requested Sonic receive the reason.
    private func stream(_ head: ResponseHead, because reason: PlainReason?) {
        let headers = AnswerRewriting(from: proxy.place.upstream, to: request.place).fields(of: head.headers)
        let isEmpty = head.status == 204 || head.status == 304
        let length = Self.length(of: head.headers)
        var response = ServerResponse(
            status: head.status, headers: headers, body: isEmpty ? .bytes([]) : .streamed(length: length))
        if let reason, reason != .upstream {
            response = response.with("x-sonic", reason.text).noting(reason.text)
        }
        progress = .known(response)
        line.wake()
    }

    /// Returns the announced length, or nil if chunks or the connection's end delimit the body.
    private static func length(of headers: Headers) -> UInt64? {
        guard !headers.contains("transfer-encoding") else { return nil }
        return headers.first("content-length").flatMap { UInt64($0) }
    }
}
