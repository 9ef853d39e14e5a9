import CMicrohttpd
import Glibc

/// The received bytes of an open connection.
struct OpenStream {
    let connection: OpaquePointer
    var stream = RequestStream()
    /// The number of bytes dropped since it was refused.
    var dropped = 0

    init(_ connection: OpaquePointer) { self.connection = connection }
}

/// Receiving bytes before libmicrohttpd parses them.
extension SonicServer {
    /// How long a refused client may keep sending, so that it reads the response.
    private static let parting = Duration.seconds(2)
    /// The maximum number of bytes it may send in that time.
    private static let partingBytes = 4 << 20

    static let received: sonic_mhd_received = { owner, descriptor, bytes, count in
        guard let owner else { return count }
        return server(owner).receive(.init(start: bytes, count: count), on: descriptor)
    }

    /// Leaves the bytes that libmicrohttpd may read, and returns their number; 0 for the end of the connection, -1 for
    /// none now, `SONIC_MHD_SKIPPED` if the next bytes are to be read instead.
    private func receive(_ bytes: UnsafeMutableRawBufferPointer, on descriptor: Int32) -> Int {
        // Sockets of other code on this thread, such as libcurl's, are not checked.
        guard let decision = streams[descriptor]?.stream.receive(.init(bytes)) else { return bytes.count }
        switch decision {
        case .pass(let count), .hold(let count):
            guard count > 0 else { return -1 }
            let left = streams[descriptor]?.stream.removeExtensions(from: bytes, count) ?? count
            return left > 0 ? left : Int(SONIC_MHD_SKIPPED)
        case .cut:
            shutdown(descriptor, Int32(SHUT_RDWR))
            return 0
        case .refuse(let fault):
            refuse(fault, on: descriptor)
            return drain(descriptor, after: bytes.count)
        case .drop: return drain(descriptor, after: bytes.count)
        }
    }

    /// Called when a request on this connection has ended: an error after it is reported now.
    func answered(on descriptor: Int32) {
        guard let fault = streams[descriptor]?.stream.answered() else { return }
        refuse(fault, on: descriptor)
        _ = drain(descriptor, after: 0)
    }

    /// Sends the error response, and nothing after it.
    private func refuse(_ fault: RequestFault, on descriptor: Int32) {
        guard let open = streams[descriptor] else { return }
        let (method, target) = open.stream.lastRequest
        let response = fault.response
        let bytes = response.wireBytes(at: Self.now(), withBody: method != "HEAD")
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        connections.awaitHead(on: open.connection, until: .now + Self.parting)
        // A request that was begun has its own record.
        guard let journal, !open.stream.isBegun, !isOfOperator(open.connection) else { return }
        var record = Self.record(
            of: ServerRequest(method: method, target: target, client: Self.client(of: open.connection)))
        record.status = response.status
        record.outcome = .other
        record.bytes = method == "HEAD" ? 0 : response.bytes?.count ?? 0
        record.plainBytes = record.bytes
        record.notes = [fault.sentence]
        journal.note(record)
    }

    /// Reads and drops all input, so that the connection is not closed with a reset, which might overtake the response.
    /// Returns 0 when it is to be closed, -1 before.
    private func drain(_ descriptor: Int32, after count: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: 65536)
        streams[descriptor]?.dropped += count
        while let dropped = streams[descriptor]?.dropped, dropped < Self.partingBytes {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return 0 }
            if count < 0 { return errno == EAGAIN || errno == EINTR ? -1 : 0 }
            streams[descriptor]?.dropped += count
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        return 0
    }
}
