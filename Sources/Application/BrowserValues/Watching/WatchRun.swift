import CellGrid
import SessionReports
import SessionWords
import SonicProtocol
import SonicSession

/// The result of one run of a watch.
public struct WatchRun: Sendable, Equatable {
    /// The state of the page after a run.
    public enum PageState: Sendable, Equatable {
        /// It is unchanged.
        case unchanged
        /// It has changed; the names of the changed blocks in page order, empty if blocks are not known.
        case changed([String])
        /// It has changed, but only in its source, and its text is the same.
        case changedInSource([String])
        /// It is not known: there was no response, or an error.
        case failed(Trouble)
    }

    /// The cause of a failure. Equal consecutive ones are reported once.
    public enum Trouble: Sendable, Equatable {
        /// The connection or the transfer failed.
        case connection
        /// The server responded with this error status.
        case status(Int)
        /// Anything else: an invalid response, too many redirects, nothing stored.
        case other
    }

    /// How its session ended.
    public var outcome: Outcome
    /// The state of the page.
    public var pageState: PageState
    /// The reason, in one sentence.
    public var reason = ""
    /// The reason's name for programs; nil if it has none.
    public var reasonCode: String?
    /// The time spent on the network, from name resolution to the last byte.
    public var latency = Duration.zero
    /// The number of bytes received on the wire.
    public var bytes = 0
    /// The exception (overridden address or certificate checks of the site) under which it ran; nil for none.
    public var exception: String?
    /// How long the server asked to wait (`Retry-After` of a 429 or 503, RFC 9110 §10.2.3).
    public var wait = Duration.zero
    /// The findings about it, if they are reported.
    public var findings: [Finding] = []

    /// The names of the changed blocks, in page order; empty if there are none.
    public var changedBlocks: [String] {
        switch pageState {
        case .changed(let names), .changedInSource(let names): names
        case .unchanged, .failed: []
        }
    }

    /// Whether a server responded with the page, or confirmed that it is unchanged.
    public var isAnswered: Bool {
        if case .failed = pageState { false } else { true }
    }
}

extension WatchRun {
    /// Creates the run of a session that ended; nil for a session that was stopped.
    /// - Parameters:
    ///   - isSame: Whether the bytes of the page equal those of the previous run; nil if there was no previous page. It
    ///     takes precedence, since the session itself compares with the stored page, which another program may have
    ///     stored since the previous run.
    ///   - now: The wall clock, for a `Retry-After` date in a response without `Date`.
    public init?(_ result: SessionResult, isSame: Bool?, now: Instant) {
        let pageState: PageState
        switch result.outcome {
        case .allCached, .fresh: pageState = isSame == false ? .changed([]) : .unchanged
        case .dataUpdate, .templateChange, .firstLoad, .plain:
            pageState = isSame == true ? .unchanged : .changed(result.changedBlocks)
        case .offline(let cause), .failed(let cause):
            guard let trouble = Trouble(cause) else { return nil }
            pageState = .failed(trouble)
        }
        let phases: [SessionPhase] = [.resolving, .connecting, .securing, .waiting, .receiving]
        self.init(
            outcome: result.outcome, pageState: pageState, reason: result.reason.words,
            reasonCode: result.reason.code,
            latency: phases.reduce(.zero) { $0 + (result.timings[$1] ?? .zero) },
            bytes: result.bytesReceived)
        exception = result.exception?.text
        if let head = result.head, [429, 503].contains(head.status) {
            // A date is by the server's clock, which the response usually reports.
            let date = head.headers.first("date").flatMap { HTTPDate.parse($0, now: now) }
            wait = head.headers.retryAfter(now: date ?? now).map { .seconds($0) } ?? .zero
        }
    }

    /// The kind of sign for its result.
    public var ending: Plot.Ending {
        let ending = Plot.Ending(SessionVerdict(outcome)) ?? .noPage
        return switch pageState {
        case .unchanged: .same
        // The session found its stored page unchanged, but the previous run had another one.
        case .changed, .changedInSource: ending == .same ? .whole : ending
        case .failed: ending
        }
    }
}

extension WatchRun.Trouble {
    /// Creates the trouble of a cause of failure; nil for a session that was stopped.
    fileprivate init?(_ cause: Outcome.FailureCause) {
        switch cause {
        case .connection: self = .connection
        case .status(let status): self = .status(status)
        case .tooManyRedirects, .badRedirect, .badAnswer, .tooLarge, .notStored, .handedOver: self = .other
        case .stopped: return nil
        }
    }
}

/// News of a watch: a change, the beginning of a failure, or its end.
public struct WatchNews: Sendable, Equatable {
    /// The kind of news.
    public enum Kind: Sendable, Equatable {
        /// The first run succeeded; later ones are compared with its page.
        case begun
        /// The page changed.
        case changed
        /// The run failed, unlike the one before.
        /// - Parameter next: The time from the beginning of the failed run to the next attempt.
        case failed(next: Duration)
        /// A run succeeded after this number of failures, which lasted for this time.
        case recovered(failures: Int, lasted: Duration)
    }

    /// The kind of news.
    public var kind: Kind
    /// The run.
    public var run: WatchRun
    /// The number of runs since the last news that found the page unchanged.
    public var unchanged: Int
}

/// The statistics of the runs of a watch.
public struct WatchTally: Sendable, Equatable {
    /// The number of runs that ended.
    public private(set) var runs = 0
    /// The number of runs that found the page changed.
    public private(set) var changes = 0
    /// The number of runs that found only its source changed, where that does not count.
    public private(set) var sourceChanges = 0
    /// The number of runs that found it unchanged.
    public private(set) var unchanged = 0
    /// The number of runs that failed.
    public private(set) var failures = 0
    /// The number of bytes received on the wire.
    public private(set) var bytes = 0

    /// Counts a run.
    /// - Parameter isChange: Whether it found another page than the run before; the first page is not a change.
    package mutating func count(_ run: WatchRun, isChange: Bool) {
        runs += 1
        bytes += run.bytes
        switch run.pageState {
        case .unchanged: unchanged += 1
        case .changed: changes += isChange ? 1 : 0
        case .changedInSource: sourceChanges += isChange ? 1 : 0
        case .failed: failures += 1
        }
    }

    /// Returns the combined statistics of two watches.
    package static func + (one: WatchTally, other: WatchTally) -> WatchTally {
        var sum = one
        sum.runs += other.runs
        sum.changes += other.changes
        sum.sourceChanges += other.sourceChanges
        sum.unchanged += other.unchanged
        sum.failures += other.failures
        sum.bytes += other.bytes
        return sum
    }
}
