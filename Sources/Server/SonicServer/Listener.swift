import Glibc

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
        authority = Self.authority(address, Self.port(of: descriptor) ?? port)
    }

    /// The URL of the server's start page without a final slash, such as `http://127.0.0.1:8420`.
    public var origin: String { "http://\(authority)" }

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

    private static func port(of descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        guard result == 0 else { return nil }
        // The port has the same offset in IPv4 and IPv6 addresses.
        return withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
    }
}
