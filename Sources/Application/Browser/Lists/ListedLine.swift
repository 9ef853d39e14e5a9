import CellGrid

/// A line being typed with a list above it, from which an entry can be put into the line.
protocol ListedLine: Sendable {
    /// What is listed.
    associatedtype Item: Sendable
    /// The entries that what was typed fits.
    var list: Shortlist<Item> { get set }
    /// The words in the border of the list.
    var listTitle: String { get }
    /// Whether an entry can be chosen from it now.
    var showsList: Bool { get }
    /// Whether the entry under the cursor is what Enter takes.
    var isListed: Bool { get }
    /// The entries that are to be seen at once.
    var rowCount: Int { get }
    /// Moves to an entry of the list.
    mutating func choose(_ entry: Int)
    /// Why an entry cannot be chosen now; nil when it can.
    func disabledReason(of item: Item, _ model: Model) -> String?
}

extension ListedLine {
    /// The place in the list.
    var cursor: ListCursor { list.cursor }

    // A few are enough.
    var rowCount: Int { min(10, list.shown.count) }

    func disabledReason(of item: Item, _ model: Model) -> String? { nil }

    /// The form of the list above a line of the screen.
    func form(above rect: Rect) -> ListForm { ListForm(list, count: rowCount, above: rect) }

    /// Keeps the entry under the cursor on the screen.
    mutating func settle(above rect: Rect) { list.cursor.settle(height: form(above: rect).rows.rows.value) }
}
