import Glibc
import Handlers

/// Programs of the reader's choice that run out of sight, with what they write kept.
enum ProgramRun {
    /// How one ended, and what it wrote.
    struct Outcome: Sendable {
        let ending: ShellCommand.Ending
        let output: String

        /// Whether it did what it was to.
        var isDone: Bool { ending == .exited(0) }

        /// Why it did not, as a clause; the last thing it wrote is likely to say.
        var reason: String {
            let last = output.split(separator: "\n").last.map { ": \($0)" } ?? ""
            switch ending {
            case .exited(let status): return "ended with status \(status)\(last)"
            case .killed(let signal): return "was ended by signal \(signal)\(last)"
            case .ended: return "took too long and was ended"
            case .notStarted(let why): return "cannot be started: \(why)"
            }
        }
    }

    /// The most that is kept of what a program writes.
    private static let outputLimit = 256 << 10

    /// Runs a command line in a process group of its own.
    /// - Parameters:
    ///   - template: The line with its values.
    ///   - input: Its standard input.
    ///   - limit: How long it may take.
    ///   - variables: What is added to the environment.
    @concurrent static func run(
        _ template: ShellTemplate, input: [UInt8] = [], limit: Duration,
        variables: [(name: String, value: String)] = []
    ) async -> Outcome {
        guard let file = tmpfile() else {
            return Outcome(ending: .notStarted(String(cString: strerror(errno))), output: "")
        }
        defer { fclose(file) }
        let descriptor = fileno(file)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let command = ShellCommand(
            line: template.script, limit: limit, output: descriptor, errors: descriptor,
            arguments: template.arguments)
        let ending = await command.start(input: input, variables: variables).ending.value
        var bytes = [UInt8](repeating: 0, count: outputLimit)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return Outcome(ending: ending, output: String(decoding: bytes.prefix(count), as: UTF8.self))
    }
}
