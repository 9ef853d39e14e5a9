import Glibc
import SonicProtocol
import SonicSession

/// What the curl thread can be told.
enum Command: Sendable {
    /// Open libcurl.
    case prepare
    /// Begin this exchange.
    case start(Exchange)
    /// Stop this exchange; nobody reads its events any more.
    case cancel(Exchange)
    /// The reader has caught up: go on with this exchange if it paused.
    case resume(Exchange)
    /// Use these credentials for this origin.
    indirect case use(Credentials?, origin: String)
    /// Change what holds for single addresses, from the next exchange on.
    case adjust(TransportConfiguration.Adjustment?)
    /// Go on with a task that runs on this thread.
    case run(UnownedJob, CommandPipe)
}

/// Where the curl thread is told what to do. The thread is woken through a pipe, and only where it sleeps; the pipe
/// closes with its last owner, which ends the thread.
final class CommandPipe: Sendable {
    private let queue: AtomicQueue<Command, Void>
    private let descriptor: Int32

    /// A pipe and the side that reads it.
    static func make() throws(ConnectionFailure) -> (CommandPipe, CommandReader) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .exhausted(detail: "no pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let queue = AtomicQueue<Command, Void>()
        return (CommandPipe(queue, ends[1]), CommandReader(queue: queue, descriptor: ends[0]))
    }

    private init(_ queue: AtomicQueue<Command, Void>, _ descriptor: Int32) {
        (self.queue, self.descriptor) = (queue, descriptor)
    }

    deinit { close(descriptor) }

    /// Hands a command over. Never waits.
    func send(_ command: Command) {
        var isAsleep = false
        while queue.put([command]) != nil { isAsleep = true }
        guard isAsleep else { return }
        var byte: UInt8 = 0
        // The reader outlives this end, so nothing but an interrupted call can keep the byte back.
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }
}

/// Tasks run on the curl thread, between what libcurl has to do there
/// (docs/decisions/0390-a-session-wakes-few-threads.md).
extension CommandPipe: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { send(.run(UnownedJob(job), self)) }
}

/// The reading end, owned by the curl thread.
struct CommandReader: Sendable {
    fileprivate let queue: AtomicQueue<Command, Void>
    /// What to wait on while the thread rests; readable also when the writing end is gone.
    let descriptor: Int32

    /// The commands that wait, in order.
    func dequeueAll() -> [Command] {
        if case .burst(let commands) = queue.dequeueAll() { commands } else { [] }
    }

    /// Whether nothing waits: then the next command makes the descriptor readable.
    func rest() -> Bool { queue.sleep(()) }

    /// The commands that wait, after waiting for the descriptor; nil when the writing end is gone.
    func wake() -> [Command]? {
        var bytes: UInt64 = 0
        var count: Int
        repeat {
            count = read(descriptor, &bytes, MemoryLayout<UInt64>.size)
        } while count < 0 && errno == EINTR
        let commands = dequeueAll()
        return count > 0 || !commands.isEmpty ? commands : nil
    }
}
