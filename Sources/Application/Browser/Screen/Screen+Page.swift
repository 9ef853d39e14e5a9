import CellGrid
import PageLayout

// The page's lines with their gutter.
extension Screen {

    /// Draws the lines of a document from its top line.
    mutating func draw(_ document: Document, in area: Rect, gutter: Column) {
        guard !area.isEmpty else { return }
        // Once: each call of a method through the document's storage would copy the layout's value.
        let layout = document.layout
        for row in 0..<area.rows.value {
            let index = document.reader.top + row
            guard index < layout.lineCount else { return }
            let line = layout.line(index)
            let shown = document.columnsShown(of: line)
            let place = Position(row: area.row + Row(row), column: area.column + gutter)
            let weight = gutter > 0 ? document.mark(ofLine: index) : nil
            let freshness = weight == .change ? model.watching?.freshness : nil
            draw(
                shown.map { line.cut(to: $0) } ?? line, of: document, at: place, in: area,
                stands: freshness == .flash)
            drawPixels(line, of: layout, shown ?? 0..<line.width, at: place, in: area)
            drawMarks(index, of: document, at: place, in: area)
            if let shown { drawEdges(line, shown, document.widthShown, at: place, in: area) }
            let mark: (sign: String, role: Role)
            switch weight {
            case .change: mark = Self.mark(freshness)
            case .figures: mark = ("~", .dimmed)
            case nil: continue
            }
            let beside = Position(row: place.row, column: place.column - 1)
            frame.put(mark.sign, at: beside, style: theme[mark.role], within: area)
        }
    }

    /// Marks a line that continues past the page's edges.
    private mutating func drawEdges(
        _ line: Line, _ shown: Range<Int>, _ width: Int, at place: Position, in area: Rect
    ) {
        if shown.lowerBound > 0 { frame.put("‹", at: place, style: theme[.marker], within: area) }
        guard line.width > shown.upperBound else { return }
        let edge = Position(row: place.row, column: place.column + Column(width - 1))
        frame.put("›", at: edge, style: theme[.marker], within: area)
    }

    /// Returns the mark of a changed line, which fades while a watched page stays unchanged.
    private static func mark(_ freshness: PageWatch.Freshness?) -> (sign: String, role: Role) {
        switch freshness {
        case .flash: ("█", .changeMark)
        case .recent, nil: ("▌", .changeMark)
        case .faded: ("▏", .dimmed)
        }
    }

    /// Draws a line.
    /// - Parameter stands: Whether it is shown in reverse video.
    private mutating func draw(
        _ line: Line, of document: Document, at place: Position, in area: Rect, stands: Bool
    ) {
        for run in line.runs {
            let isChosen = run.link != nil && run.link == document.reader.chosenLink
            let isAbsent = run.link.map { model.isAbsent(link: $0, of: document) } ?? false
            var style = isChosen ? theme[.chosenLink] : isAbsent ? theme[.dimmed] : theme.style(of: run)
            if stands { style.attributes.formSymmetricDifference(.reverse) }
            let position = Position(row: place.row, column: place.column + Column(run.columns.lowerBound))
            guard position.column < area.endColumn else { return }
            if isChosen, frame.cursor == nil, document.reader.search?.isHitLeft ?? true {
                frame.cursor = position
            }
            let range = run.range.clamped(to: 0..<line.bytes.count)
            frame.put(line.bytes.span.extracting(range), at: position, style: style, within: area)
            if !document.reader.filling.isEmpty { drawField(run, of: document, at: position, in: area) }
        }
    }

    /// Puts the parts of a picture in place of the blanks of a line.
    private mutating func drawPixels(
        _ line: Line, of layout: LaidOutPage, _ shown: Range<Int>, at place: Position, in area: Rect
    ) {
        for run in line.runs {
            guard let (number, row) = run.picturePart,
                let pixels = layout.pictures.values.lazy.compactMap(\.pixels).first(where: {
                    $0.number == number
                })
            else { continue }
            for column in run.columns.clamped(to: shown) {
                let cell = Position(row: place.row, column: place.column + Column(column - shown.lowerBound))
                guard area.contains(cell), frame.bounds.contains(cell) else { continue }
                frame.put(pixels, row: row, column: column - run.columns.lowerBound, at: cell)
            }
        }
    }

    // Highlighting of matches.

    /// Highlights the matches on a line of a page.
    mutating func drawMarks(_ line: Int, of document: Document, at place: Position, in area: Rect) {
        // A link chosen after the match keeps the cursor.
        let cursor = frame.cursor
        for mark in document.reader.search?.marks[line] ?? [] {
            guard let columns = document.columns(mark.columns, shownOfLine: line) else { continue }
            draw(columns, isHit: mark.isHit, at: place, in: area)
            if mark.isHit, document.reader.search?.isHitLeft ?? true { frame.cursor = cursor }
        }
    }

    /// Highlights the matches on a line.
    mutating func drawMarks(_ marks: [SearchMark], at place: Position, in area: Rect) {
        for mark in marks { draw(mark.columns, isHit: mark.isHit, at: place, in: area) }
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
        put(figures, at: column, .prompt, in: plan.bottom)
    }

    /// Highlights the selection in reverse video, which is visible in every theme, and without colors.
    mutating func drawSelection() {
        guard let selection = model.screen.drag.selection else { return }
        for rect in selection.rows where rect.row >= selection.area.row && rect.row < selection.area.endRow {
            frame.restyle(rect) { $0.attributes.formSymmetricDifference(.reverse) }
        }
    }
}
