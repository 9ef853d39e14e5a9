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

    /// Returns the sums over the sessions whose page has a known size: how many, the bytes received and the size of the pages;
    /// nil if there are none. Sizes read from a file or claimed by a server may be arbitrary: a sum has a bound.
    static func sums(of rows: [SessionRow]) -> (count: Int, received: Int, pages: Int)? {
        let sized = rows.filter { $0.pageBytes != nil }
        func sum(_ values: [Int]) -> Int {
            values.filter { $0 > 0 }.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
        }
        let pages = sum(sized.map { $0.pageBytes ?? 0 })
        return pages == 0 ? nil : (sized.count, sum(sized.map(\.bytes)), pages)
    }
}

/// The layout of session rows: time, mark, changes, bytes, duration. The widths of the columns are defined only here.
struct SessionRowForm {
    let width: Column
    /// The plot that draws the marks.
    let plot: Plot
    /// The width of the longest time.
    var timeWidth = 8
    /// The width of the part before the time.
    var leadWidth = 0
    /// Whether rows have a part at the end.
    var hasTail = false
    /// The columns to the right of the changes, in order of priority.
    var wanted = Figure.allCases
    /// The minimum width of the changes next to the first of these columns.
    var leastChange = 4

    /// A column to the right of the changes.
    enum Figure: CaseIterable {
        case bytes, took, versions

        /// The columns that it leaves for the changes, its width in a narrow and in a wide row, and its role.
        fileprivate var form: (least: Int, narrow: Int, wide: Int, role: Role) {
            switch self {
            case .bytes: (8, 7, 9, .dimmed)
            case .took: (8, 6, 8, .dimmed)
            case .versions: (16, 12, 12, .name)
            }
        }

        fileprivate func width(isWide: Bool) -> Int { isWide ? form.wide : form.narrow }
    }

    /// The columns of the cursor, of the space after the time, and of the mark with its space.
    private static let signs = 1 + 1 + 2
    /// The minimum width of the part at the end.
    private static let leastTail = 14

    private var isWide: Bool { width >= 50 }

    /// The columns that fit, in order of priority.
    private var figures: [Figure] {
        var room = width.value - Self.signs - leadWidth - timeWidth - (hasTail ? Self.leastTail : 0)
        var shown: [Figure] = []
        for figure in wanted {
            room -= figure.width(isWide: isWide)
            guard room >= (figure == wanted.first ? leastChange : figure.form.least) else { break }
            shown.append(figure)
        }
        return shown
    }

    private func text(_ figure: Figure, _ row: SessionRow) -> String {
        let width = figure.width(isWide: isWide)
        switch figure {
        case .bytes: return row.bytes.byteText.atRight(of: width)
        case .took: return (row.took?.brief ?? "").atRight(of: width)
        case .versions: return ("  " + (row.versions ?? "")).padded(to: width)
        }
    }

    /// Returns a row.
    /// - Parameters:
    ///   - time: The time in words.
    ///   - lead: The part before the time.
    ///   - tail: The part at the end.
    ///   - words: The search words to highlight.
    func line(
        _ row: SessionRow, time: String, isChosen: Bool, lead: StyledLine = StyledLine(), tail: String = "",
        marking words: [SoughtWord] = []
    ) -> StyledLine {
        var line = StyledLine(isChosen ? "▸" : " ", .marker)
        line.runs += lead.runs
        line.pad(to: Column(1 + leadWidth))
        line.append(time.padded(to: timeWidth) + " ", .dimmed)
        line.append("\(plot.sign(row.ending)) ", row.role)
        var right = StyledLine()
        for figure in figures { right.append(text(figure, row), figure.form.role) }
        let role = row.isTrouble ? row.role : .text
        fill(&line, row.forms.map { VisibleText.line($0) }, role, right, tail, marking: words)
        return isChosen ? line.chosen(to: width) : line
    }

    /// Returns the line of something under way, which has no figures yet.
    func line(now activity: String, isChosen: Bool, tail: String, marking words: [SoughtWord]) -> StyledLine {
        var line = StyledLine(isChosen ? "▸" : " ", .marker)
        line.append("now".padded(to: timeWidth) + " ", .dimmed)
        line.append("▶ ", .stepActive)
        fill(&line, [activity], .text, StyledLine(), tail, marking: words)
        return isChosen ? line.chosen(to: width) : line
    }

    /// Completes a line with the longest of the forms that fits, the figures at the right, and the tail.
    private func fill(
        _ line: inout StyledLine, _ forms: [String], _ role: Role, _ right: StyledLine, _ tail: String,
        marking words: [SoughtWord]
    ) {
        let room = max(0, width - line.width - right.width)
        let tailRoom = hasTail ? max(0, min(room, max(Column(Self.leastTail), room * 2 / 5))) : 0
        let end = line.width + room - tailRoom
        let said = forms.first { TextWidth.columns(of: $0) <= room - tailRoom } ?? forms.last ?? ""
        line.append(TextWidth.shortened(said, to: room - tailRoom), role, marking: words, in: .details)
        line.pad(to: end)
        line.runs += right.runs
        if tailRoom > 2 {
            line.append("  ", .text)
            line.append(TextWidth.shortened(tail, to: tailRoom - 2), .text, marking: words, in: .names)
        }
    }
}
