/// A site whose requests and responses can be intercepted by the rules of watching programs.
public final class InterceptingSite: Site {
    var site: any Site
    let interceptions: Interceptions
    let bodyLimit: Int

    /// Creates a site around another one.
    ///
    /// - Parameters:
    ///   - traffic: The programs that watch it can intercept.
    ///   - bodyLimit: The maximum size of a request body passed to the site at once, in bytes.
    public init(_ site: any Site, by traffic: TrafficBroadcast, bodyLimit: Int) {
        self.site = site
        self.interceptions = traffic.interceptions
        self.bodyLimit = bodyLimit
    }

    /// Returns the site's answer.
    public func answer(_ request: ServerRequest) -> ServerAnswer { site.answer(request) }

    /// Returns the site's exchange if no rule can match.
    public func exchange(on head: ServerRequest, over line: ClientLine) -> (any StreamingExchange)? {
        guard head.headers.upgrade == nil, interceptions.rules.contains(where: { $0.mayFit(head) }) else {
            return site.exchange(on: head, over: line)
        }
        return InterceptedExchange(on: head, over: line, of: self)
    }
}

/// An exchange that may be intercepted. While it is, only its own connection is suspended.
final class InterceptedExchange: StreamingExchange {
    /// The progress of the exchange.
    private enum Progress {
        /// This part of the request's body has been received.
        case gathering([UInt8])
        case interceptedRequest(InterceptedTransfer, ServerRequest)
        /// The site's exchange receives the rest of the request's body.
        case passing(any StreamingExchange, rest: ArraySlice<UInt8>)
        /// This part of the response's body has been read.
        case gatheringResponse(ServerResponse, [UInt8], from: any StreamingExchange)
        /// An intercepted response, and the answer to give if it is forwarded.
        case interceptedResponse(InterceptedTransfer, ServerAnswer)
        /// The answer is known.
        case known(ServerAnswer)
        /// The answer was given; this part of a body that was buffered in vain is still to be sent.
        case given(ArraySlice<UInt8>)
    }

    private let head: ServerRequest
    private let line: ClientLine
    private let site: InterceptingSite
    private let began = SonicServer.now()
    private var progress = Progress.gathering([])
    /// The request as passed to the site.
    private var request: ServerRequest
    /// The site's exchange; nil if the site answers at once.
    private var inner: (any StreamingExchange)?
    private var transfer: InterceptedTransfer?
    private var notes: [String] = []

    /// The maximum size of an intercepted response, in bytes; larger ones pass.
    static let responseLimit = 4 << 20

    init(on head: ServerRequest, over line: ClientLine, of site: InterceptingSite) {
        self.head = head
        self.line = line
        self.site = site
        request = head
    }

    // MARK: The request

    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch progress {
        case .gathering(var body):
            // Released first, so that the body is not copied with each part.
            progress = .gathering([])
            body += bytes
            progress = body.count <= site.bodyLimit ? .gathering(body) : tooLong(body)
            return bytes.count
        case .passing(let inner, let rest):
            guard feed(rest, to: inner) else { return 0 }
            return inner.receive(bytes)
        case .interceptedRequest, .gatheringResponse, .interceptedResponse, .known, .given: return bytes.count
        }
    }

    /// Lets a request pass whose body is too large to be intercepted, if the site accepts it part by part.
    private func tooLong(_ body: [UInt8]) -> Progress {
        inner = site.site.exchange(on: head, over: line)
        guard let inner else { return .known(.response(.contentTooLarge(limit: site.bodyLimit))) }
        notes.append("request not intercepted: its body has over \(site.bodyLimit) bytes")
        return .passing(inner, rest: body[...])
    }

    /// Passes the rest of the body to the site. Returns false if the site accepts no more for now; it wakes the line
    /// later.
    private func feed(_ rest: ArraySlice<UInt8>, to inner: any StreamingExchange) -> Bool {
        let count = rest.isEmpty ? 0 : rest.withUnsafeBytes { inner.receive($0) }
        let left = rest.dropFirst(count)
        progress = .passing(inner, rest: left)
        return left.isEmpty
    }

    func answer() -> ExchangeAnswer {
        switch progress {
        case .gathering(let body):
            request = head.with(body: body)
            if let transfer = intercept(.request(request)) {
                progress = .interceptedRequest(transfer, request)
                return .later
            }
            return begin(request)
        case .interceptedRequest(let transfer, let request): return decided(on: transfer, request)
        case .passing(let inner, let rest):
            guard feed(rest, to: inner) else { return .later }
            switch inner.answer() {
            case .later: return .later
            case .answer(let answer): return answered(answer)
            }
        case .gatheringResponse(let response, let bytes, let inner): return gather(response, bytes, inner)
        case .interceptedResponse(let transfer, let answer): return decided(on: transfer, answer)
        case .known(let answer): return give(answer)
        case .given: return .later
        }
    }

    private func decided(on transfer: InterceptedTransfer, _ request: ServerRequest) -> ExchangeAnswer {
        switch resolution(of: transfer) {
        case nil: return .later
        case .unchanged, .response: return begin(request)
        case .dropped: return give(.hangUp)
        case .request(let edited): return begin(edited)
        }
    }

    private func begin(_ request: ServerRequest) -> ExchangeAnswer {
        self.request = request
        inner = site.site.exchange(on: request, over: line)
        guard let inner else { return answered(site.site.answer(request)) }
        progress = .passing(inner, rest: request.body[...])
        return answer()
    }

    // MARK: The response

    private func answered(_ answer: ServerAnswer) -> ExchangeAnswer {
        guard site.interceptions.rules.contains(where: { $0.mayFit(request, at: .response) }) else {
            return give(answer)
        }
        let response: ServerResponse
        switch answer {
        case .response(let known), .late(let known, _): response = known
        case .hangUp, .silence: return give(answer)
        }
        guard head.method != "HEAD" else { return intercept(response, nil, else: answer) }
        switch response.body {
        case .streamed(let length):
            guard let inner, length ?? 0 <= Self.responseLimit else { return pass(response, []) }
            return gather(response, [], inner)
        case .bytes, .file:
            let loaded = response.loaded()
            guard let bytes = loaded.bytes else { return pass(response, []) }
            var whole = ServerAnswer.response(loaded)
            if case .late(_, let delay) = answer { whole = .late(loaded, after: delay) }
            return intercept(loaded, InterceptedTransfer.content(of: bytes, loaded.headers), else: whole)
        case .pieces, .truncated, .reset, .overrun, .endless: return intercept(response, nil, else: answer)
        }
    }

    private func gather(
        _ response: ServerResponse, _ gathered: [UInt8], _ inner: any StreamingExchange
    ) -> ExchangeAnswer {
        progress = .gathering([])
        var body = gathered
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            switch buffer.withUnsafeMutableBytes({ inner.read(into: $0) }) {
            case .bytes(let count):
                body += buffer[..<count]
                if body.count > Self.responseLimit { return pass(response, body) }
            case .later:
                progress = .gatheringResponse(response, body, from: inner)
                return .later
            case .end:
                var whole = response
                whole.body = .bytes(body)
                return intercept(
                    whole, InterceptedTransfer.content(of: body, whole.headers), else: .response(whole))
            case .cutOff:
                // The next read will end in the same way.
                progress = .given(body[...])
                return .answer(.response(response))
            }
        }
    }

    private func intercept(
        _ response: ServerResponse, _ body: [UInt8]?, else answer: ServerAnswer
    ) -> ExchangeAnswer {
        guard let transfer = intercept(.response(response, body: body, to: request)) else {
            return give(answer)
        }
        progress = .interceptedResponse(transfer, answer)
        return .later
    }

    private func decided(on transfer: InterceptedTransfer, _ answer: ServerAnswer) -> ExchangeAnswer {
        switch resolution(of: transfer) {
        case nil: return .later
        case .unchanged, .request: return give(answer)
        case .dropped:
            if case .response(let response) = answer { response.dropBody() }
            return give(.hangUp)
        case .response(let edited):
            guard case .late(_, let delay) = answer else { return give(.response(edited)) }
            return give(.late(edited, after: delay))
        }
    }

    /// Lets a response pass that is too large to be intercepted.
    private func pass(_ response: ServerResponse, _ gathered: [UInt8]) -> ExchangeAnswer {
        progress = .given(gathered[...])
        return .answer(
            .response(
                response.noting("response not intercepted: its body has over \(Self.responseLimit) bytes")))
    }

    private func give(_ answer: ServerAnswer) -> ExchangeAnswer {
        progress = .given([])
        return .answer(answer)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        guard case .given(let rest) = progress, !rest.isEmpty else {
            return inner?.read(into: buffer) ?? .end
        }
        let part = rest.prefix(buffer.count)
        buffer.copyBytes(from: part)
        progress = .given(rest.dropFirst(part.count))
        return .bytes(part.count)
    }

    // MARK: Interception

    var isIntercepted: Bool { transfer != nil }

    private func intercept(_ message: InterceptedTransfer.Message) -> InterceptedTransfer? {
        let line = line
        transfer = site.interceptions.intercept(
            message, room: RequestScanner.memory(behind: head), from: began, at: SonicServer.now()
        ) { line.wake() }
        if let transfer { line.wake(at: transfer.deadline) }
        return transfer
    }

    /// Returns the resolution, or nil while the message is intercepted. After the deadline it is forwarded.
    private func resolution(of transfer: InterceptedTransfer) -> InterceptedTransfer.Resolution? {
        if transfer.resolution == nil {
            guard transfer.deadline <= .now else { return nil }
            _ = site.interceptions.decide(transfer.id, .forward, by: .timeout)
        }
        self.transfer = nil
        notes.append(transfer.note)
        return transfer.resolution
    }

    func end(_ ending: ExchangeEnding) -> [String] {
        if let transfer {
            _ = site.interceptions.decide(transfer.id, .drop, by: .client)
            notes.append(transfer.note)
        }
        return (inner?.end(ending) ?? []) + notes
    }
}
