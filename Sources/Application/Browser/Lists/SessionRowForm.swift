import CellGrid
import SonicProtocol

/// How rows of sessions are set, one below the other: time, mark, what changed, bytes, duration. The widths of the columns
/// stand here alone.
struct SessionRowForm {
    /// All columns of a row.
    let width: Column
    /// What the marks are drawn with.
    let plot: Plot
    /// The columns of the longest time.
    var timeWidth = 8
    /// The columns of what stands before the time.
    var leadWidth = 0
    /// Whether something stands at the end of each row.
    var hasTail = false
    /// The columns at the right of what changed that are wanted, the most wanted first.
    var wanted = Figure.allCases
    /// What is left for what changed, at least, beside the first of them.
    var leastChange = 4

    /// A column at the right of what changed.
    enum Figure: CaseIterable {
        case bytes, took, versions

        /// What it leaves for what changed, at least.
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

    /// The columns of the cursor; of the blank behind the time; of the mark with its blank.
    private static let signs = 1 + 1 + 2
    /// What is left at least for the end.
    private static let leastTail = 14

    private var isWide: Bool { width >= 50 }

    /// The columns for which there is room, the most wanted first.
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

    /// A row.
    /// - Parameters:
    ///   - time: When it was, in words.
    ///   - lead: What stands before the time.
    ///   - tail: What stands at the end.
    ///   - words: What the entry was found by.
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
    /// The line under the cursor of a list: it stands out over its whole width. What was found in it stays marked.
    func chosen(to width: Column) -> StyledLine {
        var line = self
        for index in line.runs.indices where line.runs[index].role != .match {
            line.runs[index].role = .chosenLink
        }
        line.pad(to: width, .chosenLink)
        return line
    }
}
