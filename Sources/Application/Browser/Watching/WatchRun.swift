import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// One run of a watch, as it is remembered.
public struct WatchRun: Sendable, Equatable {
    /// What the run says of the page.
    public enum Standing: Sendable, Equatable {
        /// It is as it was.
        case unchanged
        /// It is another; the names of changed blocks in page order, none where it is not told by blocks.
        case changed([String])
        /// The same of one whose text reads as before: what differs stands in its source alone.
        case changedInSource([String])
        /// Nothing new is known: there was no answer, or an error.
        case failed(Trouble)
    }

    /// What stands in the way of an answer. Equal ones are told once.
    public enum Trouble: Sendable, Equatable {
        /// The connection or the transfer failed.
        case connection
        /// The server answered with this error status.
        case status(Int)
        /// Anything else: an answer that makes no sense, redirects without end, nothing stored.
        case other
    }

    /// How the page of a run compares with the one of the run before.
    public enum Comparison: Sendable, Equatable {
        /// There was no page before.
        case unknown
        /// The same bytes.
        case same
        /// Other bytes.
        case other
    }

    /// How its session ended.
    public var outcome: Outcome
    /// What it says of the page.
    public var standing: Standing
    /// Why, in one sentence.
    public var reason: String
    /// The time spent on the network, from looking up the host's name to the last byte.
    public var latency: Duration
    /// Bytes received on the wire.
    public var bytes: Int
    /// What changes who answers for the page, in words; nil where the site itself does.
    public var exception: String?
    /// How long the server wants to be left alone after it (`Retry-After` of a 429 or 503, RFC 9110 §10.2.3).
    public var wait = Duration.zero

    /// The names of changed blocks, in page order; empty where there are none.
    public var changedBlocks: [String] {
        switch standing {
        case .changed(let names), .changedInSource(let names): names
        case .unchanged, .failed: []
        }
    }

    /// Whether a server answered with the page, or that it is unchanged.
    public var isAnswered: Bool {
        switch standing {
        case .unchanged, .changed, .changedInSource: true
        case .failed: false
        }
    }

    /// A run of these parts.
    public init(
        outcome: Outcome, standing: Standing, reason: String = "", latency: Duration = .zero, bytes: Int = 0
    ) {
        self.outcome = outcome
        self.standing = standing
        self.reason = reason
        self.latency = latency
        self.bytes = bytes
    }

    /// What a session that ended says; nil for one that was stopped, which says nothing.
    /// - Parameters:
    ///   - comparison: It decides where it is known: the session compared with the stored page, which may have been
    ///     stored since the run before by somebody else.
    ///   - now: The wall clock, for a wait that the server names by a date without saying what the time is.
    public init?(_ result: SessionResult, _ comparison: Comparison, now: Instant) {
        let standing: Standing
        switch result.outcome {
        case .allCached, .fresh: standing = comparison == .other ? .changed([]) : .unchanged
        case .dataUpdate, .templateChange, .firstLoad, .plain:
            standing = comparison == .same ? .unchanged : .changed(result.changedBlocks)
        case .offline(let cause), .failed(let cause):
            guard let trouble = Trouble(cause) else { return nil }
            standing = .failed(trouble)
        }
        let phases: [SessionPhase] = [.resolving, .connecting, .securing, .waiting, .receiving]
        self.init(
            outcome: result.outcome, standing: standing, reason: result.reason.words,
            latency: phases.reduce(.zero) { $0 + (result.timings[$1] ?? .zero) },
            bytes: result.bytesReceived)
        exception = result.exception?.text
        if let head = result.head, [429, 503].contains(head.status) {
            // A date is by the server's clock, which the response tells as a rule.
            let date = head.headers.first("date").flatMap { HTTPDate.parse($0, now: now) }
            wait = RetryAfter.seconds(in: head.headers, now: date ?? now).map { .seconds($0) } ?? .zero
        }
    }
}

extension WatchRun.Trouble {
    /// What a cause of failure is to a watch; nil for a session that was stopped.
    fileprivate init?(_ cause: Outcome.FailureCause) {
        switch cause {
        case .connection: self = .connection
        case .status(let status): self = .status(status)
        case .tooManyRedirects, .badRedirect, .badAnswer, .tooLarge, .notStored, .handedOver: self = .other
        case .stopped: return nil
        }
    }
}

extension WatchRun {
    /// How it ended, as its sign says it.
    public var ending: Plot.Ending {
        switch standing {
        case .unchanged: .same
        case .changed, .changedInSource: outcome == .dataUpdate ? .data : .whole
        case .failed: .failed
        }
    }
}
