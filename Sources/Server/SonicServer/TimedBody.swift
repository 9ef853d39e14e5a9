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
        BodyReader.response(announcing: length.map { UInt64(clamping: $0) }, inPartsOf: 16384, read)
    }

    /// Returns the response with an announced length that is not the body's, which libmicrohttpd allows for testing
    /// clients.
    func response(claiming length: Int) -> OpaquePointer? {
        let made = response(announcing: nil)
        sonic_mhd_allow_any_length(made)
        MHD_add_response_header(made, "Content-Length", String(length))
        return made
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

/// What libmicrohttpd asks for the parts of a body. Its response retains it until that is sent.
final class BodyReader {
    /// Returns the number of bytes copied; 0 after suspending, -1 at the end, -2 to cut the connection.
    typealias Read = (UnsafeMutableRawBufferPointer) -> Int

    private let read: Read

    private init(_ read: @escaping Read) { self.read = read }

    /// Returns libmicrohttpd's response.
    ///
    /// - Parameters:
    ///   - length: The length to announce; nil for chunks.
    ///   - size: The maximum size of a part.
    static func response(
        announcing length: UInt64?, inPartsOf size: Int, _ read: @escaping Read
    ) -> OpaquePointer? {
        MHD_create_response_from_callback(
            length ?? UInt64.max, size, Self.read, Unmanaged.passRetained(BodyReader(read)).toOpaque(),
            { reader in reader.map { Unmanaged<BodyReader>.fromOpaque($0).release() } })
    }

    private static let read: MHD_ContentReaderCallback = { reader, _, buffer, room in
        guard let reader, let buffer, room > 0 else { return -2 }
        return Unmanaged<BodyReader>.fromOpaque(reader).takeUnretainedValue()
            .read(UnsafeMutableRawBufferPointer(start: buffer, count: room))
    }
}
