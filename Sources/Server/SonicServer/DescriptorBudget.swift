import SystemLibraries

/// For how many connections and requests at once the descriptors of this process are enough. A connection has one, and
/// a request may need a second: a file, or a connection to another server.
public struct DescriptorBudget: Sendable {
    /// How many there are for both.
    let room: Int

    /// What the server, its libraries and its log may open for themselves.
    private static let reserve = 16

    /// The budget of a process that may have `limit` descriptors, of which `open` are in use.
    init(limit: Int, open: Int) {
        room = max(4, limit - open - Self.reserve - Self.idle(of: limit))
    }

    /// How many connections to other servers may be kept open while nobody needs them.
    public static func idle(of limit: Int) -> Int { max(1, min(256, limit / 16)) }

    /// The budget as it is now.
    static func now() -> DescriptorBudget {
        DescriptorBudget(limit: OpenFileLimit.soft, open: OpenFileLimit.openNow())
    }

    /// Whether one more connection may be accepted beside so many, with so many requests under way.
    func admitsConnection(beside connections: Int, _ requests: Int) -> Bool {
        connections + requests < room
    }

    /// Whether a request may be answered, which is one of so many under way on so many connections. The last quarter is
    /// for those who are told that there is no room.
    func admitsRequest(_ requests: Int, on connections: Int) -> Bool {
        connections + requests <= room - room / 4
    }
}
