import CPty
import Glibc

/// A user of a server in another process than the measuring one: `sonic-bench pace` requests pages at a constant
/// rate, `sonic-bench drain` reads its traffic stream as fast as possible.
enum PaceCommand {
    /// Requests a page `count` times within `seconds`, each time with another URL.
    /// - Throws: `Failure` if a response is not a page, or the rate was not reached.
    static func run(port: UInt16, count: Int, seconds: Int) throws {
        let caller = try Caller(port)
        let watch = Stopwatch()
        for index in 0..<count {
            let due = Double(index) * Double(seconds) * 1000 / Double(count)
            let early = due - watch.milliseconds
            if early > 0 { poll(nil, 0, Int32(early.rounded(.up))) }
            let request =
                "GET /page.html?number=\(index) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "User-Agent: Mozilla/5.0 (X11) Firefox/133.0\r\nAccept: text/html\r\n\r\n"
            try caller.ask(Array(request.utf8))
            try caller.readAnswer(10_000)
        }
        guard watch.milliseconds <= Double(seconds) * 1000 + 1000 else {
            throw Failure("\(count) exchanges took \(Report.text(watch.milliseconds / 1000, .seconds))")
        }
    }

    /// Reads the traffic stream of a server until it ends.
    static func drain(port: UInt16) throws {
        let caller = try Caller(port)
        try caller.ask(
            Array("GET /__sonic/traffic HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
        caller.drain()
    }
}

/// Another process of this program; it ends with this value at the latest.
final class Assistant {
    private let process: pid_t
    private var status: CInt?

    /// Starts it.
    init(_ words: [String], _ place: Workplace) throws {
        let null = { open("/dev/null", O_RDWR | O_CLOEXEC) }
        process = try place.command(try Browser.sibling("sonic-bench"), words)
            .start(input: null(), output: null(), errors: null(), isTerminal: false)
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Whether it is running.
    /// - Throws: `Failure` if it ended with a status other than 0.
    func isRunning() throws -> Bool {
        if status == nil {
            var value: CInt = 0
            guard waitpid(process, &value, WNOHANG) == process else { return true }
            status = value
        }
        guard status == 0 else { throw Failure("the load was not what it should be: status \(status ?? 0)") }
        return false
    }
}
