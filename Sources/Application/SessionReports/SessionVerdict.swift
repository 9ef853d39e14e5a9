import SonicProtocol
import SonicSession

/// How a session ended: its outcome, and the reason if it is known, on which every sentence about it is based.
public struct SessionVerdict: Sendable, Equatable {
    /// The name of the outcome, as in `Outcome.name`; nil if it is unknown.
    public let outcome: String?
    /// VasSonic's code for the outcome; nil if it has none.
    public let code: Int?
    /// The reason; nil if only the outcome is known.
    public let reason: Reason?
    /// The names of the changed blocks.
    public let blocks: [String]
    /// The status of a failure; nil for none.
    public let status: Int?
    /// Why no request was made; nil if one was, or if that is not known.
    public let why: Outcome.WhyFresh?
    /// What became of the session apart from its outcome.
    public let ending: Ending

    /// What became of a session apart from its outcome.
    public enum Ending: Sendable, Equatable {
        /// Nothing else.
        case ordinary
        /// The user stopped it.
        case stopped
        /// The response is a file, which is downloaded.
        case file
        /// The status says that the page stays as it is.
        case noContent
        /// The stored page was shown because no request was allowed.
        case cacheOnly
    }

    /// Creates the verdict of an outcome whose reason is not known.
    public init(_ outcome: Outcome, reason: Reason? = nil, blocks: [String] = [], status: Int? = nil) {
        self.outcome = outcome.name
        code = outcome.code
        self.reason = reason
        self.blocks = blocks
        why = if case .fresh(let why) = outcome { why } else { nil }
        let isNoContent = status == 204 || status == 205
        switch outcome {
        case .failed(.stopped), .offline(.stopped): (ending, self.status) = (.stopped, nil)
        case .failed(.handedOver): (ending, self.status) = (.file, nil)
        case .failed(.status(let number)), .offline(.status(let number)):
            (ending, self.status) = (.ordinary, number)
        case .fresh(let why): (ending, self.status) = (why == .cacheOnly ? .cacheOnly : .ordinary, nil)
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .offline, .failed:
            (ending, self.status) = (isNoContent ? .noContent : .ordinary, nil)
        }
    }

    /// Creates the verdict of a session that has ended.
    public init(_ result: SessionResult) {
        self.init(
            result.outcome, reason: result.reason, blocks: result.changedBlocks, status: result.status)
    }

    /// Creates the verdict of a recorded session.
    public init(_ past: PastSession) {
        self.init(
            named: past.outcome, why: past.whyFresh, status: past.status, code: past.code,
            reason: past.reason, blocks: past.changedBlocks)
    }

    /// Creates the verdict of an outcome of which the name is known, and perhaps more.
    public init(
        named outcome: String?, why: Outcome.WhyFresh? = nil, status: Int? = nil, code: Int? = nil,
        reason: Reason? = nil,
        blocks: [String] = []
    ) {
        self.outcome = outcome
        self.code = code
        self.reason = reason
        self.blocks = blocks
        self.why = why
        let kind = outcome.flatMap { Outcome.Kind(rawValue: $0) }
        let isFailure = kind == .failed || kind == .offline
        self.status = isFailure ? status.flatMap { $0 >= 400 ? $0 : nil } : nil
        ending = kind == .fresh && why == .cacheOnly ? .cacheOnly : .ordinary
    }

    /// The kind of the outcome; nil for a name that only another version of this program defines.
    public var kind: Outcome.Kind? { outcome.flatMap { Outcome.Kind(rawValue: $0) } }

    /// Whether something went wrong.
    public var isTrouble: Bool {
        switch kind {
        case .offline?, .failed?: ending != .file
        case .firstLoad?, .allCached?, .dataUpdate?, .templateChange?, .plain?, .fresh?, nil: false
        }
    }
}
