// Focus, zoom and arrangement.
extension Model {
    /// Puts a pane in focus; one without room of its own is shown alone.
    mutating func focus(on pane: Pane) {
        if zoomed != nil { zoomed = pane }
        focus = pane
    }

    mutating func focusNext() {
        if zoomed != nil {
            let panes = Pane.allCases
            focus(on: panes[(focus.rawValue) % panes.count])
            return
        }
        let shown = plan.places.map(\.pane)
        guard let index = shown.firstIndex(of: focus) else { return }
        focus = shown[(index + 1) % shown.count]
    }

    mutating func toggleDiff() {
        diffChoice = !wantsDiff
        if !wantsDiff, focus == .diff { focus(on: .page) }
        notice = .news(wantsDiff ? "Diff on." : "Diff off.")
        if wantsDiff, plan[.diff] == nil {
            notice = .news(keys.namingKeys("Diff on, but there is no room: press {diff-pane} to see it."))
        }
    }

    mutating func rearrange(to choice: LayoutPreset) -> [Effect] {
        chosenArrangement = choice
        diffChoice = nil
        zoomed = nil
        if plan.places.count == 1 { focus = .page }
        let isCramped = arrangement != .read && plan.places.count == 1
        notice = .news(
            isCramped
                ? keys.namingKeys(
                    "Layout \(arrangement.rawValue): press {page-pane} to {headers-pane} for panes.")
                : arrangement.sentence)
        return [.saveArrangement(arrangement)]
    }

    /// Arranges the panes as a name says.
    mutating func rearrange(as name: String) throws(TypingMistake) -> [Effect] {
        guard let choice = LayoutPreset(rawValue: name) else {
            let names = LayoutPreset.allCases.map(\.rawValue).joined(separator: ", ")
            throw TypingMistake(words: "There is no layout “\(name)”: there are \(names).")
        }
        return rearrange(to: choice)
    }
}
