import CellGrid

// What lies over the panes: its keys, its place on the screen, what is looked for in it.
extension Model {
    /// Where an overlay's content goes.
    var overlayArea: Rect { plan.body.inside }

    /// Brings the overlay into line with everything else. Its place is emptied meanwhile, as some of it is large.
    mutating func settleOverlay() {
        guard var overlay else { return }
        self.overlay = nil
        if overlay.settle(in: overlayArea, self) { self.overlay = overlay }
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
        frame.box(plan.body, title: model.overlayTitle, style: theme[.focusedBorder])
        overlay.draw(in: model.overlayArea, on: &self)
    }

    /// Writes figures into the border of the overlay.
    mutating func drawOverlayFigures(_ figures: String) {
        drawFigures(figures, on: plan.body, theme[.focusedBorder])
    }
}
