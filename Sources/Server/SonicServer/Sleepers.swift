/// The connections that are suspended until a time, when a piece of a body is due.
struct Sleepers {
    /// Nil once suspending is no longer allowed.
    private var entries: [(due: ContinuousClock.Instant, connection: OpaquePointer)]? = []

    /// The next time; nil if no connection is suspended.
    var nextDue: ContinuousClock.Instant? { entries?.map(\.due).min() }

    /// Adds a connection, which the caller suspends. Returns false if that is no longer allowed.
    mutating func add(_ connection: OpaquePointer, until due: ContinuousClock.Instant) -> Bool {
        entries?.append((due, connection)) != nil
    }

    /// Removes and returns the connections whose time has come.
    mutating func wake(at now: ContinuousClock.Instant) -> [OpaquePointer] {
        let due = entries?.filter { $0.due <= now }.map(\.connection) ?? []
        entries?.removeAll { $0.due <= now }
        return due
    }

    /// Removes all connections, and allows no more.
    mutating func close() -> [OpaquePointer] {
        defer { entries = nil }
        return entries?.map(\.connection) ?? []
    }
}
