import CPty
import Glibc
import SystemLibraries

/// Many connections that have changed to another protocol, held through the proxy for a long time: the last part of
/// `sonic-bench load`.
///
/// Every connection echoes at intervals, all of them are alive at the end, and the proxy's memory does not grow.
struct HeldLoad {
    /// The number of connections.
    let count: Int
    /// How long they are held.
    let seconds: Int

    /// The time limit of an echo, in milliseconds.
    private static let patience: CInt = 20_000
    /// The time between two echoes of a connection, in milliseconds.
    private var pace: Double { min(5000, Double(seconds) * 1000 / 10) }

    private static let request = Array(
        "GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n".utf8)

    /// Runs and prints two lines.
    func run() throws {
        try checkLimit()
        var template = Array("/tmp/sonic-held-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { cpty_remove_tree(folder) }
        let log = folder + "/log"
        let echo = try EchoServer()
        let rounds = try hold(echo, log)
        let bytes = rounds * Self.message(0).count
        let wanted = "changed to echo: \(bytes) bytes from the client, \(bytes) to it"
        let rows = try Self.text(of: log).split(separator: "\n").count { $0.contains(wanted) }
        guard rows == count else {
            throw Failure("the proxy logged \(rows) of \(count) connections with all bytes")
        }
        print("the proxy logged each of them with all bytes in both directions")
    }

    private static func text(of path: String) throws -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failure(call: "open \(path)") }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var text: [UInt8] = []
        while case let count = read(file, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Throws if the proxy and this program may not open enough files.
    private func checkLimit() throws {
        OpenFileLimit.raise()
        // A connection is three descriptors of the proxy, which keeps a quarter of all free to refuse requests.
        let needed = count * 4 + 400
        guard OpenFileLimit.soft >= needed else {
            throw Failure(
                "\(count) connections take \(needed) open files, and the limit is \(OpenFileLimit.soft): "
                    + "raise it (ulimit -n), or hold fewer with --upgraded \(max(1, (OpenFileLimit.soft - 400) / 4))"
            )
        }
    }

    /// Holds the connections; returns the number of echoes of each.
    private func hold(_ echo: EchoServer, _ log: String) throws -> Int {
        let proxy = try RunningServer(
            Command(
                path: try Browser.sibling("sonic-server"),
                arguments: [
                    "proxy", "127.0.0.1:\(echo.port)", "--limit", "upgrades=\(count)", "--limit",
                    "connections=\(count + 10)",
                ], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"]), log: log)
        guard let port = UInt16(proxy.port) else { throw Failure("\(proxy.address) has no port") }
        var callers: [Caller] = []
        for _ in 0..<count {
            let caller = try Caller(port)
            try caller.ask(Self.request)
            guard try caller.readHead(Self.patience).hasPrefix("HTTP/1.1 101 ") else {
                throw Failure(
                    "connection \(callers.count + 1) of \(count) did not change to another protocol")
            }
            callers.append(caller)
        }
        let watch = Stopwatch()
        var (memory, slowest) = ([Double](), 0.0)
        while memory.isEmpty || watch.milliseconds < Double(seconds) * 1000 {
            let round = Stopwatch()
            let message = Self.message(memory.count)
            for caller in callers { try caller.ask(message) }
            for caller in callers {
                guard try caller.read(exactly: message.count, Self.patience) == message else {
                    throw Failure("a connection echoed other bytes after \(Int(watch.milliseconds / 1000)) s")
                }
            }
            slowest = max(slowest, round.milliseconds)
            memory.append(try LoadSite.memory(of: proxy.process))
            poll(nil, 0, CInt(max(0, pace - round.milliseconds)))
        }
        let points = [1, 5, 9].map { memory[memory.count * $0 / 10] / 1_048_576 }
        let figures = points.map { Report.text($0, .mebibytes) }
        print(
            "\(count) changed connections held for \(Report.text(watch.milliseconds / 1000, .seconds)): all alive, "
                + "\(memory.count) echoes of each, a round of all within \(Report.text(slowest, .milliseconds))"
        )
        print(
            "the proxy's memory: \(figures[0]) after a tenth, \(figures[1]) halfway, \(figures[2]) after nine tenths"
        )
        // A sanitizer delays the release of freed memory.
        guard points[2] <= points[0] + 2 || cpty_has_sanitizer() else {
            throw Failure("the proxy's memory grows")
        }
        // The proxy ends after its clients, and its log is complete then.
        callers = []
        return withExtendedLifetime(proxy) { memory.count }
    }

    /// The bytes of an echo, always as many.
    private static func message(_ round: Int) -> [UInt8] {
        Array("echo \(1_000_000 + round), as ever\n".utf8)
    }
}

/// A server that changes to a protocol in which it sends back what it receives; it ends with this value.
private final class EchoServer {
    let port: UInt16
    private let listener: CInt

    init() throws {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        port = try PlainServer.bindFree(listener)
        guard listen(listener, 512) == 0 else { throw Failure(call: "listen") }
        let error = DetachedThread.start(blockingSignals: true) { Self.serve(listener) }
        guard error == 0 else { throw Failure("no thread: \(error)") }
    }

    deinit { shutdown(listener, CInt(SHUT_RDWR)) }

    /// Serves until the listening socket is shut down.
    private static func serve(_ listener: CInt) {
        var watched = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
        /// Whether each connection has changed.
        var changed: [CInt: Bool] = [:]
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            for entry in watched.dropFirst() where entry.revents != 0 {
                let count = recv(entry.fd, &buffer, buffer.count, 0)
                if count <= 0 {
                    close(entry.fd)
                    changed[entry.fd] = nil
                } else if changed[entry.fd] == true {
                    send(entry.fd, buffer, count, CInt(MSG_NOSIGNAL))
                } else if buffer[..<count].suffix(4).elementsEqual("\r\n\r\n".utf8) {
                    let head =
                        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n"
                    send(entry.fd, head, head.utf8.count, CInt(MSG_NOSIGNAL))
                    changed[entry.fd] = true
                }
            }
            if watched[0].revents != 0 {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                changed[connection] = false
            }
            watched =
                [watched[0]] + changed.keys.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        }
        for connection in changed.keys { close(connection) }
        close(listener)
    }
}
