import CellGrid
import Configuration
import PageLayout

// Texts edited in the reader's editor, and the results.
extension Model {
    /// Applies the result of editing a text.
    mutating func apply(_ edit: Edit, for purpose: EditOrder.Purpose) -> [Effect] {
        switch edit {
        case .unchanged: notice = .refusal("Nothing was changed.")
        case .refused(let refusal): notice = .failure(VisibleText.line(refusal.words))
        case .changed(let text):
            switch purpose {
            case .settings: return [.settings(.write(text))]
            case .field(let place):
                guard isThere(place) else { return [] }
                return apply(edited: text, in: place)
            case .request: apply(request: text)
            case .intercepted(let id): apply(edited: text, of: id)
            }
        }
        return []
    }

    /// Reports the errors in the settings that were written; all of them if there is more than one.
    mutating func report(mistakes: [String]) {
        switch mistakes.count {
        case 0: notice = .news("Settings saved. Some take effect at the next start.")
        case 1: notice = .failure(VisibleText.line(mistakes[0]))
        case let count:
            overlay = TextDialog(
                title: "mistakes in the settings",
                mistakes.map { StyledLine.Run(text: VisibleText.line($0), role: .failure) })
            notice = .failure(keys.namingKeys("\(count) mistakes; {config} edits the settings again."))
        }
    }

    /// Shows or changes a setting: `NAME` or `NAME VALUE`.
    mutating func set(_ line: String, for lasting: Effect.Settings.Lasting) throws(TypingMistake) -> [Effect]
    {
        let name = String(line.prefix { !$0.isWhitespace && $0 != "=" })
        let value = String(line.dropFirst(name.count)).trimmed
        guard !name.isEmpty else {
            throw TypingMistake(words: "set requires the name of a setting, such as set theme nord.")
        }
        guard !value.isEmpty else {
            guard lasting == .thisRun else {
                throw TypingMistake(words: "set! requires a value: set! \(name) VALUE.")
            }
            return [.settings(.show(name, at: document?.url))]
        }
        let text = value.hasPrefix("=") ? String(value.dropFirst()).trimmed : value
        // Visible settings take effect at once.
        var effects: [Effect] = []
        if name == "theme", let theme = Theme.named(text) { effects = dress(in: theme) }
        if name == "arrangement", LayoutPreset(rawValue: text) != nil { effects = try rearrange(as: text) }
        return effects + [.settings(.change(name: name, value: text, lasting: lasting))]
    }

    /// Turns off writing to the disk for this run, or on again.
    func togglePrivate() -> [Effect] {
        let value = settings.general.isPrivate ? "false" : "true"
        return [.settings(.change(name: "private", value: value, lasting: .thisRun))]
    }

    /// Opens the text of the current field in the editor; the prompt stays until the result is received.
    mutating func editLine() -> [Effect] {
        guard case .field(let line) = prompt else {
            return refuse("Only text fields can be edited in an editor.")
        }
        let place = line.place
        guard place.field.kind != .password else {
            return refuse("Passwords are not written to files for an editor: type it here.")
        }
        let text = line.editor.text
        let order = EditOrder(
            purpose: .field(place), text: text.last == "\n" ? text : text + "\n",
            fileName: "field.txt")
        return [.programs(.edit(order))]
    }

    private mutating func apply(edited text: String, in place: FieldInPage) -> [Effect] {
        // Editors end a file with a line break.
        let line = FieldLine(text.last == "\n" ? String(text.dropLast()) : text, in: place)
        // A text that is too long for the field stays, to be shortened.
        prompt = .field(line)
        return accept(line.editor.text, in: place)
    }
}
