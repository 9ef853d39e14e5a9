import CellGrid

// The overlays: their keys and their place on the screen.
extension Model {
    /// The overlay on top; nil for none. Setting it replaces the one on top, but covers the traffic, which returns when
    /// it is closed; nil closes all of them.
    var overlay: (any Overlay)? {
        get { overlays.last }
        set {
            guard let newValue else { return overlays = [] }
            if overlays.last is TrafficOverlay, !(newValue is TrafficOverlay) {
                return overlays.append(newValue)
            }
            overlays = overlays.dropLast() + [newValue]
        }
        _modify {
            var top = overlays.popLast()
            defer { if let top { overlays.append(top) } }
            yield &top
        }
    }

    /// Closes the overlay on top.
    mutating func closeOverlay() { _ = overlays.popLast() }

    /// The area of the overlay's content.
    var overlayArea: Rect { overlayRect.inside }

    /// The area of the overlay with its border: the right half of a wide screen; otherwise all columns, and the rows at
    /// the bottom that its content needs.
    var overlayRect: Rect { overlay.map { rect(of: $0) } ?? plan.body }

    private func rect(of overlay: any Overlay) -> Rect {
        var rect = plan.body
        if rect.columns >= 200, !overlay.needsWidth {
            rect.column = rect.columns / 2
            rect.columns -= rect.column
            return rect
        }
        guard let rows = overlay.rows(width: rect.inside.columns, self) else { return rect }
        rect.rows = min(rect.rows, Row(max(1, rows)) + 2)
        rect.row = plan.body.endRow - rect.rows
        return rect
    }

    /// Updates the overlay after other changes. It is removed meanwhile, to avoid copying a large value.
    mutating func settleOverlay() {
        guard !overlays.isEmpty else { return }
        // The number of rows is known only after the overlay is settled: if all rows fit, nothing is scrolled.
        var area = plan.body
        (area.column, area.columns) = (overlayRect.column, overlayRect.columns)
        var top = overlays.removeLast()
        if top.settle(in: area.inside, self) { overlays.append(top) } else { settleOverlay() }
    }

    /// Performs the command of a key in the overlay; nil if it has none.
    mutating func perform(inOverlay command: Command?, by key: Key) -> [Effect] {
        switch overlay?.react(to: command, key, in: &self) ?? .passes(nil) {
        case .stays(let effects): return effects
        case .closes(let effects):
            closeOverlay()
            return effects
        case .passes(let command?): return call(command, as: key.name) ?? []
        case .passes(nil):
            return refuse(
                Command.replacement(of: key, in: overlay?.contexts ?? [])
                    ?? keys.namingKeys("\(key.name) does nothing here: \(overlay?.ways ?? "")"))
        }
    }

    // MARK: Lists

    /// The list overlay; nil if there is none.
    var listed: (any ListOverlay)? { overlay as? any ListOverlay }

    /// Moves to the entry that matches the text typed so far.
    mutating func findOption() {
        guard case .find(let editor, let start) = prompt, var list = listed else { return }
        let isFound = list.find(editor.text, from: start, self)
        overlay = list
        if !isFound { notice = .refusal("Not found in this list.") }
    }

    /// Changes a list overlay that is filtered by typing. Returns false for any other overlay.
    @discardableResult
    mutating func changeNarrowed(_ change: (inout any NarrowedList) -> Void) -> Bool {
        guard var list = overlay as? any NarrowedList else { return false }
        change(&list)
        overlay = list
        return true
    }

    /// Returns the entry of the list overlay at a position, or nil if there is none.
    func entry(at place: Position) -> Int? {
        let area = overlayArea
        guard area.contains(place) else { return nil }
        return listed?.entry(atRow: (place.row - area.row).value, in: area)
    }

    /// Handles a click on an entry: chooses it, or activates it if it was already chosen.
    mutating func click(entry index: Int) -> [Effect] {
        guard var list = listed else { return [] }
        if list.cursor.index == index { return press(keys.binding(of: list.taking)?.keys.first ?? .enter) }
        list.cursor.move(to: index)
        overlay = list
        return []
    }

    // MARK: Words

    /// The text and scroll position of a text overlay; nil for any other.
    var overlayText: ScrolledText? {
        get { (overlay as? any TextOverlay)?.text }
        set {
            guard let newValue, var words = overlay as? any TextOverlay else { return }
            words.text = newValue
            overlay = words
        }
    }
}
