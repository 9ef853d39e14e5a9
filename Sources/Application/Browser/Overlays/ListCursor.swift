/// The cursor of a list: the selected entry, and the first one on the screen.
struct ListCursor: Equatable, Sendable, Scrollable {
    /// The number of entries.
    private(set) var count: Int
    /// The entry under the cursor; 0 in an empty list.
    private(set) var index: Int
    /// The first entry on the screen.
    private(set) var top = 0

    /// Creates a cursor on an entry of a list.
    init(count: Int, at index: Int) {
        self.count = count
        self.index = 0
        move(to: index)
    }

    /// Increases the number of entries, which are appended.
    mutating func grow(to count: Int) { self.count = max(count, self.count) }

    /// Sets the number of entries; the cursor stays within them.
    mutating func resize(to count: Int) {
        self.count = count
        move(to: index)
    }

    /// Follows its entry to another index of a list that changed, at the same place on the screen.
    mutating func follow(to index: Int, of count: Int) {
        top = max(0, top + index - self.index)
        self.count = count
        move(to: index)
    }

    /// Moves by a number of entries, within the list.
    mutating func move(by step: Int) { move(to: index + step) }

    /// Moves to an entry, or to the nearest one.
    mutating func move(to target: Int) { index = max(0, min(target, count - 1)) }

    /// Scrolls an entry to the top of the screen; `settle` may correct that.
    mutating func show(from entry: Int) { top = max(0, min(entry, count - 1)) }

    /// Performs a movement command of lists. Returns false for any other command.
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

    /// Moves to the first entry that contains a text, ignoring case, from `start` on with wraparound. Returns false for
    /// none.
    mutating func find(_ text: String, from start: Int, in label: (Int) -> String) -> Bool {
        let wanted = text.lowercased()
        let order = (0..<count).map { (start + $0) % count }
        guard let found = order.first(where: { label($0).lowercased().contains(wanted) }) else {
            return false
        }
        index = found
        return true
    }

    /// Keeps the cursor visible on a screen of this height.
    mutating func settle(height: Int) {
        top = max(0, min(top, index, count - height))
        top = max(top, index - height + 1)
    }

    func isAtEnd(height: Int) -> Bool { top + height >= count }

    mutating func scroll(to line: Int, height: Int) { move(to: line) }

    mutating func scrollToEnd(height: Int) { move(to: count) }

    /// Scrolls by some lines, and keeps the cursor on the screen.
    mutating func roll(by lines: Int, height: Int) {
        let top = max(0, min(top + lines, count - height))
        move(to: max(top, min(index, top + height - 1)))
        show(from: top)
    }
}
