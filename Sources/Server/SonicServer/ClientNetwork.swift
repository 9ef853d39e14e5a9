import Glibc

/// The network of a client, for limits per client.
enum ClientNetwork: Hashable {
    /// An IPv4 address, including one mapped to IPv6; `::1` counts as `127.0.0.1`.
    case v4(UInt32)
    /// The first 64 bits of an IPv6 address: a client typically owns all addresses with this prefix.
    case v6(UInt64)
    /// Unknown, as for local sockets.
    case unknown

    /// Creates the network of a socket address.
    init(_ address: UnsafePointer<sockaddr>?) {
        switch (address?.pointee.sa_family).map(Int32.init) {
        case AF_INET:
            let number = UnsafeRawPointer(address)?.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
            self = .v4(UInt32(bigEndian: number ?? 0))
        case AF_INET6:
            let place = UnsafeRawPointer(address)?.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let (high, low) = withUnsafeBytes(of: place ?? in6_addr()) { bytes in
                (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            switch (high, low >> 32) {
            case (0, 0xFFFF): self = .v4(UInt32(truncatingIfNeeded: low))
            case (0, 0) where low == 1: self = .v4(0x7F00_0001)
            default: self = .v6(high)
            }
        default: self = .unknown
        }
    }

    /// Whether it is this machine.
    var isLoopback: Bool {
        switch self {
        case .v4(let number): number >> 24 == 127
        case .v6: false
        case .unknown: true
        }
    }
}
