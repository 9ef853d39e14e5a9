import Exchanges
import SonicLint
import SonicProtocol
import SonicSession

/// A row of the traffic: an exchange with its reading, or an unreadable entry of a file.
public struct TrafficRow: Sendable, Identifiable {
    /// Its number, from 1, in the order of rows.
    public let id: Int
    /// The content of the row.
    public var content: Content

    /// The content of a row.
    public enum Content: Sendable {
        /// An exchange.
        indirect case exchange(Exchange, Reading)
        /// An unreadable entry, with the reason.
        case unreadable(String)
        /// The time for which the source has no exchanges, as its server was away.
        case gap(Instant, Instant)
    }

    /// What is known of an exchange in addition to the bytes on the wire.
    public enum Reading: Sendable {
        /// It has not ended.
        case running(RunningExchange)
        /// It had not ended when it was last reported, and is not any more, for this reason.
        case unfinished(String)
        /// It began a session that has not been read yet.
        case waiting
        /// The session that it began, without a result if that depends on bytes that were not recorded; with the
        /// findings about its responses, nil if they were not determined.
        indirect case session(SessionTrace, LintReport?)
        /// What is left of such a session after its trace was released; it can be read again.
        case outline(SessionOutline, LintReport?)
        /// It is a further request of the session of another row, such as after a redirect.
        case furtherRequest(of: Int)
        /// It is a part of the page of another row, such as a style sheet; nil if that is unknown.
        case part(of: Int?)
    }

    /// Creates a row.
    public init(id: Int, _ content: Content) {
        self.id = id
        self.content = content
    }

    /// The exchange; nil for an unreadable entry.
    public var exchange: Exchange? {
        if case .exchange(let exchange, _) = content { exchange } else { nil }
    }

    /// The reading of the exchange; nil for an unreadable entry.
    public var reading: Reading? {
        if case .exchange(_, let reading) = content { reading } else { nil }
    }

    /// The row of the page that it belongs to; nil if it belongs to none.
    public var owner: Int? {
        switch reading {
        case .furtherRequest(let row): row
        case .part(let row): row
        case .waiting, .session, .outline, .running, .unfinished, nil: nil
        }
    }

    /// The trace of the session; nil if it began none, or if that was not read or was released.
    public var session: SessionTrace? {
        if case .session(let trace, _) = reading { trace } else { nil }
    }

    /// What is known of the session; nil if it began none, or if that was not read.
    public var outline: SessionOutline? {
        switch reading {
        case .session(let trace, _): SessionOutline(trace)
        case .outline(let outline, _): outline
        case .running, .unfinished, .waiting, .furtherRequest, .part, nil: nil
        }
    }

    /// The findings about the responses of the session; nil if they were not determined.
    public var report: LintReport? {
        switch reading {
        case .session(_, let report), .outline(_, let report): report
        case .running, .unfinished, .waiting, .furtherRequest, .part, nil: nil
        }
    }

    /// The findings about the responses of the session; empty if none are known.
    public var findings: [Finding] { report?.findings ?? [] }

    /// The outcome of the session for its client; if it was not determined, that of the recording, else that of the
    /// server. Nil if unknown.
    public var outcome: Outcome.Kind? {
        let recorded = exchange?.session?.outcome.flatMap { Outcome.Kind(spelled: $0) }
        let outline = outline
        return outline?.outcome?.kind ?? recorded ?? (outline == nil ? nil : exchange?.servedOutcome)
    }

    /// Why the outcome is not that of the session as it was read; nil if it is.
    public var undetermined: String? {
        guard let exchange, let outline, outline.outcome == nil else { return nil }
        if let shortfall = exchange.shortfall { return shortfall.rawValue }
        if exchange.lacksBody { return "the body was not recorded" }
        return outline.wasReplayed
            ? "the response cannot be used, and the client requests the page again"
            : "what the client had stored was not recorded"
    }

    /// The progress of an exchange that has not ended; nil for any other row.
    public var progress: RunningExchange? {
        if case .running(let progress) = reading { progress } else { nil }
    }

    /// The duration, of an exchange that has not ended until it was last reported; nil if unknown.
    public var took: Duration? {
        if case .unfinished = reading { nil } else { exchange?.took }
    }

    /// The bytes received: on the wire if measured, else those of the body.
    public var received: Int {
        if let progress { return progress.sent ?? 0 }
        if exchange?.report == nil, let bytes = outline?.bytesReceived { return bytes }
        return exchange?.report?.bytesReceived ?? exchange?.content.bytes?.count ?? 0
    }

    /// The percentage of the page that did not have to be received; nil if there is no page, and if it is zero.
    public var savedPercent: Int? {
        guard let page = outline?.pageBytes, page > 0, received < page else { return nil }
        return (page - received).percent(of: page)
    }

    /// Whether there was an error: no response, an error status, a session without a page, a finding that is an error.
    public var hasError: Bool {
        guard let exchange else { return true }
        if case .unfinished = reading { return true }
        if exchange.isUnanswered { return false }
        if exchange.shortfall != nil || exchange.failure != nil || exchange.head?.status ?? 999 >= 400 {
            return true
        }
        return outcome == .failed || findings.contains { $0.severity == .error }
    }

    /// The begin and end, in milliseconds of the wall clock; nil if not measured.
    public var time: ClosedRange<Int64>? {
        guard let exchange, let began = exchange.began?.milliseconds else { return nil }
        let took = exchange.took?.wholeMilliseconds ?? 0
        return began...(began + max(0, took))
    }
}

/// The rows of a source that are used once each, in the order of their ends, as soon as they are complete; used rows
/// are not kept.
public struct TrafficQueue: Sendable {
    /// The rows that have not been used, by number.
    private(set) var rows: [Int: TrafficRow] = [:]
    private var added = 0
    /// The numbers of those that have ended, in that order.
    private var ended: ArraySlice<Int> = []

    /// Creates a queue before the first row.
    public init() {}

    /// Adds the rows of a report, or the reading of one.
    /// - Returns: The rows among them that have not ended.
    @discardableResult public mutating func note(_ news: TrafficNews) -> [TrafficRow] {
        switch news {
        case .added(let contents):
            added += contents.count
            let first = added - contents.count + 1
            return contents.enumerated().compactMap { set($1, of: first + $0) }
        case .replaced(let row, let content): return set(content, of: row).map { [$0] } ?? []
        case .read(let row, let reading):
            if let exchange = rows[row]?.exchange { _ = set(.exchange(exchange, reading), of: row) }
        case .dropped, .interception: break
        }
        return []
    }

    /// Returns the row if it has not ended.
    private mutating func set(_ content: TrafficRow.Content, of id: Int) -> TrafficRow? {
        let row = TrafficRow(id: id, content)
        let wasRunning = rows[id].map { $0.progress != nil } ?? true
        rows[id] = row
        guard row.progress == nil else { return row }
        if wasRunning { ended.append(id) }
        return nil
    }

    /// Removes and returns the next row; nil if there is none, or if its session has not been read.
    /// - Parameter all: Whether rows whose session has not been read are returned too.
    public mutating func next(all: Bool = false) -> TrafficRow? {
        guard let id = ended.first, let row = rows[id] else { return nil }
        if case .waiting = row.reading, !all { return nil }
        ended.removeFirst()
        rows[id] = nil
        return row
    }
}

/// What the list shows of a session, without its trace: about a hundredth of it.
public struct SessionOutline: Sendable {
    /// The outcome; nil without a result.
    public let outcome: Outcome?
    /// The reason for it.
    public let reason: Reason?
    /// The names of the changed blocks, in page order.
    public let changedBlocks: [String]
    /// The number of bytes received; nil without a result.
    public let bytesReceived: Int?
    /// The length in bytes of the page; nil if there is none.
    public let pageBytes: Int?
    /// Whether the session was replayed, and not only classified.
    let wasReplayed: Bool

    init(_ trace: SessionTrace) {
        outcome = trace.result?.outcome
        reason = trace.result?.reason
        changedBlocks = trace.result?.changedBlocks ?? []
        bytesReceived = trace.result?.bytesReceived
        pageBytes = trace.result?.pageBytes ?? trace.pageBytes
        // Only a session that was replayed has phases.
        wasReplayed = !trace.steps.isEmpty
    }
}

extension TrafficRow {
    /// Whether a filter selects it. A row whose session has not been read is not selected by what depends on that.
    package func matches(_ filter: ExchangeFilter) -> Bool {
        // What is missing may match.
        if case .gap = content { return true }
        return filter.matches(Facts(row: self)) == true
    }

    /// What a filter can ask about a row.
    private struct Facts: ExchangeFacts {
        let row: TrafficRow

        private var isWaiting: Bool { if case .waiting = row.reading { true } else { row.progress != nil } }

        var request: Fact<RequestFacts> {
            Fact(
                row.exchange.map {
                    RequestFacts(
                        method: $0.method, url: $0.url, headers: $0.requestHeaders, client: $0.client)
                })
        }
        var status: Fact<Int> { Fact(row.exchange?.head?.status) }
        var responseHeaders: Fact<Headers> { Fact(row.exchange?.head?.headers) }
        var body: Fact<[UInt8]> { Fact(row.exchange?.content.bytes) }
        var outcome: Fact<Outcome.Kind> { row.outcome.map { .known($0) } ?? (isWaiting ? .pending : .absent) }
        var received: Fact<Int> { row.exchange == nil ? .absent : .known(row.received) }
        var milliseconds: Fact<Int> { Fact(row.exchange?.took.map { Int($0.wholeMilliseconds) }) }
        var findings: Fact<[RuleID]> { isWaiting ? .pending : .known(row.findings.map(\.rule)) }
        var hasError: Fact<Bool> { .known(row.hasError) }
    }
}
