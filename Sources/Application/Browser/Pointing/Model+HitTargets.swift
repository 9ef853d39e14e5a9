import CellGrid

// Hit testing: the reverse of drawing.
extension Model {
    /// Returns the target at a position of the screen.
    func hitTarget(at place: Position) -> HitTarget {
        if let prompt { return hitTarget(at: place, in: prompt) }
        let plan = plan
        if let line = plan.tabLine, line.contains(place) {
            return TabLine(account.tabs, width: line.columns).tab(at: place.column - line.column).map {
                .tab($0)
            }
                ?? .nothing
        }
        // Drawn elements register their own click targets.
        let drawn = Screen(self).targets.last { $0.rect.contains(place) }?.target
        if case .hint = drawn { return drawn ?? .nothing }
        guard overlay == nil else { return entry(at: place).map { .entry($0) } ?? .nothing }
        // A border can also be dragged by its title; only clicks distinguish the two.
        if let border = plan.borders.first(where: { $0.rect.contains(place) }) { return .border(border.name) }
        if let drawn { return drawn }
        guard let pane = plan.places.first(where: { $0.rect.contains(place) }) else { return .nothing }
        let text = textArea(pane.content)
        if pane.pane == .page, text.contains(place), let link = link(at: place, in: text) {
            return .link(link)
        }
        return .pane(pane.pane)
    }

    /// Returns the link or field of the page at a position of its pane.
    private func link(at place: Position, in area: Rect) -> Int? {
        guard let document else { return nil }
        // Link numbers shift the text after them.
        if case .hints = inputMode { return nil }
        let line = document.top + (place.row - area.row).value
        let column = (place.column - area.column - gutter(area)).value
        guard line < document.layout.lineCount else { return nil }
        return document.lineShown(line).runs.first { $0.columns.contains(column) && $0.link != nil }?.link
    }

    // MARK: The prompt

    /// The completion list above the prompt: its area, the rows of its entries, and the cursor; nil if there is no list
    /// to choose from.
    var offers: (area: Rect, rows: Rect, cursor: ListCursor)? {
        guard let line = prompt?.listed, line.showsList else { return nil }
        let form = line.form(above: plan.bottom)
        return (form.area, form.rows, line.cursor)
    }

    private func hitTarget(at place: Position, in prompt: Prompt) -> HitTarget {
        if let offers, offers.rows.contains(place) {
            let index = offers.cursor.top + (place.row - offers.rows.row).value
            return index < offers.cursor.count ? .offer(index) : .nothing
        }
        guard plan.bottom.contains(place) else { return .nothing }
        let line = PromptLine(prompt, in: plan.bottom)
        return .typed(line.cluster(at: place.column))
    }
}

extension TabLine {
    /// Returns the tab at a column of the line; at the count of hidden tabs, the one next to the visible ones.
    func tab(at column: Column) -> Int? { places.first { $0.columns.contains(column) }?.tab }
}

extension ListCursor {
    /// Scrolls by some lines, and keeps the cursor on the screen.
    mutating func roll(by lines: Int, height: Int) {
        let top = max(0, min(top + lines, count - height))
        move(to: max(top, min(index, top + height - 1)))
        show(from: top)
    }
}
