import Exchanges
import SonicProtocol

/// Reads the traffic that a `sonic-server` with `--control` streams: one JSON object per line, most of them entries in
/// the format of HAR (docs/server/sonic-server-faults.md#traffic). The session of each page is determined as it is
/// received, from the version that its client names. After `disconnect`, the lines are those of a further stream.
public struct TrafficStream: Sendable {
    private let clients: ClientSessions
    private var pages = PageRows()
    private var row = 0
    /// The server's run, by the milliseconds of its beginning; nil if unknown.
    private var run: Int?
    /// The number of the last exchange among the events of the run.
    private var last = -1
    /// The rows of exchanges that have not ended, by their numbers at the server; at most `mostRunning`.
    private var running: [Int: Int] = [:]
    /// When the stream broke off, until the next one begins.
    private var lost: Instant?
    /// The number of times that it has broken off.
    public private(set) var losses = 0

    /// The maximum length of a line in bytes: a server sends at most a MiB of a body.
    public static let longestLine = 16 << 20
    /// The maximum number of running exchanges that are replaced by their ends; a server has fewer connections.
    private static let mostRunning = 10_000

    /// Creates a stream before the first line, with the sessions of the clients.
    public init(_ clients: ClientSessions) { self.clients = clients }

    /// The target of the request for the stream, without what was read already.
    public var target: String { "/__sonic/traffic" + (run.map { "?run=\($0)&after=\(last)" } ?? "") }

    /// Returns the reports of a line. Total on any bytes; linear in them and in the resulting page of its client.
    public mutating func handle(_ line: [UInt8]) async -> [TrafficNews] {
        let (node, problems) = JSONNode.readNested(line)
        guard let node, node.members != nil else {
            row += 1
            return [.added([.unreadable("\(problems.first?.message ?? "a line that is not an object")")])]
        }
        if let count = node["dropped"]?.integer {
            return leave(because: "its end was missed") + [.dropped(max(0, count))]
        }
        if let node = node["running"] { return report(node) }
        if let news = InterceptionNews(node) {
            return (node["hello"].map { begin($0["run"]?.integer) } ?? []) + [.interception(news)]
        }
        guard node["request"] != nil else { return [] }
        if let event = node["event"]?.integer { last = max(last, event) }
        let known = node["_sonic"]?["id"]?.integer.flatMap { running.removeValue(forKey: $0) }
        row += known == nil ? 1 : 0
        do throws(TextProblem) {
            let reader = try EntryReader(node) { _ in nil }
            guard let exchange = reader.exchange else {
                row -= known == nil ? 1 : 0
                return []
            }
            return await read(exchange, known)
        } catch {
            return [Self.news(.unreadable("\(error)"), known)]
        }
    }

    /// Handles the end of the stream, after which the server may go on. Returns the reports.
    public mutating func disconnect() -> [TrafficNews] {
        lost = lost ?? clients.now()
        losses += 1
        return leave(because: "the connection was lost")
    }

    private static func news(_ content: TrafficRow.Content, _ known: Int?) -> TrafficNews {
        known.map { .replaced(row: $0, content) } ?? .added([content])
    }

    private mutating func read(_ exchange: Exchange, _ known: Int?) async -> [TrafficNews] {
        let row = known ?? row
        let reading = pages.reading(of: exchange, row: row)
        let news = Self.news(.exchange(exchange, reading), known)
        guard case .waiting = reading else { return [news] }
        return [news, .read(row: row, await clients.reading(of: exchange))]
    }

    /// Begins a stream: that of another run of the server ends what was running, and does not have what happened
    /// between the two.
    private mutating func begin(_ another: Int?) -> [TrafficNews] {
        defer { (run, lost) = (another, nil) }
        guard let lost, another == nil || another != run else { return [] }
        let news = leave(because: "the server stopped")
        (running, last) = ([:], -1)
        row += 1
        let began = another.map { Instant(milliseconds: Int64($0)) } ?? clients.now()
        return news + [.added([.gap(lost, max(lost, min(began, clients.now())))])]
    }

    private func leave(because reason: String) -> [TrafficNews] {
        running.values.sorted().map { .read(row: $0, .unfinished(reason)) }
    }

    /// Handles a report about an exchange that has not ended.
    private mutating func report(_ node: JSONNode) -> [TrafficNews] {
        // Unknown words are those of a newer server.
        guard let progress = RunningExchange(node), let entry = node["entry"],
            // Without an address there is nothing to show.
            var exchange = try? EntryReader(entry, { _ in nil }).exchange
        else { return [] }
        exchange.content = .missing("it had not ended when it was reported")
        let content = TrafficRow.Content.exchange(exchange, .running(progress))
        if let row = running[progress.id] { return [.replaced(row: row, content)] }
        if running.count >= Self.mostRunning { running = [:] }
        row += 1
        running[progress.id] = row
        return [.added([content])]
    }
}
