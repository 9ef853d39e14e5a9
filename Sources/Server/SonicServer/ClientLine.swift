import CMicrohttpd

/// The connection that one conversation is held over. It sleeps while the conversation has nothing for it, and
/// the other connections go on. Used on the server's thread only.
public final class ClientLine {
    /// The client's address without its port, such as `127.0.0.1` or `::1`; empty where it is not known.
    public let peer: String
    private let connection: OpaquePointer
    private unowned let server: SonicServer
    private var isAsleep = false
    /// Whether the client's end of the connection is looked for while it sleeps.
    private(set) var watchesClient = false
    /// Whether the client has ended its side of the connection, as far as that is looked for.
    private(set) var isClientGone = false

    init(_ connection: OpaquePointer, from peer: String, of server: SonicServer) {
        self.connection = connection
        self.server = server
        self.peer = peer
    }

    /// There is something for the client now. Does nothing while the line is awake.
    public func wake() {
        guard isAsleep else { return }
        isAsleep = false
        server.sleepingLines.remove(self)
        server.hasWoken = true
        MHD_resume_connection(connection)
    }

    /// Wakes up at a time, unless it is told another one before; it may be awake then.
    func wake(at due: ContinuousClock.Instant) { server.alarms.set(due, for: self) }

    /// Has the client's end looked for while the line sleeps: it wakes up then.
    func watchClient() { watchesClient = !isClientGone }

    /// The socket of the connection.
    var descriptor: Int32 { sonic_mhd_descriptor(connection) }

    /// Something came from the client while the line slept: its end, or what is of no concern before the exchange is over.
    func clientStirred() {
        watchesClient = false
        server.sleepingLines.unwatch(self)
        guard sonic_has_ended(descriptor) else { return }
        isClientGone = true
        wake()
    }

    /// Nothing is to wake it up any more, since its exchange is over.
    func forget() { server.alarms.remove(self) }

    /// Waits for `wake`; false when nobody may sleep any more.
    func sleep() -> Bool {
        guard server.sleepingLines.add(self) else { return false }
        isAsleep = true
        MHD_suspend_connection(connection)
        return true
    }

    /// Ends the connection in a way that nobody takes for the end of an answer.
    func reset() { sonic_mhd_reset(connection) }
}

/// The lines that sleep now.
struct SleepingLines {
    /// Nil once nobody may sleep any more.
    private var lines: [ObjectIdentifier: ClientLine]? = [:]
    private var watched: [ObjectIdentifier: ClientLine] = [:]

    /// Notes a line that falls asleep. False when nobody may sleep any more.
    mutating func add(_ line: ClientLine) -> Bool {
        lines?.updateValue(line, forKey: ObjectIdentifier(line))
        if lines != nil, line.watchesClient { watched[ObjectIdentifier(line)] = line }
        return lines != nil
    }

    /// Forgets a line that wakes up.
    mutating func remove(_ line: ClientLine) {
        lines?[ObjectIdentifier(line)] = nil
        unwatch(line)
    }

    /// A line that goes on sleeping, and whose client is not looked for any more.
    mutating func unwatch(_ line: ClientLine) { watched[ObjectIdentifier(line)] = nil }

    /// Those whose client is looked for.
    var watching: [ClientLine] { watched.isEmpty ? [] : Array(watched.values) }

    /// Takes out all, and lets nobody sleep from now on.
    mutating func close() -> [ClientLine] {
        defer {
            lines = nil
            watched = [:]
        }
        return lines.map { Array($0.values) } ?? []
    }
}

/// The times at which lines are to wake up.
struct Alarms {
    private var times: [ObjectIdentifier: (due: ContinuousClock.Instant, line: ClientLine)] = [:]

    /// When the next line is to wake up; nil for none.
    var nextDue: ContinuousClock.Instant? { times.values.map(\.due).min() }

    /// Sets the time for a line, in place of the one before.
    mutating func set(_ due: ContinuousClock.Instant, for line: ClientLine) {
        times[ObjectIdentifier(line)] = (due, line)
    }

    /// Forgets a line.
    mutating func remove(_ line: ClientLine) { times[ObjectIdentifier(line)] = nil }

    /// Takes out the lines whose time has come.
    mutating func due(at now: ContinuousClock.Instant) -> [ClientLine] {
        let due = times.values.filter { $0.due <= now }.map(\.line)
        for line in due { remove(line) }
        return due
    }
}
