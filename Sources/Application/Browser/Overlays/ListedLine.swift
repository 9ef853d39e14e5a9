import CellGrid

/// A prompt with a list above it, from which an entry can be inserted.
protocol ListedLine: Sendable {
    associatedtype Item: Sendable
    /// The entries that match the typed text.
    var editor: LineEditor { get set }
    var list: Shortlist<Item> { get set }
    /// The title in the border of the list.
    var listTitle: String { get }
    var showsList: Bool { get }
    /// Whether Enter accepts the entry under the cursor.
    var isListed: Bool { get }
    /// The number of entries to show at once.
    var rowCount: Int { get }
    /// Selects an entry of the list.
    mutating func choose(_ entry: Int)
    /// Returns the reason why an entry is disabled; nil if it is enabled.
    func disabledReason(of item: Item, _ model: Model) -> String?
}

extension ListedLine {
    var cursor: ListCursor { list.cursor }

    // A few are enough.
    var rowCount: Int { min(10, list.shown.count) }

    func disabledReason(of item: Item, _ model: Model) -> String? { nil }

    /// Returns the layout of the list above a line of the screen.
    func form(above rect: Rect) -> ListForm { ListForm(list, count: rowCount, above: rect) }

    /// Keeps the entry under the cursor visible.
    mutating func settle(above rect: Rect) { list.cursor.settle(height: form(above: rect).rows.rows.value) }
}

/// The layout of a list above the prompt: in columns, or, if there is no room for the descriptions, with that of the
/// selected entry below the list.
struct ListForm {
    let area: Rect
    let rows: Rect
    /// The area of the selected entry's description; empty if each entry shows its own.
    let below: Rect
    /// Whether it has a border.
    let isBordered: Bool
    private let nameWidth: Column
    private let markWidth: Column
    private let detailWidth: Column

    /// Creates the layout of a list of which `count` entries are to be visible: at most on two thirds of the screen, or
    /// on all of a small one.
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

    /// Returns the line of an entry; the signs repeat what the colours express. The letters that match the search are
    /// highlighted.
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
            let isEnabled = disabledReason == nil
            line.append(
                detail, isEnabled ? .text : .dimmed, marking: isEnabled ? words : [], in: .details)
        }
        return line
    }

    /// Returns the description of the selected entry, if it is not shown next to it.
    func words<Item>(of entry: Shortlist<Item>.Entry, _ disabledReason: String?) -> [StyledLine] {
        guard below.rows > 0 else { return [] }
        return StyledLine.wrapped(
            disabledReason?.sentence ?? entry.detail, disabledReason == nil ? .notice : .dimmed,
            to: below.columns - 1,
            first: " ", indent: " ")
    }
}
