/// The place in a list from which one thing is chosen: the entry under the cursor, and the first on the screen.
struct ListCursor: Equatable, Sendable {
    /// The entries there are.
    private(set) var count: Int
    /// The entry under the cursor; 0 in an empty list.
    private(set) var index: Int
    /// The first entry on the screen.
    private(set) var top = 0

    /// A cursor on an entry of so many.
    init(count: Int, at index: Int) {
        self.count = count
        self.index = 0
        move(to: index)
    }

    /// There are more entries now, behind those there were.
    mutating func grow(to count: Int) { self.count = max(count, self.count) }

    /// There are so many entries now; where the one under the cursor was beyond them, the last one is.
    mutating func resize(to count: Int) {
        self.count = count
        move(to: index)
    }

    /// Moves by some entries, as far as there are any.
    mutating func move(by step: Int) { move(to: index + step) }

    /// Moves to an entry, or to the nearest one there is.
    mutating func move(to target: Int) { index = max(0, min(target, count - 1)) }

    /// Puts an entry at the top of the screen; `settle` has the last word.
    mutating func show(from entry: Int) { top = max(0, min(entry, count - 1)) }

    /// Does what a key of lists says, as far as it is about moving. False for another command.
    mutating func perform(_ command: Command, height: Int) -> Bool {
        let page = max(1, height - 1)
        let steps: [Command: Int] = [
            .optionDown: 1, .optionUp: -1, .optionPageDown: page, .optionPageUp: -page,
            .firstOption: -count, .lastOption: count,
        ]
        guard let step = steps[command] else { return false }
        move(by: step)
        return true
    }

    /// Moves to the first entry with a text in it, in any case, from `start` on and around. False for none.
    mutating func find(_ text: String, from start: Int, in label: (Int) -> String) -> Bool {
        let wanted = text.lowercased()
        let order = (0..<count).map { (start + $0) % count }
        guard let found = order.first(where: { label($0).lowercased().contains(wanted) }) else {
            return false
        }
        index = found
        return true
    }

    /// Keeps the cursor on a screen of this height.
    mutating func settle(height: Int) {
        top = max(0, min(top, index, count - height))
        top = max(top, index - height + 1)
    }
}
