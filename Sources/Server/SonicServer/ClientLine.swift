import CMicrohttpd
import Glibc

/// The connection of a streaming exchange. It is suspended while the exchange has nothing for it, without blocking
/// other connections. Used on the server's thread only.
public final class ClientLine {
    /// The client's address without its port, such as `127.0.0.1` or `::1`; empty if unknown.
    public let peer: String
    private let connection: OpaquePointer
    private unowned let server: SonicServer
    private(set) var isAsleep = false
    /// Whether the end of the client's side is detected while the line is suspended.
    private(set) var watchesClient = false
    /// Whether the client has ended its side of the connection, if that is detected.
    private(set) var isClientGone = false

    init(_ connection: OpaquePointer, from peer: String, of server: SonicServer) {
        self.connection = connection
        self.server = server
        self.peer = peer
    }

    /// Whether the connection has changed to another protocol, so that the line is not suspended any more.
    var isUpgraded = false

    /// Resumes the line, as there is something for the client. Does nothing while it is awake.
    public func wake() {
        if isUpgraded {
            server.secured.repeats(connection)
            server.hasWoken = true
        }
        guard isAsleep else { return }
        isAsleep = false
        server.sleepingLines.remove(self)
        server.hasWoken = true
        server.woken.append(connection)
    }

    /// Lets a connection that has changed to another protocol go on whenever a descriptor is ready.
    public func watch(_ descriptor: Int32) { server.secured.watch(descriptor, for: connection) }

    /// Wakes the line at a time, which replaces an earlier one; it may be awake already then.
    func wake(at due: ContinuousClock.Instant) { server.alarms.set(due, for: self) }

    /// Enables detection of the client's end while the line is suspended, which wakes it.
    func watchClient() { watchesClient = !isClientGone }

    /// The socket of the connection.
    var descriptor: Int32 { sonic_mhd_descriptor(connection) }

    /// Whether the client has closed its side, or the whole connection, and everything before was read.
    var hasClientEnded: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// Handles input on the client's socket while the line is suspended: its end, or bytes that are not needed before
    /// the exchange has ended.
    func clientStirred() {
        watchesClient = false
        server.sleepingLines.unwatch(self)
        guard hasClientEnded else { return }
        isClientGone = true
        wake()
    }

    /// Removes the wake-up time, since the exchange has ended.
    func forget() { server.alarms.remove(self) }

    /// Suspends the line until `wake`. Returns false if suspending is no longer allowed.
    func sleep() -> Bool {
        guard server.sleepingLines.add(self) else { return false }
        isAsleep = true
        MHD_suspend_connection(connection)
        return true
    }

    /// Resets the connection, which no client mistakes for the end of a response.
    func reset() { server.reset(connection) }
}

/// The suspended lines.
struct SleepingLines {
    /// Nil once suspending is no longer allowed.
    private var lines: [ObjectIdentifier: ClientLine]? = [:]
    private var watched: [ObjectIdentifier: ClientLine] = [:]

    /// Adds a line that is being suspended. Returns false if that is no longer allowed.
    mutating func add(_ line: ClientLine) -> Bool {
        lines?.updateValue(line, forKey: ObjectIdentifier(line))
        if lines != nil, line.watchesClient { watched[ObjectIdentifier(line)] = line }
        return lines != nil
    }

    /// Removes a line that wakes up.
    mutating func remove(_ line: ClientLine) {
        lines?[ObjectIdentifier(line)] = nil
        unwatch(line)
    }

    /// Stops watching the client of a line that stays suspended.
    mutating func unwatch(_ line: ClientLine) { watched[ObjectIdentifier(line)] = nil }

    /// The lines whose clients are watched.
    var watching: [ClientLine] { watched.isEmpty ? [] : Array(watched.values) }

    /// Removes all lines, and allows no more.
    mutating func close() -> [ClientLine] {
        defer {
            lines = nil
            watched = [:]
        }
        return lines.map { Array($0.values) } ?? []
    }
}

/// The wake-up times of lines.
struct Alarms {
    private var times: [ObjectIdentifier: (due: ContinuousClock.Instant, line: ClientLine)] = [:]

    /// The next wake-up time; nil for none.
    var nextDue: ContinuousClock.Instant? { times.values.map(\.due).min() }

    /// Sets the wake-up time of a line, replacing an earlier one.
    mutating func set(_ due: ContinuousClock.Instant, for line: ClientLine) {
        times[ObjectIdentifier(line)] = (due, line)
    }

    mutating func remove(_ line: ClientLine) { times[ObjectIdentifier(line)] = nil }

    /// Removes and returns the lines whose time has come.
    mutating func due(at now: ContinuousClock.Instant) -> [ClientLine] {
        let due = times.values.filter { $0.due <= now }.map(\.line)
        for line in due { remove(line) }
        return due
    }
}

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
