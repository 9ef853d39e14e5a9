import CellGrid

// The list above the prompt.
extension Screen {
    /// Draws the completions of the prompt. A command is shown with its key, and with its description or the reason why
    /// it is not available.
    mutating func drawList() {
        if case .command(let line) = model.prompt, let list = line.arguments(in: model) {
            let form = ListForm(list, count: list.entries.count, above: plan.bottom)
            draw(
                list, in: form, title: line.isFilter ? "Intercept which?" : line.list.chosen?.name ?? "",
                isWalked: false
            ) { _ in nil }
        } else if let line = model.prompt?.listed, line.showsList {
            drawList(of: line)
        }
    }

    private mutating func drawList(of line: some ListedLine) {
        let (model, form) = (model, line.form(above: plan.bottom))
        draw(line.list, in: form, title: line.listTitle, isWalked: line.isListed) {
            line.disabledReason(of: $0, model)
        }
    }

    /// Draws a list.
    /// - Parameters:
    ///   - isWalked: Whether the entry under the cursor is chosen.
    ///   - disabledReason: The reason why an entry cannot be chosen now; nil if it can.
    private mutating func draw<Item>(
        _ list: Shortlist<Item>, in form: ListForm, title: String, isWalked: Bool,
        disabledReason: (Item) -> String?
    ) {
        let cursor = list.cursor
        frame.fill(form.area, style: theme[.text])
        if form.isBordered {
            frame.box(form.area, title: title, style: theme[.focusedBorder])
            let figures = "\(list.shown.count)/\(list.entries.count)"
            drawFigures(figures, on: form.area, theme[.focusedBorder])
        }
        for row in 0..<form.rows.rows.value where cursor.top + row < list.shown.count {
            let entry = list.entries[list.shown[cursor.top + row]]
            let line = form.line(
                entry, isChosen: isWalked && cursor.top + row == cursor.index, by: list.words,
                disabledReason(entry.item))
            draw(
                line, at: Position(row: form.rows.row + Row(row), column: form.rows.column), in: form.rows)
            if isWalked, cursor.top + row == cursor.index { drawCursor(inRow: row, of: form.rows) }
        }
        if let chosen = list.chosen {
            let words = form.words(of: chosen, disabledReason(chosen.item))
            draw(ScrolledText(lines: words), in: form.below)
        } else {
            draw(StyledLine("  No matches.", .dimmed), at: form.rows.origin, in: form.rows)
        }
    }
}
