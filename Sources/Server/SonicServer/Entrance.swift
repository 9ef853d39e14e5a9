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

/// A listening socket, bound before the server starts, so that its port is known and a port in use is reported.
public struct Listener: Sendable {
    /// The address and port as a URL's authority, such as `127.0.0.1:8420` or `[::1]:8420`.
    public let authority: String
    let descriptor: Int32

    /// The reason why listening at an address failed.
    public enum Failure: Error, Equatable {
        /// Another program uses the port.
        case taken(String)
        /// The port requires more privileges.
        case forbidden(String)
        /// The address is invalid or not on this machine; with the system's reason.
        case unusable(String, reason: String)
        /// What a service manager passed cannot be used, for this reason.
        case passed(String)
    }

    /// Listens at an address, which may be a name, an IPv4 or an IPv6 address (without brackets).
    ///
    /// - Parameter port: The port; 0 for any free one.
    public init(address: String, port: UInt16) throws(Failure) {
        let wanted = Self.authority(address, port)
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(address, String(port), &hints, &found)
        guard result == 0, let first = found?.pointee else {
            throw .unusable(wanted, reason: String(cString: gai_strerror(result)))
        }
        defer { freeaddrinfo(found) }
        let type = first.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(first.ai_family, type, 0)
        guard descriptor >= 0 else { throw Self.failure(wanted, errno) }
        // A restarted server can bind its port again although old connections linger.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, first.ai_addr, first.ai_addrlen) == 0, listen(descriptor, 512) == 0 else {
            let code = errno
            close(descriptor)
            throw Self.failure(wanted, code)
        }
        self.descriptor = descriptor
        authority = Self.authority(address, Self.place(of: descriptor)?.port ?? port)
    }

    /// Takes over a socket that a service manager has bound. It stays bound when this process ends.
    init(passed descriptor: Int32) throws(Failure) {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length)
        guard isListening == 1, let place = Self.place(of: descriptor), !place.address.isEmpty else {
            throw .passed("it is not a listening socket of an address and a port")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        self.descriptor = descriptor
        authority = Self.authority(place.address, place.port)
    }

    private static func authority(_ address: String, _ port: UInt16) -> String {
        address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    }

    private static func failure(_ authority: String, _ code: Int32) -> Failure {
        switch code {
        case EADDRINUSE: .taken(authority)
        case EACCES, EPERM: .forbidden(authority)
        default: .unusable(authority, reason: String(cString: strerror(code)))
        }
    }

    /// Returns where a socket is bound; the address is empty if it is not one of IP.
    private static func place(of descriptor: Int32) -> (address: String, port: UInt16)? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard getsockname(descriptor, address, &length) == 0 else { return nil }
            // The port has the same offset in IPv4 and IPv6 addresses.
            let port = UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self))
            return (SonicServer.text(of: address), port)
        }
    }
}
