import CellGrid
import SonicProtocol

/// The layout of session rows: time, mark, changes, bytes, duration. The widths of the columns are defined only here.
struct SessionRowForm {
    /// The width of a row.
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

        /// The minimum width that it leaves for the changes.
        fileprivate var least: Int {
            switch self {
            case .bytes, .took: 8
            case .versions: 16
            }
        }

        fileprivate func width(isWide: Bool) -> Int {
            switch self {
            case .bytes: isWide ? 9 : 7
            case .took: isWide ? 8 : 6
            case .versions: 12
            }
        }

        fileprivate var role: Role {
            switch self {
            case .bytes, .took: .dimmed
            case .versions: .name
            }
        }
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
            guard room >= (figure == wanted.first ? leastChange : figure.least) else { break }
            shown.append(figure)
        }
        return shown
    }

    private func text(_ figure: Figure, _ row: SessionRow) -> String {
        let width = figure.width(isWide: isWide)
        switch figure {
        case .bytes: return Self.right(row.bytes.byteText, width)
        case .took: return Self.right(row.took?.brief ?? "", width)
        case .versions: return ("  " + (row.versions ?? "")).padded(to: width)
        }
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
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
        for figure in figures { right.append(text(figure, row), figure.role) }
        let room = max(0, width - line.width - right.width)
        let tailRoom = hasTail ? max(0, min(room, max(Column(Self.leastTail), room * 2 / 5))) : 0
        let end = line.width + room - tailRoom
        let forms = row.changes.map { VisibleText.line($0) }
        let said = forms.first { TextWidth.columns(of: $0) <= room - tailRoom } ?? forms.last ?? ""
        line.append(
            TextWidth.shortened(said, to: room - tailRoom), row.isTrouble ? .failure : .text,
            marking: words, in: .details)
        line.pad(to: end)
        line.runs += right.runs
        if tailRoom > 2 {
            line.append("  ", .text)
            line.append(TextWidth.shortened(tail, to: tailRoom - 2), .text, marking: words, in: .names)
        }
        return isChosen ? line.chosen(to: width) : line
    }
}

extension StyledLine {
    /// Returns the line highlighted over its whole width, as that under the cursor. Search matches stay highlighted.
    func chosen(to width: Column) -> StyledLine {
        var line = self
        for index in line.runs.indices where line.runs[index].role != .match {
            line.runs[index].role = .chosenLink
        }
        line.pad(to: width, .chosenLink)
        return line
    }
}
