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
    }

    /// What is known of an exchange in addition to the bytes on the wire.
    public enum Reading: Sendable {
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
        case .waiting, .session, .outline, nil: nil
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
        case .waiting, .furtherRequest, .part, nil: nil
        }
    }

    /// The findings about the responses of the session; nil if they were not determined.
    public var report: LintReport? {
        switch reading {
        case .session(_, let report), .outline(_, let report): report
        case .waiting, .furtherRequest, .part, nil: nil
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
        switch exchange.shortfall {
        case .disconnected: return "the client disconnected before the response"
        case .cutOff: return "the client disconnected or the response was cut off before all was sent"
        case .silent: return "the server sent no response, on purpose"
        case nil: break
        }
        if exchange.lacksBody { return "the body was not recorded" }
        return outline.wasReplayed
            ? "the response cannot be used, and the client requests the page again"
            : "what the client had stored was not recorded"
    }

    /// The bytes received: on the wire if measured, else those of the body.
    public var received: Int {
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

/// The rows of a source that are used once each, in order, as soon as they are complete; used rows are not kept.
public struct TrafficQueue: Sendable {
    /// The rows that have not been used, by number.
    private(set) var rows: [Int: TrafficRow] = [:]
    private var added = 0
    private var used = 0

    /// Creates a queue before the first row.
    public init() {}

    /// Adds the rows of a report, or the reading of one.
    public mutating func note(_ news: TrafficNews) {
        switch news {
        case .added(let contents):
            for content in contents {
                added += 1
                rows[added] = TrafficRow(id: added, content)
            }
        case .read(let row, let reading):
            if let exchange = rows[row]?.exchange { rows[row]?.content = .exchange(exchange, reading) }
        case .dropped, .interception: break
        }
    }

    /// Removes and returns the next row; nil if there is none, or if its session has not been read.
    /// - Parameter all: Whether rows whose session has not been read are returned too.
    public mutating func next(all: Bool = false) -> TrafficRow? {
        guard let row = rows[used + 1] else { return nil }
        if case .waiting = row.reading, !all { return nil }
        used += 1
        rows[used] = nil
        return row
    }
}
