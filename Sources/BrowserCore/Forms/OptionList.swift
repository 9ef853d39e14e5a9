import PageLayout

/// The options of a select, from which the reader chooses.
struct OptionList: Sendable {
    /// The field.
    let field: PageField
    /// The option under the cursor.
    private(set) var cursor: Int
    /// The options that are on.
    private(set) var chosen: Set<Int>
    /// The first option on the screen.
    private(set) var top = 0

    /// The options of a field that has some, with what it holds.
    init(_ field: PageField, _ value: PageField.Value) {
        self.field = field
        if case .options(let options) = value { chosen = Set(options) } else { chosen = [] }
        cursor = chosen.min() ?? 0
    }

    /// Whether any number of options may be on.
    var isMultiple: Bool { field.kind == .multipleSelect }

    /// What the field holds when this is taken.
    var value: PageField.Value { .options(chosen.sorted()) }

    /// Moves the cursor, as far as there are options.
    mutating func move(by step: Int) { move(to: cursor + step) }

    /// Puts the cursor on an option.
    mutating func move(to index: Int) { cursor = max(0, min(index, field.options.count - 1)) }

    /// Turns the option under the cursor on or off; of a field with one value it goes on.
    mutating func toggle() {
        guard field.options.indices.contains(cursor), field.options[cursor].isEnabled else { return }
        guard isMultiple else { return chosen = [cursor] }
        if chosen.remove(cursor) == nil { chosen.insert(cursor) }
    }

    /// Moves to the first option with a text in it, in any case, from `start` on and around. False for none.
    mutating func find(_ text: String, from start: Int) -> Bool {
        let wanted = text.lowercased()
        let count = field.options.count
        let order = (0..<count).map { (start + $0) % count }
        guard let found = order.first(where: { field.options[$0].label.lowercased().contains(wanted) }) else {
            return false
        }
        cursor = found
        return true
    }

    /// Keeps the cursor on a screen of this height.
    mutating func settle(height: Int) {
        top = max(0, min(top, cursor, field.options.count - height))
        top = max(top, cursor - height + 1)
    }

    /// One option as a line; the signs say what its colours say.
    func line(_ index: Int) -> StyledLine {
        let option = field.options[index]
        let isOn = chosen.contains(index)
        let sign = isMultiple ? (isOn ? "[x] " : "[ ] ") : (isOn ? "(•) " : "( ) ")
        let role: Role = index == cursor ? .chosenLink : option.isEnabled ? .text : .dimmed
        return StyledLine([
            StyledLine.Run(text: index == cursor ? " ▸ " : "   ", role: .marker),
            StyledLine.Run(text: sign + option.label + (option.isEnabled ? "" : " (disabled)"), role: role),
        ])
    }
}
