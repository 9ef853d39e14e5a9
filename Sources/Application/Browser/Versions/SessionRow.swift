import CellGrid
import SessionReports
import SonicProtocol
import SonicSession

/// An ended session as one row: a poll in the timeline of a watch, an entry in the lists of sessions and of versions, a
/// sign in the strip of a page's last outcomes.
struct SessionRow: Equatable, Sendable {
    /// When it began, by the wall clock; nil if not recorded. It is unique among the sessions of a page.
    var began: Instant?
    /// The outcome with its reason; without a kind if unknown.
    var verdict = SessionVerdict(named: nil)
    /// What is said instead of the outcome; nil for nothing.
    var note: String?
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

    /// Creates the row of a version without a recorded session: when it was stored, and its size.
    init(stored: Instant?, bytes: Int) { (began, self.bytes) = (stored, bytes) }

    /// Creates the row of a recorded session.
    init(_ past: PastSession) {
        began = past.began
        verdict = SessionVerdict(past)
        bytes = past.bytesReceived
        took = past.took
        (found, left) = (past.found, past.left)
        // If the page was not received, nothing was saved.
        if !verdict.isTrouble { pageBytes = past.pageBytes }
    }

    /// Creates the row of a session that has just ended.
    /// - Parameters:
    ///   - found: The number of the stored version used; nil if unknown.
    ///   - took: The duration; nil if unknown.
    init(_ result: SessionResult, found: Int?, took: Duration?) {
        began = result.began
        verdict = SessionVerdict(result)
        bytes = result.bytesReceived
        (self.took, self.found) = (took, found)
        left = result.storage.version(after: found)
        if !verdict.isTrouble { pageBytes = result.pageBytes }
    }

    /// What happened, from the longest to the shortest form.
    var forms: [String] { note.map { [$0] } ?? verdict.forms }

    /// The kind of its sign; nil if the outcome is unknown.
    var ending: Plot.Ending? { Plot.Ending(verdict) }

    /// The role of its sign and, if something went wrong, of its words.
    var role: Role { Role(ending) }

    var isTrouble: Bool { verdict.isTrouble }

    /// The versions before and after; nil if the version did not change, or if they are not stored.
    var step: (old: Int, new: Int)? {
        guard let found, let left, found != left else { return nil }
        return (found, left)
    }

    /// The versions, as `v2 → v3`; nil if none is stored.
    var versions: String? { left.map { left in step.map { "v\($0.old) → v\($0.new)" } ?? "v\(left)" } }

    /// Returns the sums over the sessions whose page has a known size: how many, the bytes received and the size of
    /// the pages; nil if there are none.
    static func sums(of rows: [SessionRow]) -> (count: Int, received: Int, pages: Int)? {
        let sized = rows.filter { $0.pageBytes != nil }
        let pages = Int.sum(ofSizes: sized.compactMap(\.pageBytes))
        return pages == 0 ? nil : (sized.count, Int.sum(ofSizes: sized.map(\.bytes)), pages)
    }

    /// Returns what the lists show of it.
    /// - Parameter time: The time in words.
    func cells(time: String, _ plot: Plot) -> [ListColumn: ListCell] {
        [
            .time: ListCell(time, .dimmed),
            .outcome: ListCell(
                forms.map { VisibleText.line($0) }, isTrouble ? role : .text, sign: (plot.sign(ending), role)),
            .size: ListCell(bytes.byteText, .dimmed),
            .took: ListCell(took?.brief ?? "", .dimmed),
            .versions: ListCell(versions ?? "", .name),
        ]
    }
}
