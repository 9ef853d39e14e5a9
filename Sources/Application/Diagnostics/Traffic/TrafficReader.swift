import SonicProtocol
import SonicSession

/// What becomes known of the rows of a source, in the order in which that happens.
public enum TrafficNews: Sendable {
    /// These rows were added, numbered on from the last.
    case added([TrafficRow.Content])
    /// This became known of a row.
    case read(row: Int, TrafficRow.Reading)
    /// So many exchanges are missing, as whoever sent them could not wait.
    case dropped(Int)
    /// The server told this of what it intercepts.
    case interception(InterceptionNews)
}

/// Reads the traffic of a recording: all rows at once, then what came of each page, as its client got it.
public struct TrafficReader: Sendable {
    private let recording: Recording
    private let replay: RecordingReplay
    private let hashes: Hashes

    /// A reader of a recording.
    /// - Parameters:
    ///   - recording: What was recorded.
    ///   - hashes: Digests.
    ///   - headers: What requests have beside their tags, where the recording does not have them.
    ///   - now: The wall clock, for what the recording has no time of.
    ///   - domainToASCII: The conversion of host names outside ASCII in redirects; nil follows none of them.
    public init(
        _ recording: Recording, hashes: Hashes, headers: RequestHeaders,
        now: @escaping @Sendable () -> Instant, domainToASCII: WebURL.DomainToASCII? = nil
    ) {
        self.recording = recording
        self.hashes = hashes
        replay = RecordingReplay(
            recording, hashes: hashes, headers: headers, now: now, domainToASCII: domainToASCII)
    }

    /// The rows, numbered from 1: the exchanges in their order, then what cannot be read. Linear.
    public var rows: [TrafficRow.Content] {
        var pages = PageRows()
        let rows = recording.exchanges.enumerated().map { index, exchange in
            TrafficRow.Content.exchange(exchange, pages.reading(of: exchange, row: index + 1))
        }
        return rows + recording.unreadable.map { .unreadable("\($0)") }
    }

    /// Runs the session of each page once more, in order, and tells what it came to. Linear in the bytes of the pages and
    /// their responses.
    /// - Parameter tell: Is told of each row that more is known of. Where it answers false, nothing more is read.
    public func read(_ tell: (TrafficNews) async -> Bool) async {
        var unused = Set(recording.exchanges.indices)
        for (index, exchange) in recording.exchanges.enumerated() where unused.contains(index) {
            guard exchange.beginsPage else { continue }
            let trace = await replay.replay(exchange)
            let findings = RecordedFindings.findings(trace, of: exchange, hashes)
            guard await tell(.read(row: index + 1, .session(trace, LintReport(findings: findings)))) else {
                return
            }
            unused.remove(index)
            for other in await replay.usedSinceLast() where other != index {
                unused.remove(other)
                guard await tell(.read(row: other + 1, .furtherRequest(of: index + 1))) else { return }
            }
        }
    }
}

/// The pages that came by, to tell of which of them an exchange is a part.
public struct PageRows: Sendable {
    /// The last page of each name in the source.
    private var groups: [String: Int] = [:]
    /// The last page of each address and client.
    private var pages: [Page: Int] = [:]

    private struct Page: Hashable {
        let url: String
        let client: Exchange.Client?
    }

    /// The most pages that are remembered; beyond it all are forgotten.
    private static let most = 10_000

    /// None.
    public init() {}

    /// What is known of an exchange when it comes by: it begins a page, or belongs to one that came before. Constant.
    public mutating func reading(of exchange: Exchange, row: Int) -> TrafficRow.Reading {
        guard exchange.beginsPage else { return .part(of: owner(of: exchange)) }
        if pages.count >= Self.most { (pages, groups) = ([:], [:]) }
        if let group = exchange.group, groups[group] == nil { groups[group] = row }
        pages[Page(url: exchange.url.href, client: exchange.client)] = row
        return .waiting
    }

    private func owner(of exchange: Exchange) -> Int? {
        if let row = exchange.group.flatMap({ groups[$0] }) { return row }
        guard let referer = exchange.requestHeaders.first("referer"), let url = WebURL(referer) else {
            return nil
        }
        return pages[Page(url: url.withoutFragment.href, client: exchange.client)]
    }
}
