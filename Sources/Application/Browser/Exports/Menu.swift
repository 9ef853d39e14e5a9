import CellGrid
import SonicProtocol

/// A menu for copying or exporting, with a key for each entry. The entries are the key table's rows of its context.
struct Menu: ListOverlay {
    /// The context of its keys: copying or exporting.
    let context: KeyTable.Context
    var cursor: ListCursor
    /// How secrets are handled in the copied or exported text.
    var secrets = Secrets.Handling.masked

    /// Creates a menu with the cursor on the first entry that is enabled.
    init(_ context: KeyTable.Context, _ model: Model) {
        self.context = context
        entries = model.keys.bindings.filter { $0.context == context }
        let first = entries.firstIndex { $0.command.disabledReason(in: model) == nil }
        cursor = ListCursor(count: entries.count, at: first ?? 0)
    }

    let entries: [KeyTable.Binding]

    var title: String { context.heading }

    var hints: [Command] { [.takeOptions, .toggleSecrets, .optionDown, .optionUp, .leaveOptions] }

    var ways: String { "press a letter, or {leave-list} to leave." }

    var entering: String { context == .copies ? "copy" : "export" }

    func use(_ command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        guard let command else { return .passes(nil) }
        if command == .takeOptions {
            let entry = entries[cursor.index]
            return .stays(model.perform(entry.command, as: entry.keys.first?.name ?? entry.command.rawValue))
        }
        guard entries.contains(where: { $0.command == command }) else { return .passes(command) }
        return .stays(model.perform(command, as: key.name))
    }

    func rows(width: Column, _ model: Model) -> Int? { lines(0..<entries.count, width: width, model).count }

    /// Returns the entries as lines, followed by the handling of secrets. Signs repeat what the colors express.
    func lines(_ range: Range<Int>, width: Column, _ model: Model) -> [StyledLine] {
        let lines = range.map { index in
            let (entry, isHere) = (entries[index], index == cursor.index)
            let disabledReason = entry.command.disabledReason(in: model).map {
                model.keys.namingKeys($0.rawValue)
            }
            let role: Role = isHere ? .chosenLink : disabledReason == nil ? .text : .dimmed
            let words = disabledReason.map { "\(entry.help.dropLast()): \($0)" } ?? entry.help
            var line = StyledLine(isHere ? " ▸ " : "   ", .marker)
            line.append((entry.keys.first?.name ?? "") + "  ", disabledReason == nil ? .key : .dimmed)
            line.append(TextWidth.shortened(words, to: max(0, width - 7)), role)
            return line
        }
        return lines
            + StyledLine.wrapped(note.words, note.role, to: width - 1, first: "   ", indent: "   ")
    }

    /// How secrets are handled, and what is not masked.
    private var note: (words: String, role: Role) {
        switch secrets {
        case .masked:
            (
                "Masked: cookies, credentials, posted data. Not masked: tokens in addresses, page content.",
                .dimmed
            )
        case .kept: ("NOTHING IS MASKED: cookies, credentials and posted data are included.", .warning)
        }
    }
}
