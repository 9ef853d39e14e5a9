import Configuration

// Focus, zoom and layout.
extension Model {
    mutating func focusNext() {
        if screen.zoomed != nil {
            let panes = Pane.allCases
            screen.focus(on: panes[(screen.focus.rawValue) % panes.count])
            return
        }
        let shown = plan.places.map(\.pane)
        guard let index = shown.firstIndex(of: screen.focus) else { return }
        screen.focus(on: shown[(index + 1) % shown.count])
    }

    mutating func toggleDiff() {
        screen.toggleDiff()
        notice = .news(screen.wantsDiff ? "Diff on." : "Diff off.")
        if screen.wantsDiff, plan[.diff] == nil {
            notice = .news(keys.namingKeys("Diff on, but there is no room: press {diff-pane} to see it."))
        }
    }

    mutating func rearrange(to choice: LayoutPreset) -> [Effect] {
        screen.arrange(as: choice)
        if plan.places.count == 1 { screen.focus(on: .page) }
        let isCramped = screen.arrangement != .read && plan.places.count == 1
        notice = .news(
            isCramped
                ? keys.namingKeys(
                    "Layout \(screen.arrangement.rawValue): press {page-pane} to {headers-pane} for panes.")
                : screen.arrangement.sentence)
        return [.preferences(.saveArrangement(screen.arrangement))]
    }

    /// Applies the layout with a name.
    mutating func rearrange(as name: String) throws(TypingMistake) -> [Effect] {
        guard let choice = LayoutPreset(rawValue: name) else {
            let names = LayoutPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw TypingMistake(words: "Unknown layout “\(name)”; known are \(names).")
        }
        return rearrange(to: choice)
    }
}
