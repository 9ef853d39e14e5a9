import CellGrid

/// A list overlay that is filtered by the typed text.
protocol NarrowedList: ListOverlay {
    associatedtype Item: Sendable
    /// The entries that match the typed text.
    var list: Shortlist<Item> { get set }
    var sought: String { get set }
}

extension NarrowedList {
    var cursor: ListCursor {
        get { list.cursor }
        set { list.cursor = newValue }
    }

    /// Keeps only the entries that match a text.
    mutating func narrow(to text: String) {
        sought = text
        list.narrow(to: text)
    }

    /// Replaces the entries; the typed text and the position in the list stay.
    mutating func replace(with entries: Shortlist<Item>) {
        let index = cursor.index
        list = entries
        list.narrow(to: sought)
        cursor.move(to: index)
    }

    var words: [SoughtWord] { list.words }

    var hints: [Command] { [.takeOptions, .findOption, .optionDown, .optionUp, .leaveOptions] }

    // Typing filters the list, but does not resize its box.
    func rows(width: Column, _ model: Model) -> Int? { rows(of: list.entries.count, width: width) }

    func hasFooter(width: Column) -> Bool { true }

    func figures(_ model: Model) -> String { "\(list.shown.count)/\(list.entries.count)" }

    mutating func find(_ text: String, from start: Int, _ model: Model) -> Bool {
        narrow(to: text)
        return true
    }

    func clearFilter(in model: inout Model) -> Bool {
        guard !sought.isEmpty else { return false }
        return model.changeNarrowed { $0.narrow(to: "") }
    }

    func findLine(_ model: Model) -> Prompt? { .find(LineEditor(sought), from: 0) }
}
