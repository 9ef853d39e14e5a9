import SonicProtocol
import SonicSession

/// A row of the traffic: an exchange with what is known of it, or an entry of a file that cannot be read.
public struct TrafficRow: Sendable, Identifiable {
    /// Its number, from 1, in the order in which rows were added.
    public let id: Int
    /// What it is a row of.
    public var content: Content

    /// What a row is of.
    public enum Content: Sendable {
        /// An exchange.
        indirect case exchange(Exchange, Reading)
        /// An entry that cannot be read, and why.
        case unreadable(String)
    }

    /// What is known of an exchange beside what came over the wire.
    public enum Reading: Sendable {
        /// It began a session, which is to be read yet.
        case waiting
        /// The session that it began, with what is wrong with its responses; nil while nobody has looked.
        case session(SessionTrace, LintReport?)
        /// It is a further request of the session of another row, such as one that a redirect led to.
        case furtherRequest(of: Int)
        /// It is a part of the page of another row, such as a style sheet; nil where nothing tells of which.
        case part(of: Int?)
    }

    /// A row with a number.
    public init(id: Int, _ content: Content) {
        self.id = id
        self.content = content
    }

    /// The exchange; nil for an entry that cannot be read.
    public var exchange: Exchange? {
        switch content {
        case .exchange(let exchange, _): exchange
        case .unreadable: nil
        }
    }

    /// What is known of the exchange; nil for an entry that cannot be read.
    public var reading: Reading? {
        switch content {
        case .exchange(_, let reading): reading
        case .unreadable: nil
        }
    }

    /// The row of the page that it belongs to; nil for a row of its own.
    public var owner: Int? {
        switch reading {
        case .furtherRequest(let row): row
        case .part(let row): row
        case .waiting, .session, nil: nil
        }
    }

    /// What the session told; nil where none began with it, or none has been read.
    public var session: SessionTrace? {
        if case .session(let trace, _) = reading { trace } else { nil }
    }

    /// What is wrong with the responses of the session; nil where nobody has looked.
    public var report: LintReport? {
        if case .session(_, let report) = reading { report } else { nil }
    }

    /// What is wrong with the responses of the session; empty where nothing is known to be.
    public var findings: [Finding] { report?.findings ?? [] }

    /// How the session ended, as its client got it; nil where that is not known.
    public var outcome: Outcome.Kind? {
        session?.result?.outcome.kind ?? exchange?.session?.outcome.flatMap { Outcome.Kind(spelled: $0) }
    }

    /// The bytes received: on the wire where somebody counted them, else those of the body.
    public var received: Int {
        if let result = session?.result, exchange?.report == nil { return result.bytesReceived }
        return exchange?.report?.bytesReceived ?? exchange?.content.bytes?.count ?? 0
    }

    /// How many percent of the page did not have to be received; nil where no page was come to, and where that is none.
    public var savedPercent: Int? {
        guard case .session(let trace, _) = reading, let page = trace.result?.pageBytes ?? trace.pageBytes,
            page > 0,
            received < page
        else { return nil }
        return (page - received) * 100 / page
    }

    /// Whether something went wrong: no response, an error status, a session without a page, a finding that is an error.
    public var hasError: Bool {
        guard let exchange else { return true }
        if exchange.head == nil || exchange.failure != nil || exchange.head?.status ?? 0 >= 400 {
            return true
        }
        return outcome == .failed || findings.contains { $0.severity == .error }
    }
}
