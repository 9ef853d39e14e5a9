import CPty
import Glibc

/// A program with its arguments and its complete environment.
struct Command {
    let path: String
    let arguments: [String]
    let environment: [String: String]

    /// The resources of one run.
    struct Cost {
        /// Wall-clock time, in milliseconds.
        let milliseconds: Double
        /// The largest resident set, in bytes.
        let memory: Double
        /// Processor time, in milliseconds.
        let work: Double
    }

    /// Starts the program; `input`, `output` and `errors` are closed here.
    func start(input: CInt, output: CInt, errors: CInt, isTerminal: Bool) throws -> pid_t {
        let argumentList = ([path] + arguments).map { strdup($0) } + [nil]
        let environmentList = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for text in argumentList + environmentList { free(text) }
            for used in Set([input, output, errors]) { close(used) }
        }
        let process = cpty_spawn(
            path, argumentList, environmentList, nil, input, output, errors, isTerminal)
        guard process > 0 else { throw Failure(call: "posix_spawn") }
        return process
    }

    /// Runs the program to its end with its output in a file.
    /// - Throws: `Failure` if it does not end with status 0.
    func run(writing file: String = "/dev/null") throws -> Cost {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let output = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard input >= 0, output >= 0 else { throw Failure(call: "open \(file)") }
        let errors = open("/dev/null", O_WRONLY | O_CLOEXEC)
        let watch = Stopwatch()
        let process = try start(input: input, output: output, errors: errors, isTerminal: false)
        var status: CInt = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure(call: "wait4") }
        }
        let time = watch.milliseconds
        guard status == 0 else {
            throw Failure("\(path) \(arguments.joined(separator: " ")) ended with \(status)")
        }
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let rest = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        let work = seconds * 1000 + rest / 1000
        return Cost(milliseconds: time, memory: Double(usage.ru_maxrss) * 1024, work: work)
    }
}

/// A server that ends with this value.
final class RunningServer {
    /// The URL that it printed.
    let address: String
    /// The port of the URL.
    var port: String { String(address.split(separator: ":").last ?? "") }
    let process: pid_t
    private let input: CInt

    /// Starts the server and waits for the line with its URL.
    init(_ command: Command) throws {
        var inputEnds: [CInt] = [-1, -1]
        var outputEnds: [CInt] = [-1, -1]
        guard cpty_pipe(&inputEnds) == 0, cpty_pipe(&outputEnds) == 0 else { throw Failure(call: "pipe") }
        input = inputEnds[1]
        process = try command.start(
            input: inputEnds[0], output: outputEnds[1], errors: open("/dev/null", O_WRONLY | O_CLOEXEC),
            isTerminal: false)
        defer { close(outputEnds[0]) }
        var text: [UInt8] = []
        while !text.contains(0x0A) {
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(outputEnds[0], &piece, piece.count)
            guard count > 0 else { throw Failure("\(command.path) did not say where it listens") }
            text += piece[..<count]
        }
        let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard let address = words.first(where: { $0.hasPrefix("http://") }) else {
            throw Failure("\(command.path) did not say where it listens")
        }
        self.address = String(address)
    }

    /// Starts a server that keeps writing, and waits for the line with its URL.
    /// - Parameter log: The file for its output.
    init(_ command: Command, log: String) throws {
        var ends: [CInt] = [-1, -1]
        guard cpty_pipe(&ends) == 0 else { throw Failure(call: "pipe") }
        input = ends[1]
        let output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Failure(call: "open \(log)") }
        process = try command.start(
            input: ends[0], output: output, errors: open("/dev/null", O_WRONLY | O_CLOEXEC),
            isTerminal: false)
        let watch = Stopwatch()
        while true {
            let first = try LoadLog.beginning(of: log)
            if first.hasPrefix("listening on "), let address = first.split(separator: " ").dropFirst(2).first
            {
                self.address = String(address)
                break
            }
            guard watch.milliseconds < 20_000 else { throw Failure("\(command.path) does not listen") }
            poll(nil, 0, 5)
        }
    }

    deinit {
        close(input)
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }
}
