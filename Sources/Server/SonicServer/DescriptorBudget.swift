import SystemLibraries

/// The number of connections and requests for which the descriptors of this process suffice. A connection has one, and
/// a request may need a second: a file, or a connection to another server.
public struct DescriptorBudget: Sendable {
    /// The number of descriptors available for both.
    let room: Int

    /// The number reserved for the server, its libraries and its log.
    private static let reserve = 16

    /// Creates the budget of a process with a limit of descriptors, of which `open` are in use.
    init(limit: Int, open: Int) {
        room = max(4, limit - open - Self.reserve - Self.idle(of: limit))
    }

    /// Returns the maximum number of idle connections to other servers.
    public static func idle(of limit: Int) -> Int { max(1, min(256, limit / 16)) }

    /// Returns the current budget.
    static func now() -> DescriptorBudget {
        DescriptorBudget(limit: OpenFileLimit.soft, open: OpenFileLimit.openNow())
    }

    /// Returns whether one more connection may be accepted with the current numbers of connections and requests.
    func admitsConnection(beside connections: Int, _ requests: Int) -> Bool {
        connections + requests < room
    }

    /// Returns whether the last of the current requests may be answered. The last quarter is reserved for 503
    /// responses.
    func admitsRequest(_ requests: Int, on connections: Int) -> Bool {
        connections + requests <= room - room / 4
    }
}
