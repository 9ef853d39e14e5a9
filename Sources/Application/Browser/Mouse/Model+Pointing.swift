import CellGrid

// The mouse: the wheel scrolls the pane under the pointer, a click counts if press and release are on the same target,
// and a drag moves a border or selects text.
extension Model {
    /// The number of lines scrolled by one step of the wheel.
    private static let wheelStep = 3

    mutating func point(_ mouse: Key.Mouse) -> [Effect] {
        guard screen.takesMouse, screen.isLargeEnough else { return [] }
        let place = Position(row: Row(mouse.row), column: Column(mouse.column))
        switch mouse.action {
        case .wheelUp: roll(-Self.wheelStep, at: place)
        case .wheelDown: roll(Self.wheelStep, at: place)
        case .pressed:
            // Find the target before the notice is removed: hints move when the message before them disappears.
            screen.drag = .pressed(hitTarget(at: place), at: place)
            notice = nil
        case .middlePressed:
            screen.drag = .none
            return middleClick(hitTarget(at: place))
        case .dragged: drag(to: place)
        case .released: return release(at: place)
        }
        return []
    }

    /// Releases the mouse to the terminal, or captures it again.
    mutating func toggleMouse() {
        screen.toggleMouse()
        notice = .news(
            screen.takesMouse
                ? "The mouse scrolls, follows links and selects here."
                : keys.namingKeys("Mouse released to the terminal; {mouse} captures it again."))
    }

    // MARK: Drags

    private mutating func drag(to place: Position) {
        switch screen.drag {
        case .pressed(.border(let border), _):
            screen.drag = .border(border)
            move(border, to: place)
        case .pressed(_, let start):
            guard start != place, var selection = selection(from: start) else { return }
            extend(&selection, to: place)
            screen.drag = .selecting(selection)
        case .border(let border): move(border, to: place)
        case .selecting(var selection):
            extend(&selection, to: place)
            screen.drag = .selecting(selection)
        case .none, .selected: break
        }
    }

    private mutating func move(_ name: PaneBorder, to place: Position) {
        guard let border = plan.borders.first(where: { $0.name == name }) else { return }
        let whole = border.whole
        switch name.edge {
        case .columns:
            screen.shares.put(name, behind: (place.column - whole.column).value, of: whole.columns.value)
        case .above: screen.shares.put(name, behind: (place.row - whole.row).value, of: whole.rows.value)
        }
    }

    private mutating func release(at place: Position) -> [Effect] {
        switch screen.drag {
        case .pressed(let target, let start):
            screen.drag = .none
            // A target that moved under the pointer meanwhile was not meant.
            guard start == place, target.isOfHintLine || self.hitTarget(at: place) == target else {
                return []
            }
            return click(target, at: place)
        case .selecting(let selection):
            screen.drag = .selected(selection)
            return copySelection(selection)
        case .none, .border, .selected:
            if case .border = screen.drag { screen.drag = .none }
            return []
        }
    }

    // MARK: Clicks

    private mutating func click(_ target: HitTarget, at place: Position) -> [Effect] {
        if case .question = inputMode {
            return refuse(keys.line("Answer the question first: {agree} is yes, {disagree} no."))
        }
        switch target {
        case .tab(let index): return turn(to: index)
        case .link(let index):
            inputMode = nil
            screen.focus(on: .page)
            document?.reader.chosenLink = index
            return call(.follow, as: "Click") ?? []
        case .border:
            // A click on a border without a drag is for the pane of that border, like its title and figures.
            guard let pane = plan.places.last(where: { $0.rect.contains(place) })?.pane else { return [] }
            let drawn = Screen(self).targets.last { $0.rect.contains(place) }?.target
            return click(drawn ?? .pane(pane), at: place)
        case .pane(let pane):
            screen.focus(on: pane)
            if pane == .state { choosePoll(at: place) }
        case .title(let pane):
            // A click on the title of the focused pane zooms it, or ends the zoom.
            if screen.focus == pane { return call(.zoom, as: "Click") ?? [] }
            screen.focus(on: pane)
        case .figures(let pane):
            screen.focus(on: pane)
            scroll(.screens(1))
        case .command(let command):
            inputMode = nil
            return call(command, as: "Click") ?? []
        case .hint(let key): return press(key)
        case .entry(let index): return click(entry: index)
        case .offer(let index): return accept(offer: index)
        case .typed(let count): prompt?.editor.move(to: count)
        case .nothing: break
        }
        return []
    }

    /// Opens the link or list entry under the middle button in a background tab.
    private mutating func middleClick(_ target: HitTarget) -> [Effect] {
        switch target {
        case .link(let index):
            (notice, inputMode) = (nil, nil)
            screen.focus(on: .page)
            document?.reader.chosenLink = index
            return call(.followBehind, as: "Middle click") ?? []
        case .entry(let index):
            guard var list = overlay as? PageList else { return [] }
            list.cursor.move(to: index)
            overlay = list
            return press(keys.binding(of: .followBehind)?.keys.first ?? ",")
        case .tab, .border, .pane, .title, .figures, .command, .hint, .offer, .typed, .nothing: return []
        }
    }

    /// Chooses an entry of the completion list; accepts it if it is already chosen.
    private mutating func accept(offer index: Int) -> [Effect] {
        guard let line = prompt?.listed else { return [] }
        if line.isListed, line.cursor.index == index {
            return press(keys.binding(of: .accept)?.keys.first ?? .enter)
        }
        prompt?.listed?.choose(index)
        return []
    }

    // MARK: The wheel

    /// Scrolls the content at a position by some lines, independent of the focus.
    private mutating func roll(_ lines: Int, at place: Position) {
        if let offers, offers.area.contains(place) { return walk(lines < 0 ? .previous : .next) }
        if overlay != nil {
            guard overlayRect.contains(place) else { return }
            let area = overlayArea
            overlay?.roll(by: lines, atRow: (place.row - area.row).value, in: area)
            return
        }
        guard let pane = plan.places.first(where: { $0.rect.contains(place) }) else { return }
        switch pane.pane {
        case .page: scrollPage(to: (document?.reader.top ?? 0) + lines)
        case .state, .diff, .headers:
            let top = texts[pane.pane]?.top ?? 0
            texts[pane.pane]?.scroll(to: top + lines, height: max(1, pane.content.rows.value))
        }
    }

    // Hit testing: the reverse of drawing.

    /// Returns the target at a position of the screen.
    func hitTarget(at place: Position) -> HitTarget {
        if let prompt { return hitTarget(at: place, in: prompt) }
        let plan = plan
        if let line = plan.tabLine, line.contains(place) {
            return TabLine(account.tabs, plot, width: line.columns).tab(at: place.column - line.column).map {
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
        let line = document.reader.top + (place.row - area.row).value
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
