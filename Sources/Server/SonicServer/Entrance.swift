import CMicrohttpd
import Glibc

/// The listening socket as the server's loop uses it. libmicrohttpd is given connections and never listens itself: it
/// leaves the socket out while its table is full, and puts it back only when something else wakes it.
struct Entrance {
    /// Somebody who calls.
    enum Caller {
        case connection(Int32, sockaddr_storage, socklen_t)
        case nobody
        /// The system has no descriptor or no memory for a connection.
        case noRoom
    }

    let descriptor: Int32
    /// A descriptor that is given up to tell one caller that there is no other; -1 for none.
    private var spare: Int32
    /// Until when nobody is let in, since the system had no room; nil for no such time.
    private(set) var closedUntil: ContinuousClock.Instant?

    init(_ listener: Listener) {
        descriptor = listener.descriptor
        spare = Self.makeSpare()
    }

    /// Whether callers may be let in.
    func isOpen(at now: ContinuousClock.Instant) -> Bool { closedUntil.map { $0 <= now } ?? true }

    /// The next caller.
    func accept() -> Caller {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let accepted = withUnsafeMutableBytes(of: &address) { bytes in
            sonic_accept(descriptor, bytes.baseAddress, &length)
        }
        if accepted >= 0 { return .connection(accepted, address, length) }
        return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .noRoom : .nobody
    }

    /// The system has no room: one caller is told so where a descriptor can be given up for that, and the others wait
    /// until `time`.
    mutating func turnAway(with response: [UInt8], until time: ContinuousClock.Instant) {
        closedUntil = time
        if spare >= 0 {
            Glibc.close(spare)
            if case .connection(let caller, _, _) = accept() { Self.dismiss(caller, with: response) }
        }
        spare = Self.makeSpare()
    }

    /// Sends a response and ends the connection, without waiting for anything.
    static func dismiss(_ connection: Int32, with response: [UInt8]) {
        _ = send(connection, response, response.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        shutdown(connection, Int32(SHUT_WR))
        // What was sent and never read would make the end a reset, which may overtake the response.
        var buffer = [UInt8](repeating: 0, count: 16384)
        _ = read(connection, &buffer, buffer.count)
        Glibc.close(connection)
    }

    /// Nobody else is let in.
    mutating func close() {
        Glibc.close(descriptor)
        if spare >= 0 { Glibc.close(spare) }
        spare = -1
    }

    private static func makeSpare() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
