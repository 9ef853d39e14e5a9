import CMicrohttpd
import Glibc

/// The listening socket as used by the server's loop. libmicrohttpd receives accepted connections and never listens
/// itself: it would stop watching the socket while its table is full, and resume only when something else wakes it.
struct Entrance {
    /// The result of accepting.
    enum Caller {
        case connection(Int32, sockaddr_storage, socklen_t)
        case nobody
        /// The system has no descriptor or memory for a connection.
        case noRoom
    }

    let descriptor: Int32
    /// A spare descriptor that is closed to refuse one connection when no other is available; -1 for none.
    private var spare: Int32
    /// Until when no connections are accepted, after a lack of resources; nil for no such time.
    private(set) var closedUntil: ContinuousClock.Instant?

    init(_ listener: Listener) {
        descriptor = listener.descriptor
        spare = Self.makeSpare()
    }

    /// Returns whether connections may be accepted.
    func isOpen(at now: ContinuousClock.Instant) -> Bool { closedUntil.map { $0 <= now } ?? true }

    /// Accepts the next connection.
    func accept() -> Caller {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let accepted = withUnsafeMutableBytes(of: &address) { bytes in
            sonic_accept(descriptor, bytes.baseAddress, &length)
        }
        if accepted >= 0 { return .connection(accepted, address, length) }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .nobody
    }

    /// Handles a lack of resources: one connection is refused with a response if the spare descriptor allows it, and
    /// the others wait until `time`.
    mutating func turnAway(with response: [UInt8], until time: ContinuousClock.Instant) {
        closedUntil = time
        if spare >= 0 {
            Glibc.close(spare)
            if case .connection(let caller, _, _) = accept() { Self.dismiss(caller, with: response) }
        }
        spare = Self.makeSpare()
    }

    /// Sends a response and closes the connection, without waiting.
    static func dismiss(_ connection: Int32, with response: [UInt8]) {
        _ = send(connection, response, response.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        // Unread input would turn the close into a reset, which may overtake the response.
        var buffer = [UInt8](repeating: 0, count: 16384)
        _ = read(connection, &buffer, buffer.count)
        Glibc.close(connection)
    }

    /// Stops listening.
    mutating func close() {
        Glibc.close(descriptor)
        if spare >= 0 { Glibc.close(spare) }
        spare = -1
    }

    private static func makeSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
