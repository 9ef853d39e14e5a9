import CMicrohttpd

/// The connection that one conversation is held over. It sleeps while the conversation has nothing for it, and
/// the other connections go on. Used on the server's thread only.
public final class ClientLine {
    /// The client's address without its port, such as `127.0.0.1` or `::1`; empty where it is not known.
    public let peer: String
    private let connection: OpaquePointer
    private unowned let server: SonicServer
    private var isAsleep = false

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
        MHD_resume_connection(connection)
    }

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

    /// Notes a line that falls asleep. False when nobody may sleep any more.
    mutating func add(_ line: ClientLine) -> Bool {
        lines?.updateValue(line, forKey: ObjectIdentifier(line))
        return lines != nil
    }

    /// Forgets a line that wakes up.
    mutating func remove(_ line: ClientLine) {
        lines?[ObjectIdentifier(line)] = nil
    }

    /// Takes out all, and lets nobody sleep from now on.
    mutating func close() -> [ClientLine] {
        defer { lines = nil }
        return lines.map { Array($0.values) } ?? []
    }
}
