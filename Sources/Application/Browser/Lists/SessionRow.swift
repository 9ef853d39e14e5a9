import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// A session that has ended as one row: a poll in the timeline of a watch, an entry in the lists of sessions and of
/// versions, a sign in the strip of a page's last outcomes.
struct SessionRow: Equatable, Sendable {
    /// When it began, by the wall clock; nil where nobody wrote it down. No two sessions of a page have the same.
    var began: Instant?
    /// How it ended; nil where that is not known.
    var kind: Outcome.Kind?
    /// The names of the blocks that changed, in page order.
    var blocks: [String] = []
    /// The status of a failure; nil for none.
    var status: Int?
    /// Why no page was received, or the word of a record that only another version of this program knows.
    var detail = ""
    /// Bytes received; in the list of versions, of the page.
    var bytes = 0
    /// The bytes of the page that they led to; nil where there is none, or nobody wrote it down.
    var pageBytes: Int?
    /// How long it took, storing included; nil where that is not known.
    var took: Duration?
    /// The number of the stored version that took part; nil for none.
    var found: Int?
    /// The number of the version that the page was at then; nil where none is stored.
    var left: Int?

    /// The most blocks that are named.
    private static let mostNames = 20

    /// What a version of which no session is known has: when it was stored, and its size.
    init(stored: Instant?, bytes: Int) {
        (began, self.bytes) = (stored, bytes)
    }

    /// A session that is remembered.
    init(_ past: PastSession) {
        began = past.began
        kind = past.kind
        blocks = Array(past.changedBlocks.prefix(Self.mostNames))
        bytes = past.bytesReceived
        took = past.took
        (found, left) = (past.found, past.left)
        switch kind {
        case nil: (detail, pageBytes) = (past.outcome, past.pageBytes)
        case .failed?: (detail, status) = (past.reason.words, past.status)
        // Of a page that was not received nothing was saved.
        case .offline?: detail = past.reason.words
        case .firstLoad?, .allCached?, .dataUpdate?, .templateChange?, .plain?, .fresh?:
            pageBytes = past.pageBytes
        }
    }

    /// A session that has just ended.
    /// - Parameters:
    ///   - found: The number of the stored version that took part; nil where that is not told.
    ///   - took: How long it took; nil where that is not told.
    init(_ result: SessionResult, found: Int?, took: Duration?) {
        began = result.began
        kind = result.outcome.kind
        blocks = Array(result.changedBlocks.prefix(Self.mostNames))
        bytes = result.bytesReceived
        self.took = took
        switch result.storage {
        case .stored(let number): (self.found, left) = (found, number)
        case .untouched, .renewed, .notStored: (self.found, left) = (found, found)
        case .removed, .notAllowed: self.found = found
        }
        switch result.outcome {
        case .failed(let cause), .offline(let cause):
            detail = result.reason.words
            if case .status(let number) = cause { status = number }
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .fresh:
            pageBytes = result.pageBytes
        }
    }

    /// What its sign is; nil where it is not known how it ended.
    var ending: Plot.Ending? { kind.map { Plot.Ending($0) } }

    /// The role of its sign: what it cost.
    var role: Role { Role(outcome: kind) }

    /// Whether something went wrong.
    var isTrouble: Bool {
        switch kind {
        case .failed?, .offline?: true
        case .firstLoad?, .allCached?, .dataUpdate?, .templateChange?, .plain?, .fresh?, nil: false
        }
    }

    /// The two versions that it led from and to; nil where it brought no other one, or they are not stored.
    var step: (old: Int, new: Int)? {
        guard let found, let left, found != left else { return nil }
        return (found, left)
    }

    /// The versions, as `v2 → v3`; nil where none is stored.
    var versions: String? { left.map { left in step.map { "v\($0.old) → v\($0.new)" } ?? "v\(left)" } }

    /// What changed, from the longest way to say it to the shortest.
    var changes: [String] {
        let names = blocks.joined(separator: ", ")
        let failed = "failed" + (status.map { " \($0)" } ?? "")
        return switch kind {
        case .allCached?: ["nothing changed", "unchanged"]
        case .fresh?: ["no request was due", "fresh"]
        case .dataUpdate?: names.isEmpty ? ["data update", "data"] : ["data update: " + names, names]
        case .templateChange?: ["template change: full page", "template change", "template"]
        case .firstLoad?: ["first load: full page", "first load", "first"]
        case .plain?: ["plain: full page", "plain"]
        case .offline?: detail.isEmpty ? ["offline"] : ["offline: " + detail, "offline"]
        case .failed?:
            (detail.isEmpty ? [] : [failed + ": " + detail]) + [failed, status.map { "\($0)" } ?? failed]
        case nil: [detail]
        }
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
        case .whole: "full"
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
