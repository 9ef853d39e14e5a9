import Glibc
import SonicProtocol
import SystemLibraries
import Workbench

/// Runs the scripts of pages in a child without rights (`ScriptChild`), which is ended by force when its time is over.
package enum ScriptProcess {
    /// The time until the child has loaded the engine and given up its rights.
    private static let start = Duration.seconds(5)
    /// The maximum number of bytes of its output.
    private static let most = 32 << 20

    /// Runs the scripts of a page and the callback of an update. Takes at most `limit` after the child has started.
    /// - Parameter program: The program that is started with `ScriptChild.command`.
    package static func run(
        _ run: CallbackRun, program: String = "/proc/self/exe", limit: Duration = .seconds(1)
    ) async -> Result<CallbackRun.Reports, ScriptFailure> {
        await withCheckedContinuation { continuation in
            // Writing to a child that has ended must not end this program.
            let error = DetachedThread.start(blockingSignals: true) {
                continuation.resume(
                    returning: Result { () throws(ScriptFailure) in try wait(run, program, limit) })
            }
            if error != 0 {
                continuation.resume(returning: .failure(.system(String(cString: strerror(error)))))
            }
        }
    }

    private static func wait(
        _ run: CallbackRun, _ program: String, _ limit: Duration
    ) throws(ScriptFailure) -> CallbackRun.Reports {
        // A file, so that input never waits for output.
        guard let input = openUnnamedFile(), let pipe = openPipe() else { throw .system(lastError) }
        defer { for descriptor in [input, pipe.reading] { close(descriptor) } }
        guard writeAll(run.input, to: input) == nil, lseek(input, 0, SEEK_SET) == 0 else {
            close(pipe.writing)
            throw .system(lastError)
        }
        let child = spawn(program, input, pipe.writing)
        close(pipe.writing)
        guard let child else { throw .system(lastError) }
        let (output, isLate) = read(pipe.reading, limit)
        // Also after its output was closed: it may go on.
        kill(child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return try CallbackRun.Reports(output, isLate: isLate)
    }

    private static var lastError: String { String(cString: strerror(errno)) }

    /// Reads what a child writes, until it ends or its time is over.
    private static func read(_ descriptor: Int32, _ limit: Duration) -> (output: [UInt8], isLate: Bool) {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var deadline = ContinuousClock.now + start
        while output.count < most {
            let rest = deadline - ContinuousClock.now
            guard rest > .zero else { return (output, true) }
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, Int32(rest.wholeMilliseconds) + 1) > 0 else { continue }
            let count = retried { Glibc.read(descriptor, &piece, piece.count) }
            guard count > 0 else { break }
            if output.isEmpty { deadline = .now + limit }
            output += piece[..<count]
        }
        return (output, false)
    }

    private static func spawn(_ program: String, _ input: Int32, _ output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = ["sonic", ScriptChild.command].map { (text: String) in strdup(text) } + [nil]
        // Nothing of this program's environment; without compiled code no memory is both written and executed.
        var environment = ["JSC_useJIT=0"].map { (text: String) in strdup(text) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var child = pid_t()
        errno = posix_spawn(&child, program, &actions, &attributes, &arguments, &environment)
        return errno == 0 ? child : nil
    }
}
