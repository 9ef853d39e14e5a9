import CellGrid

// The line of tabs and the list of them.
extension Screen {
    mutating func drawTabLine() {
        guard let area = plan.tabLine else { return }
        frame.fill(area, style: theme[.hint])
        draw(TabLine(model.tabs, width: area.columns).line, at: area.origin, in: area)
    }

    /// Draws the list of tabs; where addresses have no room beside titles, that of the tab under the cursor stands
    /// below.
    mutating func draw(_ list: TabList, in area: Rect) {
        let lines = model.tabs.lines(list, width: area.columns)
        var rows = area
        if !Tabs.hasAddresses(width: area.columns) {
            rows.rows -= 1
            let address = TextWidth.shortened(model.tabs[list.cursor.index].address, to: area.columns - 2)
            let place = Position(row: rows.endRow, column: area.column + 1)
            frame.put(address, at: place, style: theme[.dimmed], within: area)
        }
        draw(ScrolledText(lines: lines, top: list.cursor.top), in: rows)
    }
}
