import CellGrid

/// The list of tabs. It is drawn from the current tabs, so it is always up to date.
struct TabList: ListOverlay {
    var cursor: ListCursor

    /// Creates a list of these tabs with the cursor on one of them.
    init(_ tabs: Tabs, at index: Int) { cursor = ListCursor(count: tabs.count, at: index) }

    var title: String { "Tabs" }

    var hints: [Command] { [.takeOptions, .closeListed, .optionDown, .optionUp, .findOption, .leaveOptions] }

    var ways: String { "{take-entry} goes there, {close-entry} closes, {leave-list} leaves." }

    var entering: String { "show" }

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

    var order: ListTable.Order? { (.number, isFalling: false) }

    var headings: [ListColumn: String]? { [.number: "tab", .path: "address", .outcome: "state"] }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] {
        let tabs = model.account.tabs
        let (tab, mark) = (tabs[index], tabs[index].mark(model.plot))
        return [
            .number: ListCell("\(index + 1)\(index == tabs.frontIndex ? "•" : " ")", .name),
            .title: ListCell(tab.title),
            .path: ListCell(tab.address, .dimmed),
            .outcome: ListCell([tab.stateWords], mark.role, sign: (mark.sign, mark.role)),
        ]
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
