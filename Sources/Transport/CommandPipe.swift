import Glibc
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
    case use(Credentials?, origin: String)
    /// Change what holds for single addresses, from the next exchange on.
    case adjust(TransportConfiguration.Adjustment?)
}

/// The writing end of the pipe to the curl thread. A command travels as the address of a retained box: eight
/// bytes, which POSIX writes whole. The pipe closes with its last owner.
final class CommandPipe: Sendable {
    private let descriptor: Int32

    /// A pipe and the side that reads it.
    static func make() throws(ConnectionFailure) -> (CommandPipe, CommandReader) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .other(code: Int(errno), detail: "No pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (CommandPipe(descriptor: ends[1]), CommandReader(descriptor: ends[0]))
    }

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Hands a command over. Waits only when thousands of commands are unread.
    func send(_ command: Command) {
        var address = UInt(bitPattern: Unmanaged.passRetained(CommandBox(command)).toOpaque())
        // The reader outlives this end, so nothing but an interrupted call can keep the bytes back.
        while write(descriptor, &address, MemoryLayout<UInt>.size) < 0, errno == EINTR {}
    }
}

/// The reading end of the pipe, owned by the curl thread.
struct CommandReader: Sendable {
    /// What to wait on; readable also when the writing end is gone.
    let descriptor: Int32

    /// The commands that wait, after waiting for the first; nil when the writing end is gone.
    func read() -> [Command]? {
        var addresses = [UInt](repeating: 0, count: 64)
        var count: Int
        repeat {
            count = Glibc.read(descriptor, &addresses, addresses.count * MemoryLayout<UInt>.size)
        } while count < 0 && errno == EINTR
        guard count > 0 else { return nil }
        return addresses.prefix(count / MemoryLayout<UInt>.size).compactMap { address in
            UnsafeRawPointer(bitPattern: address).map {
                Unmanaged<CommandBox>.fromOpaque($0).takeRetainedValue().command
            }
        }
    }
}

/// A command on its way through the pipe.
private final class CommandBox: Sendable {
    let command: Command

    init(_ command: Command) {
        self.command = command
    }
}
