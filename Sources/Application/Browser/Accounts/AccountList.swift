import CellGrid

/// The accounts there are, from which the reader chooses.
struct AccountList: Sendable {
    /// Their names, none the first as an empty text, then in order.
    private(set) var names: [String]
    /// The account in use; empty for none.
    let current: String
    /// The account under the cursor.
    var cursor: ListCursor

    /// The accounts known and the one in use, with the cursor on that.
    init(_ known: [String] = [], current: String) {
        self.current = current
        names = Self.inOrder(known, current)
        cursor = ListCursor(count: names.count, at: names.firstIndex(of: current) ?? 0)
    }

    /// The account under the cursor; empty for none.
    var chosen: String { names[cursor.index] }

    /// Takes the accounts that were found; the cursor stays on its account.
    mutating func setKnown(_ known: [String]) {
        let chosen = chosen
        names = Self.inOrder(known, current)
        cursor = ListCursor(count: names.count, at: names.firstIndex(of: chosen) ?? 0)
    }

    /// What an account is called on the screen.
    func label(_ index: Int) -> String {
        names[index].isEmpty ? "no account" : VisibleText.line(names[index])
    }

    /// One account as a line; the signs say what its colours say.
    func line(_ index: Int) -> StyledLine {
        let isHere = index == cursor.index
        let sign = names[index] == current ? "(•) " : "( ) "
        let role: Role = isHere ? .chosenLink : names[index].isEmpty ? .dimmed : .text
        return StyledLine([
            StyledLine.Run(text: isHere ? " ▸ " : "   ", role: .marker),
            StyledLine.Run(text: sign + label(index), role: role),
        ])
    }

    private static func inOrder(_ known: [String], _ current: String) -> [String] {
        Set(known + [current, ""]).sorted()
    }
}
