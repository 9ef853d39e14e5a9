import CellGrid

/// The tab line: as many tabs as fit around the one in front, all of the same width.
struct TabLine {
    /// The runs of the line.
    let line: StyledLine
    /// The columns of each tab; those of a count of hidden tabs stand for the nearest hidden one.
    let places: [(tab: Int, columns: Range<Column>)]

    /// The minimum width of a label.
    private static let narrowest: Column = 12
    /// The maximum width of a label.
    private static let widest: Column = 30

    /// Creates the tab line for a width.
    init(_ tabs: Tabs, width: Column) {
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
            let label = (isFront ? "▸" : " ") + "\(index + 1)\(tab.mark.sign)"
            line.append(label, isFront ? .key : .hint)
            line.append(
                TextWidth.shortenedInMiddle(
                    tab.title, to: max(0, room - TextWidth.columns(of: label) - 1)),
                isFront ? .key : .hint)
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
}

// The tab line.
extension Screen {
    mutating func drawTabLine() {
        guard let area = plan.tabLine else { return }
        frame.fill(area, style: theme[.hint])
        draw(TabLine(model.account.tabs, width: area.columns).line, at: area.origin, in: area)
    }
}
