import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// An ended session as one row: a poll in the timeline of a watch, an entry in the lists of sessions and of versions, a
/// sign in the strip of a page's last outcomes.
struct SessionRow: Equatable, Sendable {
    /// When it began, by the wall clock; nil if not recorded. It is unique among the sessions of a page.
    var began: Instant?
    /// The kind of outcome; nil if unknown.
    var kind: Outcome.Kind?
    /// The names of the blocks that changed, in page order.
    var blocks: [String] = []
    /// The status of a failure; nil for none.
    var status: Int?
    /// Why no page was received, or the word in a record of another version of this program.
    var detail = ""
    /// The number of bytes received; in the list of versions, the size of the page.
    var bytes = 0
    /// The size of the resulting page; nil if there is none, or if it was not recorded.
    var pageBytes: Int?
    /// The duration, storing included; nil if unknown.
    var took: Duration?
    /// The number of the stored version used; nil for none.
    var found: Int?
    /// The number of the page's version afterwards; nil if none is stored.
    var left: Int?

    /// The maximum number of blocks named.
    private static let maxNames = 20

    /// Creates the row of a version without a recorded session: when it was stored, and its size.
    init(stored: Instant?, bytes: Int) {
        (began, self.bytes) = (stored, bytes)
    }

    /// Creates the row of a recorded session.
    init(_ past: PastSession) {
        began = past.began
        kind = past.kind
        blocks = Array(past.changedBlocks.prefix(Self.maxNames))
        bytes = past.bytesReceived
        took = past.took
        (found, left) = (past.found, past.left)
        switch kind {
        case nil: (detail, pageBytes) = (past.outcome, past.pageBytes)
        case .failed?: (detail, status) = (past.reason.words, past.status)
        // If the page was not received, nothing was saved.
        case .offline?: detail = past.reason.words
        case .firstLoad?, .allCached?, .dataUpdate?, .templateChange?, .plain?, .fresh?:
            pageBytes = past.pageBytes
        }
    }

    /// Creates the row of a session that has just ended.
    /// - Parameters:
    ///   - found: The number of the stored version used; nil if unknown.
    ///   - took: The duration; nil if unknown.
    init(_ result: SessionResult, found: Int?, took: Duration?) {
        began = result.began
        kind = result.outcome.kind
        blocks = Array(result.changedBlocks.prefix(Self.maxNames))
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

    /// The kind of its sign; nil if the outcome is unknown.
    var ending: Plot.Ending? { kind.map { Plot.Ending($0) } }

    /// The role of its sign, which shows the cost.
    var role: Role { Role(outcome: kind) }

    /// Whether something went wrong.
    var isTrouble: Bool {
        switch kind {
        case .failed?, .offline?: true
        case .firstLoad?, .allCached?, .dataUpdate?, .templateChange?, .plain?, .fresh?, nil: false
        }
    }

    /// The versions before and after; nil if the version did not change, or if they are not stored.
    var step: (old: Int, new: Int)? {
        guard let found, let left, found != left else { return nil }
        return (found, left)
    }

    /// The versions, as `v2 → v3`; nil if none is stored.
    var versions: String? { left.map { left in step.map { "v\($0.old) → v\($0.new)" } ?? "v\(left)" } }

    /// The description of the changes, from the longest to the shortest form.
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
    /// Creates the ending of a session with this outcome.
    init(_ outcome: Outcome.Kind) {
        switch outcome {
        case .allCached, .fresh: self = .same
        case .dataUpdate: self = .data
        case .firstLoad, .templateChange, .plain: self = .whole
        case .offline, .failed: self = .failed
        }
    }

    /// The role of its sign if only the ending is known.
    var role: Role {
        switch self {
        case .same: .outcomeCached
        case .data: .outcomeUpdated
        case .whole: .outcomeWhole
        case .failed: .outcomeFailed
        }
    }
}

extension Role {
    /// Creates the role of an outcome, which shows its cost. An unknown one has the role of an outcome without Sonic.
    init(outcome kind: Outcome.Kind?) {
        switch kind {
        case .plain, .offline, nil: self = .outcomePlain
        case .firstLoad?, .allCached?, .fresh?, .dataUpdate?, .templateChange?, .failed?:
            self = kind.map { Plot.Ending($0).role } ?? .outcomePlain
        }
    }
}
