import CPty
import Glibc

/// Somebody who uses a server from another process than the one that measures: `sonic-bench pace` asks for pages at an even
/// pace, `sonic-bench drain` reads its traffic as fast as it comes.
enum PaceCommand {
    /// Asks for a page, each time at another address, `count` times within `seconds`.
    /// - Throws: `Failure` where an answer is no page, or the pace was not kept.
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

    /// Reads the traffic of a server until it ends.
    static func drain(port: UInt16) throws {
        let caller = try Caller(port)
        try caller.ask(
            Array("GET /__sonic/traffic HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
        caller.drain()
    }
}

/// Another process of this program, ended with this value at the latest.
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

    /// Whether it goes on.
    /// - Throws: `Failure` where it ended with another status than 0.
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
