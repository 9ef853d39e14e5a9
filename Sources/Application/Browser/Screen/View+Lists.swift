import CellGrid

// The list above a line being typed.
extension Screen {
    /// Draws what the line being typed may become. Of commands each has its key, and what it does or why it can do
    /// nothing now.
    mutating func drawList() {
        let model = model
        switch model.prompt {
        case .command(let line) where line.isFilter:
            let list = FilterCompletion.list(line.editor.text)
            let form = ListForm(words: list, above: plan.bottom)
            draw(list, in: form, title: "What to hold", isWalked: false) { _ in nil }
        case .command(let line):
            let form = ListForm(commands: line, above: plan.bottom)
            draw(line.list, in: form, title: "Commands", isWalked: line.binding != nil) { binding in
                // What is hindered is what the key does; an address can be loaded ahead without a link.
                guard line.argument == nil, !line.awaitsArgument else { return nil }
                return binding.command.disabledReason(in: model).map {
                    model.keys.namingKeys($0.words(of: binding))
                }
            }
        case .address(let line) where line.showsList:
            let form = ListForm(pages: line, above: plan.bottom)
            draw(line.list, in: form, title: "Pages", isWalked: line.origin == .listed) { _ in nil }
        case .contents(let line):
            let form = ListForm(contents: line, above: plan.bottom)
            draw(line.list, in: form, title: line.kind.title, isWalked: true) { _ in nil }
        case .field(let line) where !line.list.shown.isEmpty:
            let form = ListForm(field: line, above: plan.bottom)
            let title = line.place.field.kind == .file ? "Files" : "Suggestions"
            draw(line.list, in: form, title: title, isWalked: line.isListed) { _ in nil }
        case .address, .user, .password, .field, .requestLine, .find, .account, .file, .download,
            .search, nil:
            break
        }
    }

    /// Draws a list.
    /// - Parameters:
    ///   - isWalked: Whether the entry under the cursor is chosen.
    ///   - disabledReason: Why an entry cannot be chosen now; nil when it can.
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
        }
        if let chosen = list.chosen {
            let words = form.words(of: chosen, disabledReason(chosen.item))
            draw(ScrolledText(lines: words), in: form.below)
        } else {
            draw(StyledLine("   Nothing fits.", .dimmed), at: form.rows.origin, in: form.rows)
        }
    }
}
