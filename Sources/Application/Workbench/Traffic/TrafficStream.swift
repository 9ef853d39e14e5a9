import Exchanges
import SonicLint
import SonicProtocol
import SonicSession

/// Reads the traffic that a `sonic-server` with `--control` streams: one JSON object per line, most of them entries in
/// the format of HAR (docs/server/sonic-server-faults.md#traffic). The session of each page is determined as it is
/// received, from the pages that its client had stored.
public struct TrafficStream: Sendable {
    private let hashes: Hashes
    private let headers: RequestHeaders
    private let now: @Sendable () -> Instant
    private let domainToASCII: WebURL.DomainToASCII?
    /// The clients' stored pages: 64 MiB in total, beyond which the least recently used are removed.
    private let store = MemoryStore()
    private var pages = PageRows()
    private var row = 0

    /// The maximum length of a line in bytes: a server sends at most a MiB of a body.
    public static let longestLine = 16 << 20

    /// Creates a stream before the first line.
    /// - Parameters:
    ///   - hashes: The hash functions.
    ///   - headers: The headers of requests in addition to their tags, if an entry does not have them.
    ///   - now: The wall clock, for entries without a time.
    ///   - domainToASCII: The conversion of host names outside ASCII in redirects; nil follows none of them.
    public init(
        hashes: Hashes, headers: RequestHeaders, now: @escaping @Sendable () -> Instant,
        domainToASCII: WebURL.DomainToASCII? = nil
    ) {
        self.hashes = hashes
        self.headers = headers
        self.now = now
        self.domainToASCII = domainToASCII
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
        let isRedirect = exchange.head.map { (300...399).contains($0.status) && $0.status != 304 } ?? false
        guard exchange.beginsPage, !isRedirect else {
            // After a redirect, the next request of its client is the page.
            let reading = isRedirect ? .part(of: nil) : pages.reading(of: exchange, row: row)
            return [.added([.exchange(exchange, reading)])]
        }
        let reading = pages.reading(of: exchange, row: row)
        let replay = RecordingReplay(
            Recording(exchanges: [exchange]), hashes: hashes, headers: headers, now: now, store: store,
            domainToASCII: domainToASCII)
        let trace = await replay.replay(exchange)
        let findings = RecordedFindings.findings(trace, of: exchange, hashes)
        return [
            .added([.exchange(exchange, reading)]),
            .read(row: row, .session(trace, LintReport(findings: findings))),
        ]
    }

    private static let deepest = 32
}
