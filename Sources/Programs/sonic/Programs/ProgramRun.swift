import Browser
import BrowserServices
import CellGrid
import Glibc
import SystemLibraries

/// Background programs of the user, whose output is stored.
enum ProgramRun {
    /// How a program ended, and its output.
    struct Outcome: Sendable {
        let ending: ShellCommand.Ending
        let output: String

        /// Whether it succeeded.
        var isDone: Bool { ending == .exited(0) }

        /// Why it failed, as a clause; its last line probably tells.
        var reason: String {
            let last = output.split(separator: "\n").last.map { ": \($0)" } ?? ""
            switch ending {
            case .exited(let status): return "ended with status \(status)\(last)"
            case .killed(let signal): return "was killed by signal \(signal)\(last)"
            case .ended: return "took too long and was killed"
            case .notStarted(let why): return "cannot be started: \(why)"
            }
        }

        /// Why it has no output, as a clause.
        var wordless: String { isDone ? "wrote nothing" : reason }
    }

    /// The maximum stored length of a program's output, in bytes.
    private static let outputLimit = 256 << 10

    /// The maximum number of bytes of a text for a pager; the rest is dropped.
    private static let textLimit = 64 << 20

    /// Runs a command line, and returns the descriptor of an unnamed file with its output, which the caller closes. The
    /// output has a mark for each character that could control a terminal (`VisibleStream`). Standard error is not
    /// included. A failure is a clause after the program's name.
    @concurrent static func text(
        of template: ShellTemplate, limit: Duration
    ) async throws(CommandFailure) -> Int32 {
        guard let raw = openUnnamedFile() else { throw unstarted(errno) }
        defer { close(raw) }
        guard let errors = openUnnamedFile() else { throw unstarted(errno) }
        defer { close(errors) }
        let command = ShellCommand(
            line: template.script, limit: limit, output: raw, errors: errors,
            arguments: template.arguments)
        let ending = await command.start(input: [], variables: []).ending.value
        guard let descriptor = openUnnamedFile() else { throw unstarted(errno) }
        switch mark(raw, into: descriptor) {
        case 0: return descriptor
        case let code?:
            close(descriptor)
            throw .failed("wrote output that cannot be stored: \(String(cString: strerror(code)))")
        case nil:
            // Standard error may explain why a program has no output.
            close(descriptor)
            throw .failed(Outcome(ending: ending, output: said(errors)).wordless)
        }
    }

    /// Copies the beginning of a file to another, with marks.
    /// - Returns: 0, or the error number; nil for an empty file.
    private static func mark(_ raw: Int32, into descriptor: Int32) -> Int32? {
        var stream = VisibleStream()
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        var offset = 0
        while offset < textLimit {
            let count = retried { pread(raw, &piece, piece.count, offset) }
            guard count >= 0 else { return errno }
            guard count > 0 else { break }
            offset += count
            if let code = writeAll(stream.append(Array(piece.prefix(count))), to: descriptor) { return code }
        }
        if let code = writeAll(stream.finish(), to: descriptor) { return code }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { return errno }
        return offset == 0 ? nil : 0
    }

    /// Returns the beginning of a program's output.
    private static func said(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: outputLimit)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func unstarted(_ code: Int32) -> CommandFailure {
        .failed("cannot be started: \(String(cString: strerror(code)))")
    }

    /// Runs a command line in a separate process group.
    /// - Parameters:
    ///   - template: The line with its values.
    ///   - input: Its standard input.
    ///   - limit: The time limit.
    ///   - variables: Variables added to the environment.
    ///   - lifetime: Whether it may outlive this program.
    @concurrent static func run(
        _ template: ShellTemplate, input: [UInt8] = [], limit: Duration,
        variables: [(name: String, value: String)] = [], lifetime: ShellProcess.Lifetime = .ours
    ) async -> Outcome {
        guard let descriptor = openUnnamedFile() else {
            return Outcome(ending: .notStarted(String(cString: strerror(errno))), output: "")
        }
        defer { close(descriptor) }
        let command = ShellCommand(
            line: template.script, limit: limit, output: descriptor, errors: descriptor,
            arguments: template.arguments, lifetime: lifetime)
        let ending = await command.start(input: input, variables: variables).ending.value
        return Outcome(ending: ending, output: said(descriptor))
    }
}
