import CPty
import Glibc

/// A program whose output is read through pipes: a server that a test connects to, or one command.
public actor Program {
    /// The standard output so far.
    public private(set) var output: [UInt8] = []
    /// The standard error so far.
    public private(set) var errors: [UInt8] = []
    private let executor: ThreadExecutor
    private let process: ChildProcess
    private var outputPipe: CInt?
    private var errorsPipe: CInt?

    /// The thread that blocks while waiting.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Starts `program` (a path) with `input`, up to 64 KB, as all of its standard input.
    public init(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: [UInt8] = [], folder: String? = nil
    ) throws {
        executor = try ThreadExecutor()
        let inputEnds = try Self.pipe()
        let outputEnds = try Self.pipe()
        let errorsEnds = try Self.pipe()
        if !input.isEmpty { write(inputEnds.writing, input, min(input.count, 65536)) }
        close(inputEnds.writing)
        defer {
            close(outputEnds.writing)
            close(errorsEnds.writing)
        }
        process = try ChildProcess(
            program, arguments, environment: ChildProcess.environment(adding: environment), folder: folder,
            standard: (inputEnds.reading, dup(outputEnds.writing), dup(errorsEnds.writing)), isTerminal: false
        )
        outputPipe = outputEnds.reading
        errorsPipe = errorsEnds.reading
    }

    deinit {
        if let outputPipe { close(outputPipe) }
        if let errorsPipe { close(errorsPipe) }
    }

    /// Waits for a line of standard output that begins with `beginning` and returns the rest of that line.
    public func line(beginning: String, within limit: Duration = Pty.patience) throws -> String {
        let deadline = Deadline(after: limit)
        while true {
            let lines = String(decoding: output, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false)
            if let line = lines.dropLast().first(where: { $0.hasPrefix(beginning) }) {
                return String(line.dropFirst(beginning.count))
            }
            guard outputPipe != nil, receive(deadline) else { throw timedOut("a line “\(beginning)”") }
        }
    }

    /// Waits for a whole line of standard output, or of standard error, with this text in it.
    public func wait(for text: String, within limit: Duration = Pty.patience) throws {
        let deadline = Deadline(after: limit)
        while true {
            let isThere = [output, errors].contains { bytes in
                let lines = String(decoding: bytes, as: UTF8.self).split(
                    separator: "\n", omittingEmptySubsequences: false)
                return lines.dropLast().contains { $0.contains(text) }
            }
            if isThere { return }
            guard outputPipe != nil, receive(deadline) else { throw timedOut("a line with “\(text)”") }
        }
    }

    /// Waits until the program has ended and all its output is read.
    public func finish(within limit: Duration = Pty.patience) throws -> Finished {
        let deadline = Deadline(after: limit)
        while outputPipe != nil || errorsPipe != nil {
            guard receive(deadline) else { throw timedOut("the end of the output") }
        }
        guard deadline.poll([process.descriptor]) != nil, let status = process.reap() else {
            throw timedOut("the program to end")
        }
        return Finished(status: status, outputBytes: output, errorBytes: errors)
    }

    /// The process ID.
    public var id: Int32 { process.id }

    /// Sends a signal to the program.
    public func signal(_ number: Int32) { process.signal(number) }

    private func receive(_ deadline: Deadline) -> Bool {
        let pipes = [outputPipe, errorsPipe].compactMap { $0 }
        guard let ready = deadline.poll(pipes) else { return false }
        for (pipe, isReady) in zip(pipes, ready) where isReady {
            var bytes = [UInt8](repeating: 0, count: 65536)
            let count = read(pipe, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { close(pipe) }
            if pipe == outputPipe {
                output.append(contentsOf: bytes[..<max(count, 0)])
                if count <= 0 { outputPipe = nil }
            } else {
                errors.append(contentsOf: bytes[..<max(count, 0)])
                if count <= 0 { errorsPipe = nil }
            }
        }
        return true
    }

    private func timedOut(_ what: String) -> TimedOut {
        TimedOut(
            description: """
                waited for \(what)
                standard output: \(String(decoding: output, as: UTF8.self))
                standard error: \(String(decoding: errors, as: UTF8.self))
                """)
    }

    private static func pipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        guard cpty_pipe(&ends) == 0 else { throw SystemError("pipe2") }
        return (ends[0], ends[1])
    }
}

/// A program that has ended, and its output.
public struct Finished: Sendable {
    /// How it ended.
    public let status: ExitStatus
    /// Standard output.
    public let outputBytes: [UInt8]
    /// Standard error.
    public let errorBytes: [UInt8]

    /// Standard output as text.
    public var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// Standard error as text.
    public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
}

/// Runs `program` (a path) until it ends. Throws `TimedOut` with its output if it takes longer than `limit`.
public func run(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String] = [:],
    folder: String? = nil, within limit: Duration = Pty.patience
) async throws -> Finished {
    try await Program(program, arguments, environment: environment, input: input, folder: folder)
        .finish(within: limit)
}

/// Returns the path of a program of this package, built in the same folder as the running tests.
public func binary(named name: String) throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { throw SystemError("readlink") }
    let own = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    let binary = "\(folder)/\(name)"
    guard access(binary, X_OK) == 0 else { throw SystemError("no program at \(binary)") }
    return binary
}
