/// The connections that wait for their time: a piece of a body that is due later.
struct Sleepers {
    private var entries: [(due: ContinuousClock.Instant, connection: OpaquePointer)] = []

    /// When the next one is due; nil when none sleeps.
    var nextDue: ContinuousClock.Instant? { entries.map(\.due).min() }

    /// Lets a suspended connection sleep.
    mutating func add(_ connection: OpaquePointer, until due: ContinuousClock.Instant) {
        entries.append((due, connection))
    }

    /// Takes out those whose time has come.
    mutating func wake(at now: ContinuousClock.Instant) -> [OpaquePointer] {
        let due = entries.filter { $0.due <= now }.map(\.connection)
        entries.removeAll { $0.due <= now }
        return due
    }

    /// Takes out all.
    mutating func wakeAll() -> [OpaquePointer] {
        defer { entries = [] }
        return entries.map(\.connection)
    }
}
