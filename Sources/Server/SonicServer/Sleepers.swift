/// The connections that wait for their time: a piece of a body that is due later.
struct Sleepers {
    /// Nil once nobody may sleep any more.
    private var entries: [(due: ContinuousClock.Instant, connection: OpaquePointer)]? = []

    /// When the next one is due; nil when none sleeps.
    var nextDue: ContinuousClock.Instant? { entries?.map(\.due).min() }

    /// Notes that a connection sleeps; the caller suspends it. False when nobody may sleep any more.
    mutating func add(_ connection: OpaquePointer, until due: ContinuousClock.Instant) -> Bool {
        entries?.append((due, connection)) != nil
    }

    /// Takes out those whose time has come.
    mutating func wake(at now: ContinuousClock.Instant) -> [OpaquePointer] {
        let due = entries?.filter { $0.due <= now }.map(\.connection) ?? []
        entries?.removeAll { $0.due <= now }
        return due
    }

    /// Takes out all, and lets nobody sleep from now on.
    mutating func close() -> [OpaquePointer] {
        defer { entries = nil }
        return entries?.map(\.connection) ?? []
    }
}
