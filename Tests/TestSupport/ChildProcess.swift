import CPty
import Glibc

/// The way a program ended.
public enum ExitStatus: Equatable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// This signal ended it.
    case killed(Int32)
}

/// A started program; it is killed, with its process group, when the value is released.
final class ChildProcess {
    let id: pid_t
    /// Becomes readable when the program has ended.
    let descriptor: CInt
    private(set) var status: ExitStatus?

    /// Starts `path` with the three descriptors as its standard ones and closes them here.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], folder: String?,
        standard: (input: CInt, output: CInt, errors: CInt), isTerminal: Bool
    ) throws {
        let argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        let environmentList = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for text in argumentList + environmentList { free(text) }
            for used in Set([standard.input, standard.output, standard.errors]) { close(used) }
        }
        id = cpty_spawn(
            path, argumentList, environmentList, folder, standard.input, standard.output, standard.errors,
            isTerminal)
        guard id > 0 else { throw SystemError("posix_spawn") }
        descriptor = cpty_process_descriptor(id)
        guard descriptor >= 0 else { throw SystemError("pidfd_open") }
    }

    deinit {
        if reap() == nil {
            kill(-id, SIGKILL)
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
        close(descriptor)
    }

    /// Returns the status once the program has ended. Does not wait.
    func reap() -> ExitStatus? {
        if let status { return status }
        var word: CInt = 0
        guard waitpid(id, &word, WNOHANG) == id else { return nil }
        let signal = word & 0x7F
        status = signal == 0 ? .exited((word >> 8) & 0xFF) : .killed(signal)
        return status
    }

    /// Sends a signal; does nothing if the program has ended.
    func signal(_ number: CInt) {
        if reap() == nil { kill(id, number) }
    }

    /// Returns the environment of programs under test: without the colours, folders and languages of the user
    /// who runs the tests.
    static func environment(adding own: [String: String]) -> [String: String] {
        var result = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"]
        // Memory that a program still has when it ends is not a leak, and the program allocates the stack for
        // its signals: the sanitizer would free it as one of the sanitizer's when the thread ends.
        if Sanitizer.isWatching { result["ASAN_OPTIONS"] = "detect_leaks=0:use_sigaltstack=0" }
        result.merge(own) { $1 }
        return result
    }
}
