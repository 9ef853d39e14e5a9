import Exchanges
import SonicProtocol
import SonicSession

/// Reads the traffic that a `sonic-server` with `--control` streams: one JSON object per line, most of them entries in
/// the format of HAR (docs/server/sonic-server-faults.md#traffic). The session of each page is determined as it is
/// received, from the version that its client names.
public struct TrafficStream: Sendable {
    private var clients: ClientSessions
    private var pages = PageRows()
    private var row = 0

    /// The maximum length of a line in bytes: a server sends at most a MiB of a body.
    public static let longestLine = 16 << 20

    /// Creates a stream before the first line.
    /// - Parameters:
    ///   - hashes: The hash functions.
    ///   - headers: The headers of requests in addition to their tags, if an entry does not have them.
    ///   - now: The wall clock, for entries without a time.
    public init(hashes: Hashes, headers: RequestHeaders, now: @escaping @Sendable () -> Instant) {
        clients = ClientSessions(hashes: hashes, headers: headers, now: now)
    }

    /// Returns the reports of a line. Total on any bytes; linear in them and in the resulting page of its client.
    public mutating func handle(_ line: [UInt8]) async -> [TrafficNews] {
        let (node, problems) = JSONNode.read(NestedText.emptied(line, below: Self.deepest))
        guard let node, node.members != nil else {
            row += 1
            return [.added([.unreadable("\(problems.first?.message ?? "a line that is not an object")")])]
        }
        if let count = node["dropped"]?.integer { return [.dropped(max(0, count))] }
        if let news = InterceptionNews(node) { return [.interception(news)] }
        guard node["request"] != nil else { return [] }
        row += 1
        do throws(RecordingMistake) {
            let reader = try EntryReader(node) { _ in nil }
            guard let exchange = reader.exchange else {
                row -= 1
                return []
            }
            return await read(exchange)
        } catch {
            return [.added([.unreadable("\(error)")])]
        }
    }

    private mutating func read(_ exchange: Exchange) async -> [TrafficNews] {
        let reading = pages.reading(of: exchange, row: row)
        let added = TrafficNews.added([.exchange(exchange, reading)])
        guard case .waiting = reading else { return [added] }
        return [added, .read(row: row, await clients.reading(of: exchange))]
    }

    private static let deepest = 32
}
