import Glibc

/// The server's table of connections, filled and emptied at several sizes: the second part of `sonic-bench load`.
///
/// All connections of a full table close within one turn of the server's loop, since it is stopped meanwhile. The next
/// client must get a response: this detects a server that does not accept again.
struct TableLoad {
    /// The sizes of the table.
    private static let sizes = [1, 2, 7, 50, 200]
    /// The number of times that each is filled.
    private static let rounds = 20
    /// The time limit of a response, in milliseconds.
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
                // No client is accepted while the table is full: this one waits.
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
