import Glibc
import SystemLibraries

/// The open connections: their clients, and the deadlines of the next request heads.
struct Connections {
    private var entries: [OpaquePointer: (client: ClientNetwork, due: ContinuousClock.Instant?)] = [:]
    private var counts: [ClientNetwork: Int] = [:]
    /// When deadlines are to be checked next, possibly too early; nil if no head is awaited.
    private(set) var nextLook: ContinuousClock.Instant?
    /// The numbers of what was refused, by limit.
    private(set) var refusals: [RefusingLimit: Int] = [:]

    /// The number of open connections.
    var count: Int { entries.count }

    /// Returns whether a client may have one more connection; counts refusals.
    mutating func admits(_ client: ClientNetwork, _ bound: SonicServer.Limits.PerClient) -> Bool {
        let most =
            switch bound {
            case .elsewhere(let count): client.isLoopback ? Int.max : count
            case .everyone(let count): count
            }
        guard counts[client, default: 0] >= most else { return true }
        noteRefusal(by: .perClient)
        return false
    }

    /// Counts what a limit refused.
    mutating func noteRefusal(by limit: RefusingLimit) { refusals[limit, default: 0] += 1 }

    /// Adds a connection with the deadline of its first head.
    mutating func add(_ connection: OpaquePointer, of client: ClientNetwork, due: ContinuousClock.Instant) {
        entries[connection] = (client, nil)
        counts[client, default: 0] += 1
        awaitHead(on: connection, until: due)
    }

    /// Sets the deadline of the next head.
    mutating func awaitHead(on connection: OpaquePointer, until due: ContinuousClock.Instant) {
        guard entries[connection] != nil else { return }
        entries[connection]?.due = due
        nextLook = min(nextLook ?? due, due)
    }

    /// Removes the deadline, as the head has been received.
    mutating func headCame(on connection: OpaquePointer) { entries[connection]?.due = nil }

    /// Removes a closed connection.
    mutating func remove(_ connection: OpaquePointer) {
        guard let entry = entries.removeValue(forKey: connection) else { return }
        let left = counts[entry.client, default: 1] - 1
        counts[entry.client] = left > 0 ? left : nil
    }

    /// Returns the connections whose deadline has passed; each is returned once.
    mutating func overdue(at now: ContinuousClock.Instant) -> [OpaquePointer] {
        guard let look = nextLook, look <= now else { return [] }
        let late = entries.filter { $0.value.due.map { $0 <= now } ?? false }.map(\.key)
        for connection in late { entries[connection]?.due = nil }
        nextLook = entries.values.compactMap(\.due).min()
        return late
    }
}

/// A limit that refuses or ends connections and requests, by its name in `--limit` where it has one.
enum RefusingLimit: String, CaseIterable {
    case perClient = "per-client"
    case head
    case body
    case upgrades
    case upgradeIdle = "upgrade-idle"
    /// The descriptors of this process.
    case openFiles = "open-files"
}

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

/// The number of connections and requests for which the descriptors of this process suffice. A connection has one, and
/// a request may need a second: a file, or a connection to another server.
public struct DescriptorBudget: Sendable {
    /// The number of descriptors available for both.
    let room: Int

    /// The number reserved for the server, its libraries and its log.
    private static let reserve = 16

    /// Creates the budget of a process with a limit of descriptors, of which `open` are in use.
    init(limit: Int, open: Int) { room = max(4, limit - open - Self.reserve - Self.idle(of: limit)) }

    /// Returns the maximum number of idle connections to other servers.
    public static func idle(of limit: Int) -> Int { max(1, min(256, limit / 16)) }

    /// Returns the current budget.
    static func now() -> DescriptorBudget {
        DescriptorBudget(limit: OpenFileLimit.soft, open: OpenFileLimit.openNow())
    }

    /// Returns whether one more connection may be accepted with the current numbers of connections and requests.
    func admitsConnection(beside connections: Int, _ requests: Int) -> Bool { connections + requests < room }

    /// Returns whether the last of the current requests may be answered. The last quarter is reserved for 503
    /// responses.
    func admitsRequest(_ requests: Int, on connections: Int) -> Bool {
        connections + requests <= room - room / 4
    }
}
