import CMicrohttpd
import Glibc
import SonicProtocol

/// An open connection, as far as its bytes go.
struct OpenStream {
    let connection: OpaquePointer
    var stream = RequestStream()
    /// How many bytes were dropped since it was refused.
    var dropped = 0

    init(_ connection: OpaquePointer) {
        self.connection = connection
    }
}

/// What comes over the connections, before libmicrohttpd reads it.
extension SonicServer {
    /// How long a client that was refused may go on sending, so that it reads why.
    private static let parting = Duration.seconds(2)
    /// How much it may send in that time, in bytes.
    private static let partingBytes = 4 << 20

    static let received: sonic_mhd_received = { owner, descriptor, bytes, count in
        guard let owner else { return count }
        return server(owner).receive(UnsafeRawBufferPointer(start: bytes, count: count), on: descriptor)
    }

    /// Returns how many of the bytes libmicrohttpd may have, 0 for the end of the connection, -1 for nothing now.
    private func receive(_ bytes: UnsafeRawBufferPointer, on descriptor: Int32) -> Int {
        // A socket of somebody else on this thread, such as libcurl's to another server, is not looked at.
        guard let decision = streams[descriptor]?.stream.receive(bytes) else { return bytes.count }
        switch decision {
        case .pass(let count): return count
        case .hold(let count): return count > 0 ? count : -1
        case .cut:
            shutdown(descriptor, Int32(SHUT_RDWR))
            return 0
        case .refuse(let fault):
            refuse(fault, on: descriptor)
            return drain(descriptor, after: bytes.count)
        case .drop: return drain(descriptor, after: bytes.count)
        }
    }

    /// A request on this connection is over: what was wrong behind it is told now.
    func answered(on descriptor: Int32) {
        guard let fault = streams[descriptor]?.stream.answered() else { return }
        refuse(fault, on: descriptor)
        _ = drain(descriptor, after: 0)
    }

    /// Says what is wrong, and nothing after it.
    private func refuse(_ fault: RequestFault, on descriptor: Int32) {
        guard let open = streams[descriptor] else { return }
        let (method, target) = open.stream.lastRequest
        let response = fault.response
        let bytes = WireResponse.bytes(response, at: Self.now(), withBody: method != "HEAD")
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(descriptor, Int32(SHUT_WR))
        connections.awaitHead(on: open.connection, until: .now + Self.parting)
        // A request that was begun has a record of its own.
        guard let journal, !open.stream.isBegun else { return }
        var record = Self.record(
            of: ServerRequest(method: method, target: target, client: Self.client(of: open.connection)))
        record.status = response.status
        record.outcome = .other
        record.bytes = method == "HEAD" ? 0 : response.bytes?.count ?? 0
        record.plainBytes = record.bytes
        record.notes = [fault.sentence]
        journal.note(record, nil)
    }

    /// Drops what came and what is there, so that the end of the connection is no reset, which might overtake the
    /// response. Returns 0 once that is to end, -1 while it goes on.
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
