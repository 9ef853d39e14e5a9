import Exchanges
import SonicLint
import SonicProtocol

/// Reports about the rows of a source, in chronological order.
public enum TrafficNews: Sendable {
    /// These rows were added, with consecutive numbers.
    case added([TrafficRow.Content])
    /// The row has this content now: it has run on, or ended.
    case replaced(row: Int, TrafficRow.Content)
    /// The reading of a row.
    case read(row: Int, TrafficRow.Reading)
    /// This number of exchanges is missing, because the sender could not wait.
    case dropped(Int)
    /// A report of the server about interception.
    case interception(InterceptionNews)
}

/// Reads the traffic of a recording: all rows at once, then the session of each page, as its client saw it.
public struct TrafficReader: Sendable {
    private let recording: Recording
    private let replay: RecordingReplay
    private let clients: ClientSessions

    /// Creates a reader of a recording.
    /// - Parameters:
    ///   - recording: The recording.
    ///   - clients: The sessions of other programs' clients; the recording is replayed with their hashes, headers and
    ///     clock.
    ///   - domainToASCII: The conversion of host names outside ASCII in redirects; nil follows none of them.
    public init(
        _ recording: Recording, _ clients: ClientSessions, domainToASCII: WebURL.DomainToASCII? = nil
    ) {
        (self.recording, self.clients) = (recording, clients)
        replay = RecordingReplay(
            recording, hashes: clients.hashes, headers: clients.headers, now: clients.now,
            domainToASCII: domainToASCII)
    }

    /// The rows, numbered from 1: the exchanges in their order, then the unreadable entries. Linear.
    public var rows: [TrafficRow.Content] {
        var pages = PageRows()
        let rows = recording.exchanges.enumerated().map { index, exchange in
            TrafficRow.Content.exchange(exchange, pages.reading(of: exchange, row: index + 1))
        }
        return rows + recording.unreadable.map { .unreadable("\($0)") }
    }

    /// Replays the session of each page in order, and reports the results. Linear in the bytes of the pages and their
    /// responses.
    /// - Parameter report: Called for each row with a new reading. If it returns false, reading stops.
    public func read(_ report: (TrafficNews) async -> Bool) async {
        var unused = Set(recording.exchanges.indices)
        for (index, exchange) in recording.exchanges.enumerated() where unused.contains(index) {
            guard exchange.beginsPage, !exchange.isForeignRedirect else { continue }
            var used: [Int] = []
            let reading: TrafficRow.Reading
            if exchange.isForeign {
                reading = await clients.reading(of: exchange)
            } else {
                var trace = await replay.replay(exchange)
                used = await replay.connection.usedSinceLast()
                if used.contains(where: { recording.exchanges[$0].lacksBody }) { trace = exchange.trace }
                reading = .session(trace, LintReport(trace, of: exchange, clients.hashes))
            }
            guard await report(.read(row: index + 1, reading)) else { return }
            unused.remove(index)
            for other in used where other != index {
                unused.remove(other)
                guard await report(.read(row: other + 1, .furtherRequest(of: index + 1))) else { return }
            }
        }
    }
}

/// The pages seen so far, to determine the page to which an exchange belongs.
public struct PageRows: Sendable {
    /// The row of the first page of each group, by the group's name in the source.
    private var groups: [String: Int] = [:]
    /// The last page of each address and client.
    private var pages: [Page: Int] = [:]

    private struct Page: Hashable {
        let url: String
        let client: Exchange.Client?
    }

    /// The maximum number of pages remembered; beyond it all are removed.
    private static let most = 10_000

    /// Creates an empty list.
    public init() {}

    /// Returns the reading of an exchange: it begins a page, or belongs to an earlier one. Constant time.
    public mutating func reading(of exchange: Exchange, row: Int) -> TrafficRow.Reading {
        guard exchange.beginsPage else { return .part(of: owner(of: exchange)) }
        guard !exchange.isForeignRedirect else { return .part(of: nil) }
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
