import CurlSockets
import SonicProtocol
import SonicServer

/// One exchange between a client and the upstream: bytes are passed on as the other side accepts them. A page for which
/// Sonic is requested is buffered and answered here.
final class Relay: StreamingExchange {
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
    private let proxy: ProxySite
    private var exchange: UpstreamExchange?
    private var progress = Progress.awaited
    private var rest = Rest.expected
    private var upload = ByteQueue()
    /// Whether the client has sent its full request.
    private var isRequestComplete = false
    private var download = ByteQueue()
    /// Whether the client has ended its side after a change to another protocol.
    private var hasClientEnded = false
    /// Whether the upstream has done so.
    private var hasUpstreamEnded = false
    /// Why the upstream was lost within the response; nil for no reportable reason.
    private var loss: UpstreamFailure?
    private let begun = ContinuousClock.now

    init(_ request: ForwardedRequest, of client: ServerRequest, over line: ClientLine, by proxy: ProxySite) {
        self.request = request
        self.client = client
        self.line = line
        self.proxy = proxy
        exchange = UpstreamExchange(request, to: proxy.settings, over: proxy.loop.sockets, for: self)
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

    func receiveEnd() {
        hasClientEnded = true
        if let exchange { proxy.loop.resume(exchange) }
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
        case .expected:
            if hasChanged, let exchange, exchange.hasUpstreamEnded {
                hasUpstreamEnded = true
                proxy.loop.resume(exchange)
            }
            return .later
        case .complete: return .end
        case .lost: return .cutOff
        }
    }

    func end(_ ending: ExchangeEnding) -> [String] {
        if let exchange { proxy.loop.cancel(exchange) }
        exchange = nil
        return [proxy.detour?.note, loss?.sentence].compactMap(\.self)
    }

    // MARK: The upstream's side

    /// Returns the next bytes of the request's body.
    func give(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        let count = upload.dequeue(into: buffer)
        guard count == 0 else {
            line.wake()
            return .bytes(count)
        }
        guard request.upgrade != nil else { return isRequestComplete ? .end : .later }
        // The other protocol ends with the connection, after everything before it was sent.
        if hasChanged { return hasClientEnded ? .cutOff : hasUpstreamEnded ? .end : .later }
        if case .known = progress { return .end }
        return .later
    }

    /// Whether the connection has changed to another protocol.
    private var hasChanged: Bool {
        if case .known(let response) = progress { response.status == 101 } else { false }
    }

    /// Receives the final response headers.
    func received(_ head: ResponseHead) {
        proxy.loop.upstream?.noteResponse(after: begun.duration(to: .now))
        // Without a change to another protocol, nothing follows the request.
        if request.upgrade != nil, let exchange { proxy.loop.resume(exchange) }
        guard request.asksForSonic else { return stream(head, because: nil) }
        if let reason = PlainReason(head: head, limit: proxy.settings.pageLimit) {
            stream(head, because: reason)
        } else {
            progress = .gathering(head, [])
        }
    }

    /// Receives a part of the response's body. Returns false if there is no room, and the part is to be repeated after
    /// `resume`.
    func received(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if case .gathering(let head, var page) = progress {
            // Released first, so that the page is not copied with each part.
            progress = .awaited
            page += bytes
            guard page.count > proxy.settings.pageLimit else {
                progress = .gathering(head, page)
                return true
            }
            download.add(page)
            stream(head, because: .tooLarge(proxy.settings.pageLimit))
            return true
        }
        guard download.room > 0 else { return false }
        download.add(bytes)
        line.wake()
        return true
    }

    /// The response is complete (nil), or has ended early.
    func ended(_ failure: UpstreamFailure?) {
        exchange = nil
        rest = failure == nil ? .complete : .lost
        switch (progress, failure) {
        case (.gathering(let head, let page), nil): progress = .known(response(for: page, head))
        case (.gathering, let failure?): progress = .known(failure.page)
        case (.awaited, let failure?):
            // A lack of resources of this machine says nothing of the upstream.
            if failure.status != 503 { proxy.loop.upstream?.noteFailure() }
            progress = .known(failure.page)
        case (.known, let failure?): loss = hasClientEnded ? nil : failure
        case (.awaited, nil), (.known, nil): break
        }
        line.wake()
    }

    /// Passes the response through unchanged; clients that requested Sonic receive the reason.
    private func stream(_ head: ResponseHead, because reason: PlainReason?) {
        var headers = AnswerRewriting(from: proxy.settings.upstream, to: request.place).fields(
            of: head.headers)
        if head.status == 101 {
            if let name = head.headers.first("upgrade") { headers.append("Upgrade", name) }
            exchange?.descriptors.forEach(line.watch)
        }
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

    /// Returns the Sonic response for a page that the upstream sent in full.
    private func response(for body: [UInt8], _ head: ResponseHead) -> ServerResponse {
        var fields = AnswerRewriting(from: proxy.settings.upstream, to: request.place).fields(
            of: head.headers)
        let page: [UInt8]
        do throws(UnpackingFailure) {
            page = try Unpacker.unpack(body, BodyCodings(head.headers).known, limit: proxy.settings.pageLimit)
        } catch {
            switch error {
            case .broken: return untouched(fields, body, because: .encoded("wrong"))
            case .tooLarge: return untouched(fields, body, because: .tooLarge(proxy.settings.pageLimit))
            }
        }
        guard String(validating: page, as: UTF8.self) != nil else {
            return untouched(fields, body, because: .charset(nil))
        }
        let insertion = BlockInsertion(
            of: proxy.settings.blocks?.current().blocks(at: client.path) ?? [], into: page)
        let skipped = insertion.skipped.map { "\($0.name) (\($0.reason.text))" }.joined(separator: ", ")
        if !skipped.isEmpty { fields.append("x-sonic", "blocks skipped: \(skipped)") }
        var response = proxy.responder.respond(
            with: insertion.html, to: client, forwarded: .init(fields: fields, bytes: body.count))
        if isGzip(head), request.takesGzip, response.bytes == page,
            !response.headers.contains("content-encoding")
        {
            // The same page in fewer bytes, as its server compressed it.
            response.body = .bytes(body)
            response.headers.append("Content-Encoding", "gzip")
        }
        return skipped.isEmpty ? response : response.noting("blocks skipped: \(skipped)")
    }

    private func isGzip(_ head: ResponseHead) -> Bool {
        ["gzip", "x-gzip"].contains(head.headers.first("content-encoding")?.lowercased() ?? "")
    }

    private func untouched(
        _ fields: Headers, _ body: [UInt8], because reason: PlainReason
    ) -> ServerResponse {
        ServerResponse(headers: fields, body: .bytes(body)).with("x-sonic", reason.text).noting(reason.text)
    }
}

/// A queue of bytes that one side sent and the other has not received yet.
struct ByteQueue {
    /// The number of bytes at which the queue is full.
    static let limit = 128 << 10

    private var bytes: [UInt8] = []
    /// The number of bytes already dequeued.
    private var taken = 0

    /// The number of queued bytes.
    var count: Int { bytes.count - taken }

    /// Whether the queue is empty.
    var isEmpty: Bool { count == 0 }

    /// The number of bytes that may be added.
    var room: Int { max(0, Self.limit - count) }

    /// Appends bytes.
    mutating func add(_ more: some Collection<UInt8>) {
        // Dequeued bytes are removed first, so that the memory is that of the queued ones.
        if taken > 0, isEmpty || taken >= Self.limit {
            bytes.removeFirst(taken)
            taken = 0
        }
        bytes += more
    }

    /// Moves bytes from the front into a buffer. Returns their count.
    mutating func dequeue(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = bytes[taken...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        taken += part.count
        if isEmpty {
            // A page that was buffered first leaves more capacity than streaming needs.
            bytes.removeAll(keepingCapacity: bytes.count <= Self.limit)
            taken = 0
        }
        return part.count
    }
}
