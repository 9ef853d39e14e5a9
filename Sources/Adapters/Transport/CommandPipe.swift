import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

/// A command to the curl thread.
enum Command: Sendable {
    /// Load libcurl.
    case prepare
    /// Start this exchange.
    case start(TransferExchange)
    /// Cancel this exchange; its reader has stopped.
    case cancel(TransferExchange)
    /// Resume this exchange if it is paused: its reader has caught up.
    case resume(TransferExchange)
    /// Use these credentials for this origin.
    indirect case use(Credentials?, origin: String)
    /// Configure exchanges by their address, from the next one on.
    case configure(@Sendable (WebURL) -> TransportConfiguration)
    /// Run a part of a task on this thread.
    case run(UnownedJob, CommandPipe)
}

/// The queue of commands to the curl thread. A pipe wakes the thread if it sleeps; the pipe is closed with its last
/// owner, which ends the thread.
final class CommandPipe: Sendable {
    private let queue: AtomicQueue<Command, Void>
    private let descriptor: Int32

    /// Starts the only thread that libcurl runs on, which serves the returned pipe until the pipe is closed.
    static func start(_ configuration: TransportConfiguration) throws(ConnectionFailure) -> CommandPipe {
        guard let ends = openPipe() else {
            throw .exhausted(detail: "no pipe: \(String(cString: strerror(errno)))")
        }
        let queue = AtomicQueue<Command, Void>()
        let commands = CommandPipe(queue, ends.writing)
        let error = DetachedThread.start(blockingSignals: true) {
            Transfers(configuration).serve(CommandReader(queue: queue, descriptor: ends.reading))
            close(ends.reading)
        }
        guard error == 0 else {
            close(ends.reading)
            throw .exhausted(detail: "no thread: \(String(cString: strerror(error)))")
        }
        return commands
    }

    private init(_ queue: AtomicQueue<Command, Void>, _ descriptor: Int32) {
        (self.queue, self.descriptor) = (queue, descriptor)
    }

    deinit { close(descriptor) }

    /// Enqueues a command. Never blocks.
    func send(_ command: Command) {
        guard queue.put([command]) != nil else { return }
        var byte: UInt8 = 0
        // The reader outlives this end, so the write can fail only if it is interrupted.
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }
}

/// Tasks run on the curl thread, between the calls of libcurl (docs/decisions/0390-a-session-wakes-few-threads.md).
extension CommandPipe: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { send(.run(UnownedJob(job), self)) }
}

/// The reading side, owned by the curl thread.
struct CommandReader: Sendable {
    fileprivate let queue: AtomicQueue<Command, Void>
    /// The descriptor to wait for while the thread sleeps; it is also readable after the writing end is closed.
    let descriptor: Int32

    /// Returns the pending commands, in order.
    func dequeueAll() -> [Command] { queue.dequeueAll() ?? [] }

    /// Prepares to sleep: returns whether no command is pending; then the next one makes the descriptor readable.
    func rest() -> Bool { queue.sleep(()) }

    /// Returns the pending commands, after waiting for the descriptor; nil if the writing end is closed.
    func wake() -> [Command]? {
        var bytes: UInt64 = 0
        let count = retried { read(descriptor, &bytes, MemoryLayout<UInt64>.size) }
        let commands = dequeueAll()
        return count > 0 || !commands.isEmpty ? commands : nil
    }
}
