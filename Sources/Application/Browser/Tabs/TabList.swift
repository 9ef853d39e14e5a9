import CellGrid

/// The list of tabs. It is drawn from the current tabs, so it is always up to date.
struct TabList: ListOverlay {
    var cursor: ListCursor

    /// Creates a list of these tabs with the cursor on one of them.
    init(_ tabs: Tabs, at index: Int) { cursor = ListCursor(count: tabs.count, at: index) }

    var title: String { "Tabs" }

    var hints: [Command] { [.takeOptions, .closeListed, .optionDown, .optionUp, .findOption, .leaveOptions] }

    var ways: String { "{take-entry} goes there, {close-entry} closes, {leave-list} leaves." }

    var context: KeyTable.Context { .tabs }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions: return .closes(model.turn(to: cursor.index))
        case .closeListed:
            guard model.account.tabs.count > 1 else { return .stays(model.refuse(.onlyTab)) }
            let effects = model.close(tab: cursor.index)
            model.overlay = TabList(model.account.tabs, at: cursor.index)
            return .stays(effects)
        case .some, nil: return .passes(command)
        }
    }

    func labels(_ model: Model) -> [String]? {
        model.account.tabs.indices.map { model.account.tabs[$0].title + " " + model.account.tabs[$0].address }
    }

    /// If addresses do not fit next to titles, the address of the tab under the cursor is shown below the list.
    func hasFooter(width: Column) -> Bool { width < 70 }

    func footer(_ model: Model) -> String { model.account.tabs[cursor.index].address }

    mutating func move(by command: Command, in area: Rect) -> Bool {
        cursor.perform(command, height: area.rows.value)
    }

    /// Returns number, state and title of each tab, and the address if it fits.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let tabs = model.account.tabs
        let digits = "\(tabs.count)".count
        let states = tabs.indices.map { tabs[$0].stateWords }
        let stateWidth = min(width / 3, states.map { TextWidth.columns(of: $0) }.max() ?? 0)
        let room = max(0, width - Column(digits) - 7 - stateWidth - 2)
        let addressWidth = hasFooter(width: width) ? 0 : room / 2
        return range.map { index in
            let (tab, isChosen) = (tabs[index], index == cursor.index)
            let number = String(repeating: " ", count: digits - "\(index + 1)".count) + "\(index + 1)"
            var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
            let mark = tab.mark(model.plot)
            line.append("\(number)\(index == tabs.frontIndex ? "•" : " ")", .name)
            line.append("\(mark.sign) ", mark.role)
            let role: Role = isChosen ? .chosenLink : .text
            line.append(
                TextWidth.shortenedInMiddle(
                    tab.title, to: room - addressWidth - (addressWidth > 0 ? 2 : 0)), role)
            line.pad(to: Column(digits) + 6 + room - addressWidth)
            if addressWidth > 0 {
                line.append(TextWidth.shortened(tab.address, to: addressWidth), .dimmed)
                line.pad(to: Column(digits) + 6 + room)
            }
            line.append("  " + TextWidth.shortened(states[index], to: stateWidth), mark.role)
            return line
        }
    }
}

/// The tab line: as many tabs as fit around the one in front, all of the same width.
struct TabLine {
    let line: StyledLine
    /// The columns of each tab; those of a count of hidden tabs stand for the nearest hidden one.
    let places: [(tab: Int, columns: Range<Column>)]

    /// The minimum width of a label.
    private static let narrowest: Column = 12
    /// The maximum width of a label.
    private static let widest: Column = 30

    /// Creates the tab line for a width; `plot` draws the signs.
    init(_ tabs: Tabs, _ plot: Plot, width: Column) {
        var line = StyledLine()
        var places: [(tab: Int, columns: Range<Column>)] = []
        let fits = max(1, width.value / Self.narrowest.value)
        // Hidden tabs are counted at both ends.
        let ends: Column = fits < tabs.count ? 8 : 0
        let shown = min(tabs.count, max(1, (width - ends).value / Self.narrowest.value))
        let first = max(0, min(tabs.frontIndex - shown / 2, tabs.count - shown))
        let room = min(Self.widest, (width - ends) / shown)
        if ends > 0 {
            line.append(first > 0 ? "‹\(first)" : "", .key)
            line.pad(to: 4, .hint)
        }
        if first > 0 { places.append((first - 1, 0..<line.width)) }
        for index in first..<(first + shown) {
            let (tab, isFront) = (tabs[index], index == tabs.frontIndex)
            let start = line.width
            let (mark, role): (_, Role) = (tab.mark(plot), isFront ? .key : .hint)
            line.append((isFront ? "▸" : " ") + "\(index + 1)", role)
            line.append("\(mark.sign)", mark.role)
            let used = line.width - start
            line.append(TextWidth.shortenedInMiddle(tab.title, to: max(0, room - used - 1)), role)
            line.pad(to: start + room, .hint)
            places.append((index, start..<line.width))
        }
        let rest = tabs.count - first - shown
        if rest > 0 {
            places.append((first + shown, line.width..<width))
            line.append(" \(rest)›", .key)
        }
        (self.line, self.places) = (line, places)
    }

    /// Returns the tab at a column of the line; at the count of hidden tabs, the one next to the visible ones.
    func tab(at column: Column) -> Int? { places.first { $0.columns.contains(column) }?.tab }
}
