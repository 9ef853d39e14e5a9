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

    /// A text in an unnamed file, to be read from its beginning.
    struct Text: Sendable {
        let descriptor: Int32

        /// Closes the file; call it once.
        func close() { _ = Glibc.close(descriptor) }
    }

    /// The reason why there is no text.
    struct Failure: Error {
        /// The reason as a clause after the program's name.
        let reason: String
    }

    /// The maximum number of bytes of a text for a pager; the rest is dropped.
    private static let textLimit = 64 << 20

    /// Runs a command line, and returns its output with a mark for each character that could control a terminal
    /// (`VisibleStream`). Standard error is not included.
    @concurrent static func text(of template: ShellTemplate, limit: Duration) async -> Result<Text, Failure> {
        guard let output = tmpfile() else { return .failure(Failure(reason: unstarted(errno))) }
        defer { fclose(output) }
        let raw = fileno(output)
        _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
        guard let errors = tmpfile() else { return .failure(Failure(reason: unstarted(errno))) }
        defer { fclose(errors) }
        _ = fcntl(fileno(errors), F_SETFD, FD_CLOEXEC)
        let command = ShellCommand(
            line: template.script, limit: limit, output: raw, errors: fileno(errors),
            arguments: template.arguments)
        let ending = await command.start(input: [], variables: []).ending.value
        guard let marked = tmpfile() else { return .failure(Failure(reason: unstarted(errno))) }
        defer { fclose(marked) }
        let descriptor = fcntl(fileno(marked), F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { return .failure(Failure(reason: unstarted(errno))) }
        let text = Text(descriptor: descriptor)
        switch mark(raw, into: descriptor) {
        case 0: break
        case let code?:
            text.close()
            return .failure(
                Failure(reason: "wrote output that cannot be stored: \(String(cString: strerror(code)))"))
        case nil:
            // Standard error may explain why a program has no output.
            text.close()
            let said = Self.said(fileno(errors))
            return .failure(Failure(reason: Outcome(ending: ending, output: said).wordless))
        }
        return .success(text)
    }

    /// Copies the beginning of a file to another, with marks.
    /// - Returns: 0, or the error number; nil for an empty file.
    private static func mark(_ raw: Int32, into descriptor: Int32) -> Int32? {
        var stream = VisibleStream()
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        var offset = 0
        while offset < textLimit {
            let count = pread(raw, &piece, piece.count, offset)
            if count < 0, errno == EINTR { continue }
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

    private static func unstarted(_ code: Int32) -> String {
        "cannot be started: \(String(cString: strerror(code)))"
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
        guard let file = tmpfile() else {
            return Outcome(ending: .notStarted(String(cString: strerror(errno))), output: "")
        }
        defer { fclose(file) }
        let descriptor = fileno(file)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let command = ShellCommand(
            line: template.script, limit: limit, output: descriptor, errors: descriptor,
            arguments: template.arguments, lifetime: lifetime)
        let ending = await command.start(input: input, variables: variables).ending.value
        return Outcome(ending: ending, output: said(descriptor))
    }
}
