import CMicrohttpd
import Glibc

/// libmicrohttpd's callbacks, always on the loop's thread.
extension SonicServer {
    static let callbacks = sonic_mhd_callbacks(
        connectionChanged: { owner, connection, _, change in
            guard let owner, let connection else { return }
            let server = server(owner)
            switch change {
            case .CONNECTION_NOTIFY_STARTED:
                server.streams[sonic_mhd_descriptor(connection)] = OpenStream(connection)
                let address = server.isOfOperator(connection) ? nil : sonic_mhd_address(connection)
                server.connections.add(
                    connection, of: ClientNetwork(address),
                    due: .now + .seconds(server.limits.headSeconds))
            case .CONNECTION_NOTIFY_CLOSED:
                server.streams[sonic_mhd_descriptor(connection)] = nil
                server.connections.remove(connection)
                server.operators?.sockets.remove(sonic_mhd_descriptor(connection))
                server.releaseTLS(sonic_mhd_descriptor(connection))
            }
        },
        targetRead: targetRead, handler: requestProgressed, completed: requestCompleted)

    /// A request line was read, with its target undecoded.
    private static let targetRead: sonic_mhd_target_read = { owner, target, _ in
        guard let owner, let target else { return nil }
        server(owner).underWay += 1
        let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
        return Unmanaged.passRetained(ServerExchange(target: Array(bytes))).toOpaque()
    }

    /// Called for the head, each part of the body, and the end of the request.
    private static let requestProgressed: MHD_AccessHandlerCallback = {
        owner, connection, _, method, version, upload, uploadSize, context in
        guard let owner, let connection, let method, let version, let opaque = context?.pointee else {
            return .NO
        }
        let exchange = Unmanaged<ServerExchange>.fromOpaque(opaque).takeUnretainedValue()
        let count = uploadSize?.pointee ?? 0
        switch exchange.stage {
        case .begun:
            return server(owner).begin(
                exchange, method: String(cString: method), version: String(cString: version), on: connection)
        case .reading, .overflowing:
            guard count == 0 else {
                exchange.receive(
                    UnsafeRawBufferPointer(start: upload, count: count), limit: server(owner).limits.bodyBytes
                )
                uploadSize?.pointee = 0
                return .YES
            }
            return server(owner).answer(exchange, on: connection)
        case .talking(let streaming):
            guard count == 0 else {
                let part = UnsafeRawBufferPointer(start: upload, count: count)
                let taken = streaming.receive(part)
                exchange.recorded?.requestBody.add(part.prefix(taken))
                uploadSize?.pointee = count - taken
                return taken == count || exchange.talk?.line.sleep() == true ? .YES : .NO
            }
            switch streaming.answer() {
            case .later: return exchange.talk?.line.sleep() == true ? .YES : .NO
            case .answer(let answer):
                if exchange.begun.duration(to: .now) >= RunningExchanges.long { exchange.noticeClient() }
                return server(owner).give(answer, to: exchange, on: connection)
            }
        case .waiting(let response): return server(owner).queue(response, for: exchange, on: connection)
        case .answered, .streaming:
            uploadSize?.pointee = 0
            return .YES
        case .silent: return .NO
        }
    }

    /// The response was sent, or the connection was lost.
    private static let requestCompleted: sonic_mhd_completed = { owner, connection, context, code in
        guard let owner, let connection, let opaque = context?.pointee else { return }
        let exchange = Unmanaged<ServerExchange>.fromOpaque(opaque).takeRetainedValue()
        if case .waiting(let response) = exchange.stage { response.dropBody() }
        let ending: ExchangeEnding = code == .REQUEST_TERMINATED_COMPLETED_OK ? .complete : .lost
        let notes = exchange.talk?.exchange.end(ending) ?? []
        exchange.talk?.line.forget()
        context?.pointee = nil
        server(owner).underWay -= 1
        let limits = server(owner).limits
        server(owner).connections.awaitHead(
            on: connection, until: .now + .seconds(limits.idleSeconds + limits.headSeconds))
        server(owner).finish(exchange, ending, notes)
        server(owner).answered(on: sonic_mhd_descriptor(connection))
    }

    static func server(_ owner: UnsafeMutableRawPointer) -> SonicServer {
        Unmanaged<SonicServer>.fromOpaque(owner).takeUnretainedValue()
    }

    /// Handles a head: a request that may be parsed in two ways is refused before anything else.
    private func begin(
        _ exchange: ServerExchange, method: String, version: String, on connection: OpaquePointer
    ) -> MHD_Result {
        let head = ServerRequest(
            method: method, targetBytes: exchange.target, headers: ServerExchange.headers(of: connection),
            isSecure: certificate != nil, client: Self.client(of: connection))
        connections.headCame(on: connection)
        exchange.version = version
        exchange.head = head
        if !isOfOperator(connection) {
            exchange.record = Self.record(of: head)
            journal?.begin(exchange, head)
        }
        exchange.stage = .reading(body: [])
        guard streams[sonic_mhd_descriptor(connection)]?.stream.begin() == true else {
            let trouble = ServerResponse.serverError("The request's bytes could not be checked.")
            return queue(trouble.with("Connection", "close"), for: exchange, on: connection)
        }
        guard isOfOperator(connection) || descriptors.admitsRequest(underWay, on: openSockets) else {
            connections.noteRefusal(by: .openFiles)
            return queue(Self.noRoom, for: exchange, on: connection)
        }
        if let objection = head.objection(version: version) {
            let refusal = ServerResponse.badRequest(objection).with("Connection", "close")
            return queue(refusal, for: exchange, on: connection)
        }
        if isOfOperator(connection) { return .YES }
        let line = ClientLine(connection, from: head.client, of: self)
        if let streaming = site.exchange(on: head, over: line) {
            exchange.stage = .talking(streaming)
            exchange.talk = (streaming, line)
        }
        return .YES
    }

    private func answer(_ exchange: ServerExchange, on connection: OpaquePointer) -> MHD_Result {
        guard case .reading(let body) = exchange.stage, let head = exchange.head else {
            connections.noteRefusal(by: .body)
            return queue(
                ServerResponse.contentTooLarge(limit: limits.bodyBytes), for: exchange, on: connection)
        }
        if isOfOperator(connection) {
            return queue(operatorResponse(to: head), for: exchange, on: connection)
        }
        return give(site.answer(head.with(body: body)), to: exchange, on: connection)
    }

    private func give(
        _ answer: ServerAnswer, to exchange: ServerExchange, on connection: OpaquePointer
    ) -> MHD_Result {
        switch answer {
        case .response(let response): return queue(response, for: exchange, on: connection)
        case .late(let response, let delay):
            exchange.stage = .waiting(response)
            return sleep(connection, for: delay)
        case .hangUp:
            exchange.stage = .silent(.hangUp)
            return .NO
        case .silence(let duration):
            exchange.stage = .silent(.silent)
            return sleep(connection, for: duration)
        }
    }

    private func sleep(_ connection: OpaquePointer, for duration: Duration) -> MHD_Result {
        guard sleepers.add(connection, until: .now + duration) else { return .NO }
        MHD_suspend_connection(connection)
        return .YES
    }

    private func queue(
        _ response: ServerResponse, for exchange: ServerExchange, on connection: OpaquePointer
    ) -> MHD_Result {
        guard response.status != 101 || admitsUpgrade else {
            if phase == .serving { connections.noteRefusal(by: .upgrades) }
            return queue(Self.noUpgrade, for: exchange, on: connection)
        }
        exchange.stage = if case .streamed = response.body { .streaming } else { .answered }
        streams[sonic_mhd_descriptor(connection)]?.stream.answering()
        Self.note(response, in: exchange)
        if phase == .serving, let reusable = response.reusable {
            return reusable.queue(status: response.status, on: connection)
        }
        guard let made = make(response, for: exchange, on: connection) else { return .NO }
        // For HEAD, too, libmicrohttpd would send the last chunk (RFC 9110 §9.3.2: nothing follows the head).
        if exchange.head?.method == "HEAD", response.isOfUnknownLength { sonic_mhd_send_without_chunks(made) }
        ReusableResponse.add(response.headers, to: made)
        // A client that keeps sending requests on one connection must not delay the end of the server.
        if phase == .leaving { MHD_add_response_header(made, "Connection", "close") }
        let result = MHD_queue_response(connection, UInt32(clamping: response.status), made)
        MHD_destroy_response(made)
        return result
    }

    /// Returns enough repetitions of the bytes to fill a chunk.
    private static func repeated(_ bytes: [UInt8]) -> [UInt8] {
        Array(repeatElement(bytes, count: max(1, 16384 / max(1, bytes.count))).joined())
    }

    private func make(
        _ response: ServerResponse, for exchange: ServerExchange, on connection: OpaquePointer
    ) -> OpaquePointer? {
        func timed(_ bytes: [UInt8]?, _ ending: TimedBody.Ending) -> TimedBody {
            TimedBody(
                bytes.map { [.init(after: .zero, $0)] } ?? [], ending: ending, of: exchange, on: connection,
                of: self)
        }
        exchange.endsWithConnection = response.isOfUnknownLength && exchange.version == "HTTP/1.0"
        return switch response.body {
        case .bytes(let bytes): ReusableResponse.make(bytes)
        case .file(let descriptor, let size, let offset):
            MHD_create_response_from_fd_at_offset64(size, descriptor, offset)
        case .pieces(let pieces):
            TimedBody(pieces, ending: .complete, of: exchange, on: connection, of: self)
                .response(announcing: nil)
        case .truncated(let bytes, let announced): timed(bytes, .cutOff).response(announcing: announced)
        case .reset(let bytes, let announced): timed(bytes, .reset).response(announcing: announced)
        case .overrun(let bytes, let announced): timed(bytes, .complete).response(claiming: announced)
        case .endless(let bytes): timed(nil, .again(Self.repeated(bytes))).response(announcing: nil)
        case .streamed where response.status == 101:
            MHD_create_response_for_upgrade(Self.upgraded, Unmanaged.passUnretained(self).toOpaque())
        case .streamed(let length):
            BodyReader.response(announcing: length, inPartsOf: 32768, exchange.read)
        }
    }
}
