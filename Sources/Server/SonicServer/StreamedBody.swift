import CMicrohttpd

/// The body of a streaming exchange's answer, as libmicrohttpd reads it.
final class StreamedBody {
    private let talk: Exchange.Talk
    private let exchange: Exchange
    /// Whether only the end of the connection marks the end of the body.
    private let endsWithConnection: Bool

    init(of talk: Exchange.Talk, in exchange: Exchange, endsWithConnection: Bool) {
        self.talk = talk
        self.exchange = exchange
        self.endsWithConnection = endsWithConnection
    }

    /// Returns libmicrohttpd's response, which retains this body until it is sent.
    ///
    /// - Parameter length: The length to announce; nil for chunks.
    func response(announcing length: UInt64?) -> OpaquePointer? {
        MHD_create_response_from_callback(
            length ?? UInt64.max, 32768, Self.read, Unmanaged.passRetained(self).toOpaque(), Self.free)
    }

    private static let read: MHD_ContentReaderCallback = { body, _, buffer, room in
        guard let body, let buffer, room > 0 else { return -2 }
        return Unmanaged<StreamedBody>.fromOpaque(body).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
    }

    private static let free: MHD_ContentReaderFreeCallback = { body in
        guard let body else { return }
        Unmanaged<StreamedBody>.fromOpaque(body).release()
    }

    /// Returns the number of bytes copied; 0 after suspending, -1 at the end, -2 to cut the connection.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch talk.exchange.read(into: buffer) {
        case .bytes(let count):
            exchange.sent(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        case .later: return talk.line.sleep() ? 0 : cut()
        case .end: return -1
        case .cutOff: return cut()
        }
    }

    private func cut() -> Int {
        if endsWithConnection { talk.line.reset() }
        return -2
    }
}
