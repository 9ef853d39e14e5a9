import CellGrid

/// The place in the list of tabs. What is told of each is drawn from the tabs as they are, so that it is live.
struct TabList: Sendable {
    /// The tab under the cursor.
    var cursor: ListCursor

    /// A list of these tabs with the cursor on one of them.
    init(_ tabs: Tabs, at index: Int) { cursor = ListCursor(count: tabs.count, at: index) }
}

extension Tabs {
    /// Whether a list of this width has room for addresses beside titles.
    static func hasAddresses(width: Column) -> Bool { width >= 70 }

    /// The list as lines of this width: number, state, title and address of each. Addresses
    /// only where they have room.
    func lines(_ list: TabList, width: Column) -> [StyledLine] {
        let digits = "\(count)".count
        let states = indices.map { self[$0].stateWords }
        let stateWidth = min(width / 3, states.map { TextWidth.columns(of: $0) }.max() ?? 0)
        let room = max(0, width - Column(digits) - 7 - stateWidth - 2)
        let addressWidth = Self.hasAddresses(width: width) ? room / 2 : 0
        return indices.map { index in
            let (tab, isChosen) = (self[index], index == list.cursor.index)
            let number = String(repeating: " ", count: digits - "\(index + 1)".count) + "\(index + 1)"
            var line = StyledLine([
                StyledLine.Run(text: isChosen ? " ▸ " : "   ", role: .marker),
                StyledLine.Run(
                    text: "\(number)\(index == frontIndex ? "•" : " ")\(tab.mark.sign) ", role: .name),
            ])
            let role: Role = isChosen ? .chosenLink : .text
            line.append(
                TextWidth.shortened(tab.title, to: room - addressWidth - (addressWidth > 0 ? 2 : 0)), role)
            line.pad(to: Column(digits) + 6 + room - addressWidth)
            if addressWidth > 0 {
                line.append(TextWidth.shortened(tab.address, to: addressWidth), .dimmed)
                line.pad(to: Column(digits) + 6 + room)
            }
            line.append("  " + TextWidth.shortened(states[index], to: stateWidth), tab.mark.role)
            return line
        }
    }
}
