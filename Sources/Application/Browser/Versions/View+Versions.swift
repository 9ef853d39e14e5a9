import CellGrid

// The lists of versions and of sessions.
extension Screen {
    /// Draws the list of versions.
    mutating func draw(_ list: VersionList, in area: Rect) {
        let lines = list.versions.indices.map { index in
            list.line(
                index, list.versions[index].stored.map(model.date) ?? "unreadable", width: area.columns)
        }
        draw(ScrolledText(lines: lines, top: list.cursor.top), in: area)
        drawFigures("\(list.cursor.index + 1)/\(list.versions.count)", on: plan.body, theme[.focusedBorder])
    }

    /// Draws the list of sessions, with what is said of the one under the cursor below.
    mutating func draw(_ list: SessionList, in area: Rect) {
        var rows = area
        rows.rows -= 1
        let lines = list.lines(
            width: area.columns, height: rows.rows.value, plot: model.plot,
            date: { model.date($0, to: .seconds) })
        draw(ScrolledText(lines: lines), in: rows)
        let words = TextWidth.shortened(list.words, to: area.columns - 2)
        let place = Position(row: rows.endRow, column: area.column + 1)
        frame.put(words, at: place, style: theme[.dimmed], within: area)
        drawFigures(
            "\(list.list.shown.count)/\(list.list.entries.count)", on: plan.body, theme[.focusedBorder])
    }
}
