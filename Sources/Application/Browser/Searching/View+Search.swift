import CellGrid

// Highlighting of matches.
extension Screen {
    /// Highlights the matches on a line of a page.
    mutating func drawMarks(_ line: Int, of document: Document, at place: Position, in area: Rect) {
        // A link chosen after the match keeps the cursor.
        let cursor = frame.cursor
        for mark in document.search?.marks[line] ?? [] {
            guard let columns = document.columns(mark.columns, shownOfLine: line) else { continue }
            draw(columns, isHit: mark.isHit, at: place, in: area)
            if mark.isHit, document.search?.isHitLeft ?? true { frame.cursor = cursor }
        }
    }

    /// Highlights the matches on a line of text.
    mutating func drawMarks(_ line: Int, of text: ScrolledText, at place: Position, in area: Rect) {
        for mark in text.marks(onLine: line) { draw(mark.columns, isHit: mark.isHit, at: place, in: area) }
    }

    /// Highlights the matches on a row of the inspector.
    mutating func drawMarks(_ row: Int, of inspector: Inspector, at place: Position, in area: Rect) {
        for mark in inspector.search?.marks[row] ?? [] {
            draw(mark.columns, isHit: mark.isHit, at: place, in: area)
        }
    }

    private mutating func draw(_ columns: Range<Int>, isHit: Bool, at place: Position, in area: Rect) {
        let rect = Rect(
            row: place.row, column: place.column + Column(columns.lowerBound), rows: 1,
            columns: Column(columns.count))
        let style = theme[isHit ? .chosenMatch : .match]
        let shown = rect.clipped(to: area)
        frame.restyle(shown) { $0 = style }
        if isHit, !shown.isEmpty { frame.cursor = shown.origin }
    }

    /// Draws the progress of a search at the right end of its prompt, if it fits.
    mutating func drawTally(behind end: Column) {
        guard case .search = model.prompt, let figures = model.tally?.figures else { return }
        let width = TextWidth.columns(of: figures)
        let column = plan.bottom.endColumn - width - 1
        guard column > end + 1 else { return }
        frame.put(
            figures, at: Position(row: plan.bottom.row, column: column), style: theme[.prompt],
            within: plan.bottom)
    }
}
