import CMicrohttpd
import Glibc

/// An HTTP/1.1 server on libmicrohttpd: one thread, one loop, one site.
///
/// libmicrohttpd parses requests, frames responses and manages connections; the loop waits for it, for due pieces of
/// slow bodies, and for stop signs. All callbacks run on the loop's thread, so the site and the server need no lock.
/// Not Sendable: it is created, run and ended on one thread.
public final class SonicServer {
    /// A sign to stop.
    public enum StopSign: Sendable, Equatable {
        /// This descriptor became readable: a signal, a command.
        case readable(Int32)
        /// The other end of this pipe was closed, as the kernel does for a killed program.
        case closed(Int32)

        var descriptor: Int32 {
            switch self {
            case .readable(let descriptor), .closed(let descriptor): descriptor
            }
        }
    }

    /// The limits of a server.
    public struct Limits: Sendable, Equatable {
        /// The maximum size of a request body, in bytes.
        public var bodyBytes = 1 << 20
        /// The maximum number of concurrent connections.
        public var connections: UInt32 = 1000
        /// The maximum number of concurrent connections of one client.
        public var perClient = PerClient.elsewhere(100)
        /// The timeout of a connection without traffic, in seconds.
        public var idleSeconds: UInt32 = 60
        /// The timeout of a request head in seconds: for the first one from the beginning of the connection, for a
        /// later one from the end of the idle timeout.
        public var headSeconds: UInt32 = 20
        /// The maximum time for current requests to finish after a stop sign.
        public var linger: Duration = .seconds(3)
        /// The maximum number of connections that have changed to another protocol.
        public var upgrades = 100
        /// The timeout of such a connection without bytes, in seconds.
        public var upgradeIdleSeconds: UInt32 = 600

        /// The maximum number of connections of one client. With IPv6 a client is a network of 64 bits.
        public enum PerClient: Sendable, Equatable {
            /// This number; unlimited for clients on this machine.
            case elsewhere(Int)
            /// This number, also for clients on this machine.
            case everyone(Int)
        }

        /// Creates the default limits.
        public init() {}

        /// Parses a whole number of up to nine digits, with K, M or G for powers of 1024; nil for any other text.
        public static func number(_ text: some StringProtocol) -> Int? {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            // More than nine digits could overflow below.
            guard digits.count <= 9, let number = Int(digits) else { return nil }
            switch text.dropFirst(digits.count) {
            case "": return number
            case "K": return number << 10
            case "M": return number << 20
            case "G": return number << 30
            default: return nil
            }
        }
    }

    /// Whether new requests are accepted.
    enum Phase {
        case serving
        /// Current requests are finished, and their connections are closed.
        case leaving
    }

    var site: any Site
    let limits: Limits
    var sleepers = Sleepers()
    var sleepingLines = SleepingLines()
    var alarms = Alarms()
    /// Whether a line was resumed since libmicrohttpd last checked: with an external loop libmicrohttpd is not
    /// notified.
    var hasWoken = false
    /// The suspended connections that the loop lets go on. Not in a callback of libmicrohttpd: some hold a lock that
    /// going on needs.
    var woken: [OpaquePointer] = []
    var connections = Connections()
    /// Nil for a server without TLS.
    let certificate: ServerCertificate?
    let secured = TLSConnections()
    /// The connections that have changed to another protocol.
    var upgrades: [OpaquePointer: UpgradedConnection] = [:]
    /// The bytes received on each connection, by its descriptor.
    var streams: [Int32: OpenStream] = [:]
    var entrance: Entrance
    let descriptors: DescriptorBudget
    /// The number of requests begun and not yet completed.
    var underWay = 0
    private(set) var phase = Phase.serving
    /// The address and port as a URL's authority.
    let authority: String
    let journal: Journal?
    let waiter: (any Waiter)?
    /// Nil for a server without one.
    var operators: OperatorEntrance?

    /// Creates a server of a site on a listening socket, which it takes ownership of.
    ///
    /// - Parameters:
    ///   - certificate: The certificate for TLS; nil for plain HTTP.
    ///   - waiter: Replaces `poll` in the loop; nil for `poll`.
    ///   - journal: Receives a record of each request that has ended; nil for none.
    ///   - operators: Where an operator's programs ask; nil for nowhere.
    ///   - descriptors: The descriptor budget; nil for that of this process.
    public init(
        _ listener: Listener, site: any Site, limits: Limits = Limits(),
        certificate: ServerCertificate? = nil, waiter: (any Waiter)? = nil, journal: Journal? = nil,
        operators: OperatorEntrance? = nil, descriptors: DescriptorBudget? = nil
    ) {
        self.journal = journal
        self.certificate = certificate
        authority = listener.authority
        entrance = Entrance(listener)
        self.descriptors = descriptors ?? .now()
        self.waiter = waiter
        self.operators = operators
        self.site = site
        self.limits = limits
    }

    /// The reason why a server cannot run.
    public enum Failure: Error, Equatable {
        /// libmicrohttpd refused to start.
        case cannotStart
    }

    /// The current figures.
    var figures: ServerFigures {
        ServerFigures(
            connections: connections.count, requests: underWay, refusals: connections.refusals)
    }

    /// Serves until a stop sign or a signal, lets current requests finish, and returns. When the other end of a pipe is
    /// closed, or a second signal is received, it returns without waiting for them.
    ///
    /// - Parameter signals: Nil to leave signals to the system.
    public func run(until signs: [StopSign], signals: Signals? = nil) throws(Failure) {
        let owner = Unmanaged.passUnretained(self).toOpaque()
        defer { operators?.entrance.close() }
        // The loop enforces the limits; one more is for libmicrohttpd's own counting.
        let daemon = sonic_mhd_start(
            owner, Self.callbacks, limits.idleSeconds,
            limits.connections + UInt32(OperatorEntrance.most) + 1, RequestScanner.memory)
        guard let daemon, case let epoll = sonic_mhd_epoll(daemon), epoll >= 0 else {
            entrance.close()
            throw .cannotStart
        }
        sonic_mhd_watch(owner, Self.received)
        defer { sonic_mhd_watch(nil, nil) }
        var ending: Ending?
        while ending == nil { ending = turn(daemon, epoll, watching: signs, signals, atMost: nil) }
        phase = .leaving
        signals?.stopping()
        journal?.traffic?.close()
        // New connections are refused from now on; requests already sent are answered.
        entrance.close()
        let end =
            ending == .inOrder ? finishRequests(daemon, epoll, watching: signs, signals) : ContinuousClock.now
        for connection in upgrades.keys { endUpgrade(connection, because: "the server ended") }
        // A suspended connection must not be left to MHD_stop_daemon.
        for connection in sleepers.close() { MHD_resume_connection(connection) }
        for line in sleepingLines.close() { line.wake() }
        resumeWoken()
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
        finishTLS(until: end, signals)
    }

    /// How a server is to end.
    private enum Ending {
        /// After the current requests have finished.
        case inOrder
        case atOnce
    }

    /// Returns until when what is left may be sent.
    private func finishRequests(
        _ daemon: OpaquePointer, _ epoll: Int32, watching signs: [StopSign], _ signals: Signals?
    ) -> ContinuousClock.Instant {
        let end = ContinuousClock.now + limits.linger
        // A readable descriptor stays readable; a pipe may still be closed.
        let left = signs.filter { if case .closed = $0 { true } else { false } }
        MHD_run(daemon)
        while underWay > 0, ContinuousClock.now < end {
            // A second stop sign of any kind ends the wait.
            guard turn(daemon, epoll, watching: left, signals, atMost: end - .now) == nil else { return .now }
        }
        return end
    }

    /// Performs one turn of the loop: waits, resumes what is due, lets libmicrohttpd work, handles signals. Returns how
    /// to end, after a stop sign.
    private func turn(
        _ daemon: OpaquePointer, _ epoll: Int32, watching signs: [StopSign], _ signals: Signals?,
        atMost longest: Duration?
    ) -> Ending? {
        let others = signs.map(\.descriptor) + (signals.map { [$0.pipe.descriptor] } ?? [])
        let watching = sleepingLines.watching
        let descriptors =
            [epoll, secured.epoll] + others + watching.map(\.descriptor)
            // `poll` skips a negative one.
            + [
                acceptsConnections ? entrance.descriptor : -1,
                operators.flatMap { $0.isOpen ? $0.entrance.descriptor : nil } ?? -1,
            ]
        var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let milliseconds = timeout(daemon, longest)
        if let waiter {
            waiter.wait(for: &watched, milliseconds: milliseconds)
        } else {
            poll(&watched, nfds_t(watched.count), milliseconds)
        }
        let now = ContinuousClock.now
        for connection in sleepers.wake(at: now) { MHD_resume_connection(connection) }
        for line in alarms.due(at: now) { line.wake() }
        for (line, entry) in zip(watching, watched.dropFirst(2 + others.count)) where entry.revents != 0 {
            line.clientStirred()
        }
        for connection in connections.overdue(at: now) {
            guard !timeOutTLS(connection), !timeOutUpgrade(connection) else { continue }
            connections.noteRefusal(by: .head)
            sonic_mhd_time_out(connection)
        }
        if watched[descriptors.count - 2].revents != 0 { acceptConnections(daemon) }
        if watched[descriptors.count - 1].revents != 0 { acceptOperators(daemon) }
        hasWoken = false
        advanceChannels(daemon)
        resumeWoken()
        MHD_run(daemon)
        var ending: Ending?
        if let signals, watched[2 + signs.count].revents != 0 { ending = handle(signals) }
        for (sign, entry) in zip(signs, watched.dropFirst(2)) where entry.revents != 0 {
            switch sign {
            case .readable: ending = ending ?? .inOrder
            case .closed(let descriptor): if Self.isClosed(descriptor) { ending = .atOnce }
            }
        }
        return ending
    }

    private func resumeWoken() {
        for connection in woken { MHD_resume_connection(connection) }
        woken = []
    }

    /// Handles the received signals: a second stop signal among them counts as one that comes later.
    private func handle(_ signals: Signals) -> Ending? {
        var ending: Ending?
        for order in signals.next() {
            switch order {
            case .stop: ending = ending == nil ? .inOrder : .atOnce
            case .report: signals.report(figures)
            case .reread: signals.reread()
            }
        }
        return ending
    }

    /// Returns the milliseconds until the next timer; -1 for none.
    private func timeout(_ daemon: OpaquePointer, _ longest: Duration?) -> Int32 {
        if hasWoken { return 0 }
        var milliseconds: UInt64 = 0
        var shortest = Int64.max
        if MHD_get_timeout(daemon, &milliseconds) == .YES { shortest = Int64(clamping: milliseconds) }
        let dues = [
            sleepers.nextDue, alarms.nextDue, connections.nextLook, entrance.closedUntil,
            operators?.entrance.closedUntil,
        ].compactMap {
            $0.map { $0 - .now }
        }
        let waits = dues + (longest.map { [$0] } ?? [])
        for wait in waits {
            // Rounded up, so that the loop does not spin during the last millisecond.
            shortest = min(shortest, max(0, min(wait.wholeMilliseconds, Int64(Int32.max)) + 1))
        }
        return shortest == .max ? -1 : Int32(clamping: shortest)
    }

    /// Reads and drops the bytes of a pipe. Returns true at its end.
    private static func isClosed(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &buffer, buffer.count)
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
}
