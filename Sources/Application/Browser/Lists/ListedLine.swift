import CellGrid

/// A prompt with a list above it, from which an entry can be inserted.
protocol ListedLine: Sendable {
    /// The type of the entries.
    associatedtype Item: Sendable
    /// The entries that match the typed text.
    var list: Shortlist<Item> { get set }
    /// The title in the border of the list.
    var listTitle: String { get }
    /// Whether the list is shown.
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
    /// The cursor of the list.
    var cursor: ListCursor { list.cursor }

    // A few are enough.
    var rowCount: Int { min(10, list.shown.count) }

    func disabledReason(of item: Item, _ model: Model) -> String? { nil }

    /// Returns the layout of the list above a line of the screen.
    func form(above rect: Rect) -> ListForm { ListForm(list, count: rowCount, above: rect) }

    /// Keeps the entry under the cursor visible.
    mutating func settle(above rect: Rect) { list.cursor.settle(height: form(above: rect).rows.rows.value) }
}
