/// The open connections: their clients, and the deadlines of the next request heads.
struct Connections {
    private struct Entry {
        let client: ClientNetwork
        /// Nil while a request is being answered.
        var due: ContinuousClock.Instant?
    }

    private var entries: [OpaquePointer: Entry] = [:]
    private var counts: [ClientNetwork: Int] = [:]
    /// When deadlines are to be checked next, possibly too early; nil if no head is awaited.
    private(set) var nextLook: ContinuousClock.Instant?
    /// The number of refused connections.
    private(set) var refused = 0
    /// The number of connections closed because a head took too long.
    private(set) var tardy = 0

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
        refused += 1
        return false
    }

    /// Adds a connection with the deadline of its first head.
    mutating func add(
        _ connection: OpaquePointer, of client: ClientNetwork, due: ContinuousClock.Instant
    ) {
        entries[connection] = Entry(client: client)
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
    mutating func headCame(on connection: OpaquePointer) {
        entries[connection]?.due = nil
    }

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
        tardy += late.count
        nextLook = entries.values.compactMap(\.due).min()
        return late
    }
}
