import CMicrohttpd
import Glibc

/// A body that is sent in pieces over time: between pieces its connection is suspended, without blocking the others.
final class TimedBody {
    /// What follows the last piece.
    enum Ending {
        /// The end of the body.
        case complete
        /// The end of the connection: the rest of the body is missing.
        case cutOff
        /// A reset of the connection.
        case reset
        /// These bytes again.
        case again([UInt8])
    }

    private var pieces: ArraySlice<ServerResponse.Piece>
    private var sent = 0
    private var due: ContinuousClock.Instant
    private let ending: Ending
    private let exchange: ServerExchange
    private let connection: OpaquePointer
    private unowned let server: SonicServer

    /// Creates a body for the response to one request.
    init(
        _ pieces: [ServerResponse.Piece], ending: Ending, of exchange: ServerExchange,
        on connection: OpaquePointer, of server: SonicServer
    ) {
        self.exchange = exchange
        self.pieces = pieces[...]
        self.ending = ending
        self.connection = connection
        self.server = server
        due = .now + (pieces.first?.delay ?? .zero)
    }

    /// Returns libmicrohttpd's response, which retains this body until it is sent.
    ///
    /// - Parameter length: The length to announce; nil for chunks.
    func response(announcing length: Int?) -> OpaquePointer? {
        MHD_create_response_from_callback(
            length.map { UInt64(clamping: $0) } ?? UInt64.max, 16384, Self.read,
            Unmanaged.passRetained(self).toOpaque(), Self.free)
    }

    /// Returns the response with an announced length that is not the body's, which libmicrohttpd allows for testing
    /// clients.
    func response(claiming length: Int) -> OpaquePointer? {
        let made = response(announcing: nil)
        sonic_mhd_allow_any_length(made)
        MHD_add_response_header(made, "Content-Length", String(length))
        return made
    }

    private static let read: MHD_ContentReaderCallback = { body, _, buffer, room in
        guard let body, let buffer else { return -2 }
        return Unmanaged<TimedBody>.fromOpaque(body).takeUnretainedValue()
            .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
    }

    private static let free: MHD_ContentReaderFreeCallback = { body in
        guard let body else { return }
        Unmanaged<TimedBody>.fromOpaque(body).release()
    }

    private func end() -> Int {
        switch ending {
        case .complete: return -1
        case .reset: server.reset(connection)
        case .cutOff, .again: break
        }
        return -2
    }

    /// Returns the number of bytes copied; 0 after suspending, -1 at the end, -2 to cut the connection.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while let piece = pieces.first, sent == piece.bytes.count {
            pieces = pieces.dropFirst()
            sent = 0
            due += pieces.first?.delay ?? .zero
        }
        if pieces.isEmpty, case .again(let bytes) = ending { pieces = [.init(after: .zero, bytes)] }
        guard let piece = pieces.first else { return end() }
        guard due <= .now else {
            guard server.sleepers.add(connection, until: due) else { return -2 }
            exchange.isDelayed = true
            MHD_suspend_connection(connection)
            return 0
        }
        exchange.isDelayed = false
        let part = piece.bytes[sent...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        sent += part.count
        exchange.sent(UnsafeRawBufferPointer(rebasing: buffer[..<part.count]))
        return part.count
    }
}

/// The body of a streaming exchange's answer, as libmicrohttpd reads it.
final class StreamedBody {
    private let talk: ServerExchange.Talk
    private let exchange: ServerExchange
    /// Whether only the end of the connection marks the end of the body.
    private let endsWithConnection: Bool

    init(of talk: ServerExchange.Talk, in exchange: ServerExchange, endsWithConnection: Bool) {
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
