import CellGrid

/// The list of accounts for the reader to choose from.
struct AccountList: ListOverlay {
    /// Their names: first the empty string, for no account, then the others in order.
    private(set) var names: [String]
    /// The account in use; empty for none.
    let current: String
    /// The account under the cursor.
    var cursor: ListCursor

    /// Creates a list of the known accounts, with the cursor on the one in use.
    init(_ known: [String] = [], current: String) {
        self.current = current
        names = Self.inOrder(known, current)
        cursor = ListCursor(count: names.count, at: names.firstIndex(of: current) ?? 0)
    }

    /// The account under the cursor; empty for none.
    var chosen: String { names[cursor.index] }

    /// Sets the accounts that were found; the cursor stays on its account.
    mutating func setKnown(_ known: [String]) {
        let chosen = chosen
        names = Self.inOrder(known, current)
        cursor = ListCursor(count: names.count, at: names.firstIndex(of: chosen) ?? 0)
    }

    /// Returns the label of an account on the screen.
    func label(_ index: Int) -> String {
        names[index].isEmpty ? "no account" : VisibleText.line(names[index])
    }

    var title: String { "Accounts" }

    var hints: [Command] {
        [.takeOptions, .typeAccount, .optionDown, .optionUp, .findOption, .leaveOptions]
    }

    var ways: String { "{take-entry} chooses, {type-account} types a name, {leave-list} leaves." }

    var contexts: [KeyTable.Context] { [.accounts, .list] }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        switch command {
        case .takeOptions: return .closes(model.use(account: chosen))
        case .typeAccount:
            model.prompt = .account(LineEditor())
            return .stays()
        case .some, nil: return .passes(command)
        }
    }

    func columns(of room: Column, _ model: Model) -> Column {
        min(room, 8 + (names.indices.map { TextWidth.columns(of: label($0)) }.max() ?? 0))
    }

    func labels(_ model: Model) -> [String]? { names.indices.map(label) }

    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] { range.map(line) }

    /// Returns the line of an account; the signs repeat what the colours express.
    private func line(_ index: Int) -> StyledLine {
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
