import Glibc

/// The server's table of connections, filled and emptied at several sizes: the second part of `sonic-bench load`.
///
/// All connections of a full table end within one turn of the server's loop, as it stands still meanwhile. Whoever calls
/// then must be answered: a server that forgets to accept again is told of here.
struct TableLoad {
    /// The sizes of the table.
    private static let sizes = [1, 2, 7, 50, 200]
    /// How often each is filled.
    private static let rounds = 20
    /// How long an answer may take, in milliseconds.
    private static let patience: CInt = 10_000

    private static let request = Array(
        "GET /0.html?client=0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)

    /// Runs and prints a line for each size.
    static func run() throws {
        for size in sizes {
            let site = try LoadSite(connections: size)
            let watch = Stopwatch()
            var requests = 0
            for round in 0..<rounds {
                var table: [Caller] = []
                for _ in 0..<size { table.append(try Caller(site.port)) }
                for caller in table { try caller.ask(request) }
                for caller in table { try caller.readAnswer(patience) }
                // Nobody is accepted while the table is full: this one waits.
                let waiting = try Caller(site.port)
                try waiting.ask(request)
                site.stand(still: true)
                table = []
                site.stand(still: false)
                do {
                    try waiting.readAnswer(patience)
                } catch {
                    throw Failure("a table of \(size), emptied \(round + 1) times: \(error)")
                }
                requests += size + 1
            }
            let time = watch.milliseconds
            let count = try site.finish().count
            guard count == requests else {
                throw Failure("the server logged \(count) of \(requests) requests")
            }
            print(
                "a table of \(size) connections, filled and emptied \(rounds) times: "
                    + "\(Int(Double(requests) / time * 1000)) requests a second")
        }
    }
}

/// A connection to the server.
private final class Caller {
    private let socket: CInt

    init(_ port: UInt16) throws {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect") }
    }

    deinit { close(socket) }

    func ask(_ request: [UInt8]) throws {
        guard send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
            throw Failure(call: "send")
        }
    }

    /// Reads a head and a body as its Content-Length says.
    func readAnswer(_ patience: CInt) throws {
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                guard head.hasPrefix("http/1.1 200 "), let length, let count = Int(length.dropFirst(16))
                else {
                    throw Failure("the answer is \(head.prefix(80))")
                }
                if answer.count >= end.upperBound + count { return }
            }
            var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) == 1 else {
                throw Failure("nobody answered within \(patience) ms")
            }
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { throw Failure("the connection ended within an answer") }
            answer += piece[..<count]
        }
    }
}
