import CellGrid

/// Where a list above the line being typed goes, and how its entries are set: in columns, or, where there is no
/// room for what is said of each, with what is said of the chosen one below them.
struct ListForm {
    /// All of it.
    let area: Rect
    /// Where the entries go.
    let rows: Rect
    /// Where the words about the chosen one go; empty where each has its own.
    let below: Rect
    /// Whether it has a border.
    let isBordered: Bool
    private let nameWidth: Column
    private let markWidth: Column
    private let detailWidth: Column

    /// The form of a list of which so many entries are to be seen: at most on two thirds of the screen, or on all of
    /// it where that is little.
    init<Item>(_ list: Shortlist<Item>, count: Int, above line: Rect) {
        let body = line.row - 1
        let height = min(body >= 15 ? body * 2 / 3 : body, Row(count) + (body >= 6 ? 2 : 0))
        self.area = Rect(row: line.row - height, column: 0, rows: height, columns: line.columns)
        isBordered = body >= 6
        let area = isBordered ? self.area.inside : self.area
        let names = list.nameWidth
        let marks = list.markWidth
        let hasDetails = list.hasDetails
        let room = max(0, area.columns - 3)
        markWidth = marks > 0 && room >= names + marks + 2 ? marks + 2 : 0
        let isWide = hasDetails && room >= names + 2 + markWidth + 30
        nameWidth = isWide ? names + 2 : room - markWidth
        detailWidth = isWide ? room - nameWidth - markWidth : 0
        var (rows, below) = (area, area)
        if hasDetails, !isWide, area.rows >= 3 { rows.rows -= area.rows >= 6 ? 2 : 1 }
        below.row = rows.endRow
        below.rows = area.rows - rows.rows
        self.rows = rows
        self.below = below
    }

    /// An entry; the signs say what its colours say. Of the words that it was found by the letters are marked.
    func line<Item>(
        _ entry: Shortlist<Item>.Entry, isChosen: Bool, by words: [SoughtWord], _ disabledReason: String?
    ) -> StyledLine {
        let room = nameWidth - (detailWidth + markWidth > 0 ? 2 : 0)
        let name = TextWidth.shortened(VisibleText.line(entry.name + entry.suffix), to: room)
        let role: Role = isChosen ? .chosenLink : disabledReason == nil ? .text : .dimmed
        var line = StyledLine(isChosen ? " ▸ " : "   ", .marker)
        line.append(name, role, marking: words, in: .names)
        line.pad(to: 3 + nameWidth)
        if markWidth > 0 { line.append(entry.mark, disabledReason == nil ? .key : .dimmed) }
        if detailWidth > 0 {
            line.pad(to: 3 + nameWidth + markWidth)
            let detail = TextWidth.shortened(disabledReason?.sentence ?? entry.detail, to: detailWidth)
            if disabledReason == nil {
                line.append(detail, .text, marking: words, in: .details)
            } else {
                line.append(detail, .dimmed)
            }
        }
        return line
    }

    /// What is said of the chosen entry, where it does not stand beside it.
    func words<Item>(of entry: Shortlist<Item>.Entry, _ disabledReason: String?) -> [StyledLine] {
        guard below.rows > 0 else { return [] }
        return StyledLine.wrapped(
            disabledReason?.sentence ?? entry.detail, disabledReason == nil ? .notice : .dimmed,
            to: below.columns - 1,
            first: " ", indent: " ")
    }
}
