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

        /// SIGINT and SIGTERM, which from now on do nothing else; nil when the system refuses.
        /// To be asked for once, before any thread is started.
        public static var signals: StopSign? {
            let descriptor = sonic_signal_descriptor()
            return descriptor < 0 ? nil : .readable(descriptor)
        }

        var descriptor: Int32 {
            switch self {
            case .readable(let descriptor), .closed(let descriptor): descriptor
            }
        }
    }

    /// The bounds within which a server works.
    public struct Limits: Sendable {
        /// The longest request body that is read, in bytes.
        public var bodyBytes = 1 << 20
        /// The most connections at once.
        public var connections: UInt32 = 1000
        /// How long a connection may be without any traffic, in seconds.
        public var idleSeconds: UInt32 = 60
        /// How long requests under way may take to finish once the server was told to stop.
        public var farewell: Duration = .seconds(3)

        /// The usual bounds.
        public init() {}
    }

    var site: any Site
    let limits: Limits
    var sleepers = Sleepers()
    var sleepingLines = SleepingLines()
    /// Requests begun and not yet completed.
    var underWay = 0
    let journal: Journal?
    private let listener: Listener
    private let waiter: (any Waiter)?

    /// A server of a site on a listening socket, which it owns from now on.
    ///
    /// - Parameters:
    ///   - waiter: What the loop waits with; nil for `poll`.
    ///   - journal: Gets a record of each request as it is over; nil for none.
    public init(
        _ listener: Listener, site: any Site, limits: Limits = Limits(), waiter: (any Waiter)? = nil,
        journal: Journal? = nil
    ) {
        self.journal = journal
        self.listener = listener
        self.waiter = waiter
        self.site = site
        self.limits = limits
    }

    /// Why a server cannot run.
    public enum Failure: Error, Equatable {
        /// libmicrohttpd refused to start.
        case cannotStart
    }

    /// Serves until one of the signs is given, lets requests under way finish, and returns. When the program at
    /// the other end of a pipe is gone nobody waits for them, and it returns at once.
    public func run(until signs: [StopSign]) throws(Failure) {
        let owner = Unmanaged.passUnretained(self).toOpaque()
        let daemon = sonic_mhd_start(
            listener.descriptor, owner, Self.targetRead, Self.requestProgressed, Self.requestCompleted,
            limits.idleSeconds, limits.connections)
        guard let daemon, case let epoll = sonic_mhd_epoll(daemon), epoll >= 0 else {
            close(listener.descriptor)
            throw .cannotStart
        }
        var sign: StopSign?
        while sign == nil { sign = turn(daemon, epoll, watching: signs, atMost: nil) }
        // Who called us for a new connection is refused from here on; who asked already is answered.
        close(MHD_quiesce_daemon(daemon))
        if case .readable? = sign { finishRequests(daemon, epoll) }
        // A suspended connection must not be left to MHD_stop_daemon.
        for connection in sleepers.close() { MHD_resume_connection(connection) }
        for line in sleepingLines.close() { line.wake() }
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
    }

    private func finishRequests(_ daemon: OpaquePointer, _ epoll: Int32) {
        let end = ContinuousClock.now + limits.farewell
        MHD_run(daemon)
        while underWay > 0, ContinuousClock.now < end {
            _ = turn(daemon, epoll, watching: [], atMost: end - .now)
        }
    }

    /// One turn of the loop: waits, wakes what is due, lets libmicrohttpd work. Returns the sign to stop, if one
    /// came.
    private func turn(
        _ daemon: OpaquePointer, _ epoll: Int32, watching signs: [StopSign], atMost longest: Duration?
    ) -> StopSign? {
        var watched = ([epoll] + signs.map(\.descriptor)).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let milliseconds = timeout(daemon, longest)
        if let waiter {
            waiter.wait(for: &watched, milliseconds: milliseconds)
        } else {
            poll(&watched, nfds_t(watched.count), milliseconds)
        }
        for connection in sleepers.wake(at: .now) { MHD_resume_connection(connection) }
        MHD_run(daemon)
        return zip(signs, watched.dropFirst()).first { sign, entry in
            switch sign {
            case .readable: entry.revents != 0
            case .closed(let descriptor): entry.revents != 0 && Self.isClosed(descriptor)
            }
        }?.0
    }

    /// Milliseconds until something is to be done even when no descriptor stirs; -1 for never.
    private func timeout(_ daemon: OpaquePointer, _ longest: Duration?) -> Int32 {
        var milliseconds: UInt64 = 0
        var shortest = Int64.max
        if MHD_get_timeout(daemon, &milliseconds) == .YES { shortest = Int64(clamping: milliseconds) }
        let waits = [longest, sleepers.nextDue.map { $0 - .now }].compactMap { $0 }
        for wait in waits {
            // Rounded up, so that the loop does not spin through the last millisecond.
            let (seconds, fraction) = wait.components
            shortest = min(shortest, max(0, seconds * 1000 + fraction / 1_000_000_000_000_000 + 1))
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
