import Glibc
import SonicProtocol
import SonicSession
import Synchronization

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
    private let queue: CommandQueue
    private let descriptor: Int32

    /// A pipe and the side that reads it.
    static func make() throws(ConnectionFailure) -> (CommandPipe, CommandReader) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .exhausted(detail: "no pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let queue = CommandQueue()
        return (CommandPipe(queue, ends[1]), CommandReader(queue: queue, descriptor: ends[0]))
    }

    private init(_ queue: CommandQueue, _ descriptor: Int32) {
        (self.queue, self.descriptor) = (queue, descriptor)
    }

    deinit { close(descriptor) }

    /// Hands a command over. Never waits.
    func send(_ command: Command) {
        guard queue.put(command) else { return }
        var byte: UInt8 = 0
        // The reader outlives this end, so nothing but an interrupted call can keep the byte back.
        while write(descriptor, &byte, 1) < 0, errno == EINTR {}
    }
}

/// Tasks run on the curl thread, between what libcurl has to do there
/// (docs/decisions/0391-sessions-on-the-curl-thread.md).
extension CommandPipe: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { send(.run(UnownedJob(job), self)) }
}

/// The reading end, owned by the curl thread.
struct CommandReader: Sendable {
    fileprivate let queue: CommandQueue
    /// What to wait on while the thread rests; readable also when the writing end is gone.
    let descriptor: Int32

    /// The commands that wait, in order.
    func dequeueAll() -> [Command] { queue.dequeueAll() }

    /// Whether nothing waits: then the next command makes the descriptor readable.
    func rest() -> Bool { queue.rest() }

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

/// Commands on their way: one atomic word, so that no thread waits for another one.
private final class CommandQueue: Sendable {
    /// Nothing, `asleep` while the reader rests, or the address of the newest letter, which it owns.
    private let place = Atomic<UInt>(0)

    private static let nothing: UInt = 0
    private static let asleep: UInt = 1

    /// A command, and the address of the letter before it, which it owns.
    private final class Letter: Sendable {
        let command: Command
        let older: UInt

        init(_ command: Command, older: UInt) {
            (self.command, self.older) = (command, older)
        }
    }

    deinit { _ = dequeueAll() }

    /// Puts a command behind the others.
    /// - Returns: Whether the reader is to be woken.
    func put(_ command: Command) -> Bool {
        var found = place.load(ordering: .acquiring)
        while true {
            let letter = Letter(command, older: found == Self.asleep ? Self.nothing : found)
            let address = UInt(bitPattern: Unmanaged.passRetained(letter).toOpaque())
            let (isDone, now) = place.compareExchange(
                expected: found, desired: address, ordering: .acquiringAndReleasing)
            if isDone { return found == Self.asleep }
            _ = Self.letter(address)
            found = now
        }
    }

    /// Takes out what is there, the oldest first.
    func dequeueAll() -> [Command] {
        guard place.load(ordering: .acquiring) != Self.nothing else { return [] }
        var address = place.exchange(Self.nothing, ordering: .acquiringAndReleasing)
        var commands: [Command] = []
        while address != Self.nothing, address != Self.asleep {
            let letter = Self.letter(address)
            commands.append(letter.command)
            address = letter.older
        }
        commands.reverse()
        return commands
    }

    /// Notes that the reader is about to sleep; false where there is something to do.
    func rest() -> Bool {
        let (_, found) = place.compareExchange(
            expected: Self.nothing, desired: Self.asleep, ordering: .acquiringAndReleasing)
        return found == Self.nothing || found == Self.asleep
    }

    private static func letter(_ address: UInt) -> Letter {
        // Only addresses that `put` made come here, each once.
        Unmanaged<Letter>.fromOpaque(UnsafeRawPointer(bitPattern: address)!).takeRetainedValue()
    }
}
