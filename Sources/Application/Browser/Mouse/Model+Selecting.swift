import CellGrid
import PageLayout

// Selecting text with the mouse: what the screen shows of one pane or overlay.
extension Model {
    /// Returns a selection that begins at a position, or nil if no text can be selected there.
    func selection(from place: Position) -> Selection? {
        guard prompt == nil else { return nil }
        guard overlay == nil else {
            return overlayArea.contains(place)
                ? Selection(in: overlayArea, of: nil, on: screenState(of: nil), from: place) : nil
        }
        guard let pane = plan.places.first(where: { $0.content.contains(place) }) else { return nil }
        var area = pane.content
        if pane.pane == .page {
            area = textArea(pane.content)
            // The change marks in the gutter are not part of the page's text.
            let gutter = gutter(area)
            area.column += gutter
            area.columns -= gutter
        }
        var start = place
        start.column = max(start.column, area.column)
        return Selection(in: area, of: pane.pane, on: screenState(of: pane.pane), from: start)
    }

    private func screenState(of pane: Pane?) -> Selection.ScreenState {
        let top = pane == .page ? 0 : pane.map { texts[$0]?.top ?? 0 } ?? overlayText?.top ?? 0
        return Selection.ScreenState(
            size: screen.size, tab: account.tabs.frontIndex, page: pane == .page ? hintScreenState : nil,
            top: top)
    }

    /// Removes the selection when other text is shown under it.
    mutating func settleSelection() {
        guard let selection = screen.drag.selection else { return }
        let isCovered = prompt != nil || (overlay == nil) != (selection.pane != nil)
        if isCovered || selection.screenState != screenState(of: selection.pane) { screen.drag = .none }
    }

    /// Extends a selection to a position, and scrolls by a line if that is above or below its pane.
    ///
    /// A terminal reports a drag for each cell that the pointer enters, so moving it past the edge scrolls as fast as
    /// the hand moves: no timer is needed, and nothing moves under a pointer that rests.
    mutating func extend(_ selection: inout Selection, to place: Position) {
        let area = selection.area
        let lines = place.row < area.row ? -1 : place.row >= area.endRow ? 1 : 0
        if lines != 0 {
            scroll(lines, under: selection)
            let ground = screenState(of: selection.pane)
            // If nothing moved, the text has ended.
            selection.scroll(by: ground == selection.screenState ? 0 : lines, to: ground)
        }
        selection.extend(to: place)
    }

    private mutating func scroll(_ lines: Int, under selection: Selection) {
        switch selection.pane {
        case .page: scrollPage(to: (document?.reader.top ?? 0) + lines)
        case .state?, .diff?, .headers?:
            guard let pane = selection.pane else { return }
            texts[pane]?.top += lines
            texts[pane]?.clamp(height: max(1, selection.area.rows.value))
        case nil where overlayText != nil: scroll(.lines(lines))
        case nil: return
        }
    }

    mutating func copySelection(_ selection: Selection) -> [Effect] {
        let text = text(of: selection)
        guard text.contains(where: { !$0.isWhitespace }) else { return refuse("Only spaces are selected.") }
        return copy(text, "The selection")
    }

    /// Returns the selected text as the screen shows it, without trailing blanks of lines. Lines of the page that were
    /// broken for its width are joined again.
    func text(of selection: Selection) -> String {
        LineJoin.text(
            zip(selection.rows, lines(of: selection)).map { ($1, join(above: $0.row, of: selection)) })
    }

    /// Returns the text in each row of a selection. Rows that were scrolled away are read from a screen that is
    /// rendered for it.
    private func lines(of selection: Selection) -> [String] {
        let (area, rows) = (selection.area, selection.rows)
        let height = area.rows.value
        // The first row was on the screen once, so a screen may begin with it.
        let first = (rows[0].row - area.row).value
        let isInSight = first >= 0 && first + rows.count <= height
        var (shift, frame) = (0, view(self))
        return rows.enumerated().map { index, row in
            let screen = isInSight ? 0 : first + index / height * height
            if screen != shift {
                shift = screen
                frame = view(shifted(by: shift, selection.pane))
            }
            return wideText(in: row, of: selection) ?? frame.text(in: row.moved(by: -shift)).trimmedAtEnd
        }
    }

    /// Returns the selected text of a line that is wider than the page, or nil for any other row. If the selection
    /// reaches the edge of the screen, it includes everything beyond.
    private func wideText(in row: Rect, of selection: Selection) -> String? {
        guard selection.pane == .page, let document else { return nil }
        let index = document.reader.top + (row.row - selection.area.row).value
        guard index >= 0, index < document.layout.lineCount else { return nil }
        let line = document.layout.line(index)
        guard let shown = document.columnsShown(of: line) else { return nil }
        let (first, end) = (
            (row.column - selection.area.column).value, (row.endColumn - selection.area.column).value
        )
        let start = first <= 0 ? 0 : min(shown.lowerBound + first, line.width)
        let columns = start..<(end >= document.widthShown ? line.width : max(start, shown.lowerBound + end))
        return line.cut(to: columns).text.trimmedAtEnd
    }

    /// Returns the browser with the text of a pane or overlay scrolled up by some lines.
    private func shifted(by lines: Int, _ pane: Pane?) -> Model {
        var model = self
        switch pane {
        case .page: model.document?.reader.top += lines
        case .state?, .diff?, .headers?: if let pane { model.texts[pane]?.top += lines }
        case nil: model.overlayText?.top += lines
        }
        return model
    }

    /// Returns how a row is joined to the one above.
    private func join(above row: Row, of selection: Selection) -> LineJoin {
        guard selection.pane == .page, let document else { return .end }
        return document.layout.join(above: document.reader.top + (row - selection.area.row).value)
    }
}

extension Rect {
    /// Returns the same cells, moved down by some rows.
    fileprivate func moved(by rows: Int) -> Rect {
        Rect(row: row + Row(rows), column: column, rows: self.rows, columns: columns)
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
