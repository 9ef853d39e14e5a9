import CellGrid
import SonicProtocol
import SonicSession

/// A session of a page that has ended, as strips and plots have it.
struct PageRun: Equatable, Sendable {
    /// When it began; nil where that is not known. No two sessions of a page have the same.
    var began: Instant?
    /// How it ended; nil for a word that only another version of this program knows.
    var ending: Plot.Ending?
    /// The bytes that came.
    var came: Int
    /// The bytes of the page that they led to; nil where there is none, or nobody wrote it down.
    var page: Int?

    /// The outcome's role: what it cost.
    var role = Role.outcomePlain

    /// A session that is remembered.
    init(_ past: PastSession) {
        began = past.began
        ending = past.kind.map { Plot.Ending($0) }
        role = Role(outcome: past.kind)
        came = past.bytesReceived
        page = ending == .failed ? nil : past.pageBytes
    }

    /// A session that has just ended; nil where nothing of it is to be remembered.
    init?(_ result: SessionResult) {
        guard
            let past = PastSession(
                result, found: nil, began: result.began ?? Instant(milliseconds: 0), took: .zero)
        else { return nil }
        self.init(past)
        began = result.began
    }
}

extension Plot.Ending {
    /// How a session with this outcome ended.
    init(_ outcome: Outcome.Kind) {
        switch outcome {
        case .allCached, .fresh: self = .same
        case .dataUpdate: self = .data
        case .firstLoad, .templateChange, .plain: self = .whole
        case .offline, .failed: self = .failed
        }
    }

    /// What its sign is drawn as where nothing more is known of the outcome.
    var role: Role {
        switch self {
        case .same: .outcomeCached
        case .data: .outcomeUpdated
        case .whole: .outcomeWhole
        case .failed: .outcomeFailed
        }
    }

    /// The word beside its sign.
    public var word: String {
        switch self {
        case .same: "same"
        case .data: "data"
        case .whole: "whole"
        case .failed: "failed"
        }
    }
}

extension Role {
    /// The role of an outcome: what it cost. One that this version does not know is told like an outcome without Sonic.
    init(outcome kind: Outcome.Kind?) {
        switch kind {
        case .plain, .offline, nil: self = .outcomePlain
        case .firstLoad?, .allCached?, .fresh?, .dataUpdate?, .templateChange?, .failed?:
            self = kind.map { Plot.Ending($0).role } ?? .outcomePlain
        }
    }
}
