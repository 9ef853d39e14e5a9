import CellGrid

/// The line at the top that names the tabs: as many as fit around the one in front, each as wide as the others.
struct TabLine {
    /// The runs of the line, from the left.
    let line: StyledLine
    /// The columns of each tab, and of the counts of those left out, which stand for the next of them.
    let places: [(tab: Int, columns: Range<Column>)]

    /// The narrowest label worth reading.
    private static let narrowest: Column = 12
    /// The widest that is needed.
    private static let widest: Column = 30

    /// The tabs in a line of this width.
    init(_ tabs: Tabs, width: Column) {
        var line = StyledLine()
        var places: [(tab: Int, columns: Range<Column>)] = []
        let fits = max(1, width.value / Self.narrowest.value)
        // Those left out are counted at both ends.
        let ends: Column = fits < tabs.count ? 8 : 0
        let shown = min(tabs.count, max(1, (width - ends).value / Self.narrowest.value))
        let first = max(0, min(tabs.frontIndex - shown / 2, tabs.count - shown))
        let room = min(Self.widest, (width - ends) / shown)
        if ends > 0 { line.append(first > 0 ? "‹\(first)" : "", .key); line.pad(to: 4, .hint) }
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
