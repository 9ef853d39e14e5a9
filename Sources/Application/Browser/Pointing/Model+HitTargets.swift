import CellGrid

// What stands where: the reverse of drawing.
extension Model {
    /// What stands at a place of the screen.
    func hitTarget(at place: Position) -> HitTarget {
        if let prompt { return hitTarget(at: place, in: prompt) }
        let plan = plan
        if let line = plan.tabLine, line.contains(place) {
            return TabLine(account.tabs, width: line.columns).tab(at: place.column - line.column).map {
                .tab($0)
            }
                ?? .nothing
        }
        // What is drawn says itself where it can be clicked.
        let drawn = Screen(self).targets.last { $0.rect.contains(place) }?.target
        if case .hint = drawn { return drawn ?? .nothing }
        guard overlay == nil else { return entry(at: place).map { .entry($0) } ?? .nothing }
        // A border is moved where its title is, too; clicks tell them apart.
        if let border = plan.borders.first(where: { $0.rect.contains(place) }) { return .border(border.name) }
        if let drawn { return drawn }
        guard let pane = plan.places.first(where: { $0.rect.contains(place) }) else { return .nothing }
        let text = textArea(pane.content)
        if pane.pane == .page, text.contains(place), let link = link(at: place, in: text) {
            return .link(link)
        }
        return .pane(pane.pane)
    }

    /// The link or field of the page at a place of its pane.
    private func link(at place: Position, in area: Rect) -> Int? {
        guard let document else { return nil }
        // Numbers move what stands behind them.
        if case .hints = inputMode { return nil }
        let line = document.top + (place.row - area.row).value
        let column = (place.column - area.column - gutter(area)).value
        guard line < document.layout.lineCount else { return nil }
        return document.lineShown(line).runs.first { $0.columns.contains(column) && $0.link != nil }?.link
    }

    // MARK: The line being typed

    /// The list above the line being typed: all of it, its entries, and the place in it; nil where there is none from
    /// which anything is chosen.
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
    /// The tab at a column of the line; the one next to those shown where the others are counted.
    func tab(at column: Column) -> Int? { places.first { $0.columns.contains(column) }?.tab }
}

extension ListCursor {
    /// Scrolls by some lines, and takes the cursor along where it would be left behind.
    mutating func roll(by lines: Int, height: Int) {
        let top = max(0, min(top + lines, count - height))
        move(to: max(top, min(index, top + height - 1)))
        show(from: top)
    }
}
