import CMicrohttpd
import Glibc

/// An HTTP/1.1 server on libmicrohttpd: one thread, one loop, one site.
///
/// libmicrohttpd reads requests, frames responses and keeps connections; the loop waits for it, for pieces of
/// slow bodies to become due and for the word to stop. All callbacks run on the loop's thread, so the site and
/// everything here needs no lock. Not Sendable: it is made, run and ended on one thread.
public final class SonicServer {
    /// The word to stop.
    public enum StopSign: Sendable, Equatable {
        /// This descriptor became readable: a signal, a command.
        case readable(Int32)
        /// The other end of this pipe was closed, as the kernel does for a program that was killed.
        case closed(Int32)

        var descriptor: Int32 {
            switch self {
            case .readable(let descriptor), .closed(let descriptor): descriptor
            }
        }
    }

    /// The bounds within which a server works.
    public struct Limits: Sendable, Equatable {
        /// The longest request body that is read, in bytes.
        public var bodyBytes = 1 << 20
        /// The most connections at once.
        public var connections: UInt32 = 1000
        /// The most connections of one client at once.
        public var perClient = PerClient.elsewhere(100)
        /// How long a connection may be without any traffic, in seconds.
        public var idleSeconds: UInt32 = 60
        /// How long the head of a request may take, in seconds: the first one from the connection's begin, a
        /// later one from the moment at which the connection may have been idle longest.
        public var headSeconds: UInt32 = 20
        /// How long requests under way may take to finish once the server was told to stop.
        public var linger: Duration = .seconds(3)

        /// How many connections one client may have. Under IPv6 a client is a network of 64 bits.
        public enum PerClient: Sendable, Equatable {
            /// So many; clients on this machine any number.
            case elsewhere(Int)
            /// So many, on this machine too.
            case everyone(Int)
        }

        /// The usual bounds.
        public init() {}
    }

    /// Whether new requests are waited for.
    enum Phase {
        case serving
        /// Those under way are finished, and their connections end with them.
        case leaving
    }

    var site: any Site
    let limits: Limits
    var sleepers = Sleepers()
    var sleepingLines = SleepingLines()
    var alarms = Alarms()
    /// Whether a line was woken up since libmicrohttpd last looked for such: outside its own threads nothing tells it.
    var hasWoken = false
    var connections = Connections()
    /// What came over each connection, by its descriptor.
    var streams: [Int32: OpenStream] = [:]
    var entrance: Entrance
    let descriptors: DescriptorBudget
    /// Requests begun and not yet completed.
    var underWay = 0
    private(set) var phase = Phase.serving
    let journal: Journal?
    private let waiter: (any Waiter)?

    /// A server of a site on a listening socket, which it owns from now on.
    ///
    /// - Parameters:
    ///   - waiter: What the loop waits with; nil for `poll`.
    ///   - journal: Gets a record of each request as it is over; nil for none.
    public convenience init(
        _ listener: Listener, site: any Site, limits: Limits = Limits(), waiter: (any Waiter)? = nil,
        journal: Journal? = nil
    ) {
        self.init(
            listener, site: site, limits: limits, waiter: waiter, journal: journal, descriptors: .now())
    }

    /// The same with room for no more than this.
    init(
        _ listener: Listener, site: any Site, limits: Limits, waiter: (any Waiter)?, journal: Journal?,
        descriptors: DescriptorBudget
    ) {
        self.journal = journal
        entrance = Entrance(listener)
        self.descriptors = descriptors
        self.waiter = waiter
        self.site = site
        self.limits = limits
    }

    /// Why a server cannot run.
    public enum Failure: Error, Equatable {
        /// libmicrohttpd refused to start.
        case cannotStart
    }

    /// How it is now.
    var figures: ServerFigures {
        ServerFigures(
            connections: connections.count, requests: underWay, refused: connections.refused,
            tardy: connections.tardy)
    }

    /// Serves until one of the signs is given or a signal orders it, lets requests under way finish, and returns.
    /// When the program at the other end of a pipe is gone, or a second signal comes, nobody waits for them, and it
    /// returns at once.
    ///
    /// - Parameter orders: Who does what signals ask for; nil leaves these to the system.
    public func run(until signs: [StopSign], orders: SignalOrders? = nil) throws(Failure) {
        let owner = Unmanaged.passUnretained(self).toOpaque()
        // The loop gives it no more than it may have; one more is there for its own counting.
        let daemon = sonic_mhd_start(owner, Self.callbacks, limits.idleSeconds, limits.connections + 1)
        guard let daemon, case let epoll = sonic_mhd_epoll(daemon), epoll >= 0 else {
            entrance.close()
            throw .cannotStart
        }
        sonic_mhd_watch(owner, Self.received)
        defer { sonic_mhd_watch(nil, nil) }
        var ending: Ending?
        while ending == nil { ending = turn(daemon, epoll, watching: signs, orders, atMost: nil) }
        phase = .leaving
        journal?.traffic?.close()
        // Who called us for a new connection is refused from here on; who asked already is answered.
        entrance.close()
        if ending == .inOrder { finishRequests(daemon, epoll, watching: signs, orders) }
        // A suspended connection must not be left to MHD_stop_daemon.
        for connection in sleepers.close() { MHD_resume_connection(connection) }
        for line in sleepingLines.close() { line.wake() }
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
    }

    /// How a server is to end.
    private enum Ending {
        /// Once the requests under way are finished.
        case inOrder
        case atOnce
    }

    private func finishRequests(
        _ daemon: OpaquePointer, _ epoll: Int32, watching signs: [StopSign], _ orders: SignalOrders?
    ) {
        let end = ContinuousClock.now + limits.linger
        // What became readable stays so; a pipe may still be closed.
        let left = signs.filter { if case .closed = $0 { true } else { false } }
        MHD_run(daemon)
        while underWay > 0, ContinuousClock.now < end {
            // A second word of any kind is meant.
            guard turn(daemon, epoll, watching: left, orders, atMost: end - .now) == nil else { return }
        }
    }

    /// One turn of the loop: waits, wakes what is due, lets libmicrohttpd work, heeds signals. Returns how to end,
    /// if a word to do so came.
    private func turn(
        _ daemon: OpaquePointer, _ epoll: Int32, watching signs: [StopSign], _ orders: SignalOrders?,
        atMost longest: Duration?
    ) -> Ending? {
        let letsIn = letsIn
        let others = signs.map(\.descriptor) + (orders.map { [$0.signals.pipe.descriptor] } ?? [])
        let watching = sleepingLines.watching
        let descriptors =
            [epoll] + others + watching.map(\.descriptor) + (letsIn ? [entrance.descriptor] : [])
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
        for (line, entry) in zip(watching, watched.dropFirst(1 + others.count)) where entry.revents != 0 {
            line.clientStirred()
        }
        for connection in connections.overdue(at: now) { sonic_mhd_time_out(connection) }
        if letsIn, watched[descriptors.count - 1].revents != 0 { letIn(daemon) }
        hasWoken = false
        MHD_run(daemon)
        var ending: Ending?
        if let orders, watched[1 + signs.count].revents != 0 { ending = heed(orders) }
        for (sign, entry) in zip(signs, watched.dropFirst()) where entry.revents != 0 {
            switch sign {
            case .readable: ending = ending ?? .inOrder
            case .closed(let descriptor): if Self.isClosed(descriptor) { ending = .atOnce }
            }
        }
        return ending
    }

    /// Does what the signals that came ask for.
    private func heed(_ orders: SignalOrders) -> Ending? {
        var ending: Ending?
        for order in orders.signals.next() {
            switch order {
            case .stop: ending = .inOrder
            case .report: orders.report(figures)
            case .reread: orders.reread()
            }
        }
        return ending
    }

    /// Milliseconds until something is to be done even when no descriptor stirs; -1 for never.
    private func timeout(_ daemon: OpaquePointer, _ longest: Duration?) -> Int32 {
        if hasWoken { return 0 }
        var milliseconds: UInt64 = 0
        var shortest = Int64.max
        if MHD_get_timeout(daemon, &milliseconds) == .YES { shortest = Int64(clamping: milliseconds) }
        let dues = [sleepers.nextDue, alarms.nextDue, connections.nextLook, entrance.closedUntil].compactMap {
            $0.map { $0 - .now }
        }
        let waits = dues + (longest.map { [$0] } ?? [])
        for wait in waits {
            // Rounded up, so that the loop does not spin through the last millisecond.
            shortest = min(shortest, max(0, min(wait.wholeMilliseconds, Int64(Int32.max)) + 1))
        }
        return shortest == .max ? -1 : Int32(clamping: shortest)
    }

    /// Reads and drops what came through the pipe; true at its end.
    private static func isClosed(_ descriptor: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &buffer, buffer.count)
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
}
