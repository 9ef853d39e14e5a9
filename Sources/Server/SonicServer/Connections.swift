/// The connections that are open: whose they are, and by when the next request's head has to be there.
struct Connections {
    private struct Entry {
        let client: ClientNetwork
        /// Nil while a request is being answered.
        var due: ContinuousClock.Instant?
    }

    private var entries: [OpaquePointer: Entry] = [:]
    private var counts: [ClientNetwork: Int] = [:]
    /// When heads are to be looked after next, which may turn out to be too early; nil when none is awaited.
    private(set) var nextLook: ContinuousClock.Instant?
    /// How many were turned away.
    private(set) var refused = 0
    /// How many were ended since a head took too long.
    private(set) var tardy = 0

    /// How many are open.
    var count: Int { entries.count }

    /// Whether a client may have one more; counts those that may not.
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

    /// Notes a connection whose first head has to be there by a time.
    mutating func add(
        _ connection: OpaquePointer, of client: ClientNetwork, due: ContinuousClock.Instant
    ) {
        entries[connection] = Entry(client: client)
        counts[client, default: 0] += 1
        awaitHead(on: connection, until: due)
    }

    /// Notes that the next head has to be there by a time.
    mutating func awaitHead(on connection: OpaquePointer, until due: ContinuousClock.Instant) {
        guard entries[connection] != nil else { return }
        entries[connection]?.due = due
        nextLook = min(nextLook ?? due, due)
    }

    /// Notes that the head is there.
    mutating func headCame(on connection: OpaquePointer) {
        entries[connection]?.due = nil
    }

    /// Forgets a connection that is closed.
    mutating func remove(_ connection: OpaquePointer) {
        guard let entry = entries.removeValue(forKey: connection) else { return }
        let left = counts[entry.client, default: 1] - 1
        counts[entry.client] = left > 0 ? left : nil
    }

    /// The connections whose head should be there by now; each is told once.
    mutating func overdue(at now: ContinuousClock.Instant) -> [OpaquePointer] {
        guard let look = nextLook, look <= now else { return [] }
        let late = entries.filter { $0.value.due.map { $0 <= now } ?? false }.map(\.key)
        for connection in late { entries[connection]?.due = nil }
        tardy += late.count
        nextLook = entries.values.compactMap(\.due).min()
        return late
    }
}
