import CellGrid

// What lies over the panes: its keys, its place on the screen, what is looked for in it.
extension Model {
    /// Where the overlay's content goes.
    var overlayArea: Rect { overlayRect.inside }

    /// Where the overlay stands, its border included: as large as its content, in the middle of the panes.
    var overlayRect: Rect { overlay.map { rect(of: $0) } ?? plan.body }

    private func rect(of overlay: any Overlay) -> Rect {
        var rect = plan.body
        let room = rect.inside
        // The title and the figures beside it have room, too.
        let columns = max(overlay.columns(of: room.columns, self), min(room.columns, 36))
        rect.columns = min(rect.columns, columns + 2)
        rect.column += (plan.body.columns - rect.columns) / 2
        guard let rows = overlay.rows(width: rect.inside.columns, self) else { return rect }
        rect.rows = min(rect.rows, Row(max(1, rows)) + 2)
        rect.row += (plan.body.rows - rect.rows) / 2
        return rect
    }

    /// Brings the overlay into line with everything else. Its place is emptied meanwhile, as some of it is large.
    mutating func settleOverlay() {
        guard var overlay else { return }
        // How many rows it has is known when it is settled: where all have room, nothing is scrolled.
        var area = plan.body
        (area.column, area.columns) = (overlayRect.column, overlayRect.columns)
        self.overlay = nil
        if overlay.settle(in: area.inside, self) { self.overlay = overlay }
    }

    /// Goes on with what the overlay has left to be done. Its place is emptied meanwhile.
    mutating func advanceOverlay() {
        guard var overlay else { return }
        self.overlay = nil
        overlay.advance()
        self.overlay = overlay
    }

    /// Does what a key says in the overlay.
    mutating func pressInOverlay(_ key: Key) -> [Effect] {
        switch reaction(to: key) {
        case .stays(let effects): return effects
        case .closes(let effects):
            overlay = nil
            return effects
        case .passes(let command?): return call(command, as: key.name) ?? []
        case .passes(nil):
            notice = .refusal(keys.namingKeys("\(key.name) does nothing here: \(overlay?.ways ?? "")"))
            return []
        }
    }

    // The overlay is not held any longer than this, so that it is changed in place by commands that are not its own.
    private mutating func reaction(to key: Key) -> OverlayReaction {
        guard let overlay else { return .passes(nil) }
        return overlay.react(to: overlay.command(for: key, in: keys), key, in: &self)
    }

    // MARK: Lists

    /// The list over the panes; nil for none.
    var listed: (any ListOverlay)? { overlay as? any ListOverlay }

    /// Moves to the entry that what was typed so far leads to.
    mutating func findOption() {
        guard case .find(let editor, let start) = prompt, var list = listed else { return }
        let isFound = list.find(editor.text, from: start, self)
        overlay = list
        if !isFound { notice = .refusal("Not found in this list.") }
    }

    /// Changes the list over the panes where it is narrowed by what is typed. False for another.
    @discardableResult
    mutating func changeNarrowed(_ change: (inout any NarrowedList) -> Void) -> Bool {
        guard var list = overlay as? any NarrowedList else { return false }
        change(&list)
        overlay = list
        return true
    }

    /// The entry of the list over the panes at a place; nil where none stands.
    func entry(at place: Position) -> Int? {
        let area = overlayArea
        guard area.contains(place) else { return nil }
        return listed?.entry(atRow: (place.row - area.row).value, in: area)
    }

    /// Does what a click on an entry means: it is chosen, and taken where it was chosen before.
    mutating func click(entry index: Int) -> [Effect] {
        guard var list = listed else { return [] }
        if list.cursor.index == index { return press(keys.binding(of: list.taking)?.keys.first ?? .enter) }
        list.cursor.move(to: index)
        overlay = list
        return []
    }

    // MARK: Words

    /// The words over the panes and the place among them; nil for none.
    var overlayText: ScrolledText? {
        get { (overlay as? any TextOverlay)?.text }
        set {
            guard let newValue, var words = overlay as? any TextOverlay else { return }
            words.text = newValue
            overlay = words
        }
    }
}

extension Screen {
    mutating func drawOverlay() {
        guard let overlay = model.overlay else { return }
        let rect = model.overlayRect
        frame.fill(rect, style: theme[.text])
        // What was chosen in the page is not what keys are for now.
        frame.cursor = rect.inside.origin
        frame.box(rect, title: model.overlayTitle, style: theme[.focusedBorder])
        overlay.draw(in: rect.inside, on: &self)
    }

    /// Shows that a row of a list is under the cursor, all of it, and puts the terminal's own cursor there.
    mutating func drawCursor(inRow row: Int, of area: Rect) {
        var rect = area
        rect.row += Row(row)
        rect.rows = 1
        let (chosen, match) = (theme[.chosenLink], theme[.match])
        // The letters by which an entry was found stay marked.
        frame.restyle(rect.clipped(to: area)) { if $0 != match { $0 = chosen } }
        frame.cursor = Position(row: rect.row, column: min(rect.column + 1, rect.endColumn - 1))
    }

    /// Writes figures into the border of the overlay.
    mutating func drawOverlayFigures(_ figures: String) {
        let rect = model.overlayRect
        guard let column = drawFigures(figures, on: rect, theme[.focusedBorder]) else { return }
        let command: Command = model.listed == nil ? .pageDown : .optionPageDown
        guard let key = model.keys.binding(of: command)?.keys.first else { return }
        note(
            .hint(key), at: Position(row: rect.row, column: column), columns: TextWidth.columns(of: figures))
    }
}
