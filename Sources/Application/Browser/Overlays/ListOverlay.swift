import CellGrid

/// A list overlay in which an entry can be chosen.
protocol ListOverlay: Overlay {
    var cursor: ListCursor { get set }
    /// Returns the number of entries, if it may change while the list is open.
    func count(_ model: Model) -> Int?
    /// What Enter does, for the hint line.
    var entering: String { get }
    /// What is said if there are no entries.
    var emptiness: String { get }
    /// The words that are highlighted in the entries.
    var words: [SoughtWord] { get }
    /// Shows all entries again. Returns false if the list has no filter.
    func clearFilter(in model: inout Model) -> Bool
    /// The command that a second click on an entry performs.
    var taking: Command { get }
    /// The headings of its columns other than the usual; nil for a list without columns, which draws its own lines.
    var headings: [ListColumn: String]? { get }
    /// The order of its rows; nil for another than that of a column.
    var order: ListTable.Order? { get }
    /// Returns what the columns show of an entry.
    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell]
    /// Returns the entries of a range as lines of a width, below their headings, and the text below the last entry, if
    /// any.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine]
    /// Whether the last row of an overlay of this width describes the entry under the cursor.
    func hasFooter(width: Column) -> Bool
    /// Returns the description of the entry under the cursor.
    func footer(_ model: Model) -> String
    /// Whether a preview of the entry under the cursor is shown below the list, if there is room.
    var hasPreview: Bool { get }
    /// Returns the preview.
    func preview(width: Column, _ model: Model) -> [StyledLine]
    /// The figures in the border; empty for none.
    func figures(_ model: Model) -> String

    /// Returns the number of rows of the list in an area.
    func listHeight(in area: Rect) -> Int
    /// Returns the entry in a row of the area, or nil if the row has none.
    func entry(atRow row: Int, in area: Rect) -> Int?
    /// Performs a command that moves the cursor. Returns false for any other command.
    mutating func move(by command: Command, in area: Rect) -> Bool
    /// Performs a command that is specific to this list.
    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction

    /// Returns the searchable text of each entry, or nil if the list cannot be searched.
    func labels(_ model: Model) -> [String]?
    /// Moves to the first entry that contains a text, starting at an entry. Returns false if there is none.
    mutating func find(_ text: String, from start: Int, _ model: Model) -> Bool
    /// Returns the prompt for the search text, or nil if the list cannot be searched.
    func findLine(_ model: Model) -> Prompt?
}

extension ListOverlay {
    func count(_ model: Model) -> Int? { nil }
    var taking: Command { .takeOptions }
    var entering: String { "choose" }

    var emptiness: String { "No matches: {find-entry} changes the text, {leave-list} shows all." }

    var words: [SoughtWord] { [] }

    func clearFilter(in model: inout Model) -> Bool { false }

    var headings: [ListColumn: String]? { nil }

    /// Whether the first of its lines is that of the headings.
    var hasHeadings: Bool { headings != nil }

    var order: ListTable.Order? { nil }

    func cells(_ index: Int, _ model: Model) -> [ListColumn: ListCell] { [:] }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let rows = range.map { ListTable.Row.cells(cells($0, model)) }
        return ListTable(width: width, order: order, headings: headings ?? [:], words: words)
            .lines(rows, chosen: cursor.index - range.lowerBound)
            + (cursor.count > 0 ? [] : model.keys.line(emptiness, .dimmed).wrapped(to: width - 1))
    }

    func hasFooter(width: Column) -> Bool { false }

    func footer(_ model: Model) -> String { "" }

    var hasPreview: Bool { false }

    func preview(width: Column, _ model: Model) -> [StyledLine] { [] }

    func figures(_ model: Model) -> String { "" }

    /// Returns the number of rows above the list; in a small area the headings give way to entries.
    func headingRows(in area: Rect) -> Int { hasHeadings && area.rows >= 3 ? 1 : 0 }

    func listHeight(in area: Rect) -> Int {
        area.rows.value - headingRows(in: area) - rowsBelow(in: area)
    }

    /// Returns the number of rows below the list: of the preview, or of the footer, which gives way to entries.
    func rowsBelow(in area: Rect) -> Int {
        guard showsPreview(width: area.columns), area.rows >= 12 else {
            return hasFooter(width: area.columns) && area.rows >= 2 ? 1 : 0
        }
        let rest = area.rows.value - headingRows(in: area) - max(1, cursor.count)
        return min(Self.previewRows, max(area.rows.value / 2, rest))
    }

    /// The most rows of a preview, the line above it included.
    private static var previewRows: Int { 14 }

    /// Whether a list of this width has a preview: on screens of 100 columns and more.
    private func showsPreview(width: Column) -> Bool { hasPreview && width >= 96 }

    func rows(width: Column, _ model: Model) -> Int? { rows(of: cursor.count, width: width) }

    /// Returns the rows that a number of entries needs.
    func rows(of count: Int, width: Column) -> Int {
        max(hasHeadings ? 2 : 1, count) + (hasHeadings ? 1 : 0)
            + (showsPreview(width: width) ? Self.previewRows : hasFooter(width: width) ? 1 : 0)
    }

    func draw(in area: Rect, on screen: inout Screen) {
        var rows = area
        rows.rows = max(0, Row(listHeight(in: area) + headingRows(in: area)))
        drawEntries(in: rows, headings: headingRows(in: area), on: &screen)
        if area.rows - rows.rows > 1 {
            var below = area
            below.row = rows.endRow
            below.rows = area.endRow - below.row
            let rule = StyledLine(String(repeating: "─", count: area.columns.value), .border)
            let lines = [rule] + preview(width: area.columns, screen.model)
            screen.draw(ScrolledText(lines: lines), in: below)
        } else if rows.rows < area.rows {
            let words = TextWidth.shortened(footer(screen.model), to: area.columns - 2)
            let place = Position(row: rows.endRow, column: area.column + 1)
            screen.frame.put(words, at: place, style: screen.theme[.dimmed], within: area)
        }
        screen.drawOverlayFigures(figures(screen.model))
    }

    /// Draws the entries from the first visible one.
    /// - Parameter first: The number of rows for the headings.
    func drawEntries(in rows: Rect, headings first: Int = 0, on screen: inout Screen) {
        let range = cursor.top..<max(cursor.top, min(cursor.count, cursor.top + rows.rows.value - first))
        var lines = lines(range, width: rows.columns, screen.model)
        if hasHeadings, first == 0 { lines.removeFirst() }
        screen.draw(ScrolledText(lines: lines), in: rows)
        if range.contains(cursor.index) {
            screen.drawCursor(inRow: first + cursor.index - cursor.top, of: rows)
        }
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        if let count = count(model) { cursor.resize(to: count) }
        cursor.settle(height: max(1, listHeight(in: area)))
        return true
    }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        var moved = self
        if let command, moved.move(by: command, in: model.overlayArea) {
            model.overlay = moved
            return .stays()
        }
        let reaction = use(command, key, in: &model)
        guard case .passes(let command) = reaction else { return reaction }
        if command == .leaveOptions {
            return key == .escape && clearFilter(in: &model) ? .stays() : .closes()
        }
        guard command == .findOption, let line = findLine(model) else { return .passes(nil) }
        model.prompt = line
        return .stays()
    }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction { .passes(command) }

    // MARK: Moving

    mutating func move(by command: Command, in area: Rect) -> Bool {
        cursor.perform(command, height: listHeight(in: area))
    }

    func entry(atRow row: Int, in area: Rect) -> Int? {
        let row = row - headingRows(in: area)
        guard (0..<max(0, listHeight(in: area))).contains(row), cursor.top + row < cursor.count else {
            return nil
        }
        return cursor.top + row
    }

    var scroller: ListCursor {
        get { cursor }
        set { cursor = newValue }
    }

    mutating func roll(by lines: Int, atRow row: Int, in area: Rect) {
        cursor.roll(by: lines, height: max(1, listHeight(in: area)))
    }

    // MARK: Finding

    func labels(_ model: Model) -> [String]? { nil }

    mutating func find(_ text: String, from start: Int, _ model: Model) -> Bool {
        guard !text.isEmpty, let labels = labels(model) else { return true }
        return cursor.find(text, from: start) { labels[$0] }
    }

    func findLine(_ model: Model) -> Prompt? {
        labels(model).map { _ in .find(LineEditor(), from: cursor.index) }
    }
}
