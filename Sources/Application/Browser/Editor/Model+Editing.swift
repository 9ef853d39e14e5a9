import CellGrid
import Configuration
import PageLayout

// Texts edited in the reader's editor, and the results.
extension Model {
    /// Asks for an edit of a text, and applies the changed text.
    func edit(
        _ text: String, named name: String, then apply: @escaping @Sendable (inout Model, String) -> [Effect]
    ) -> [Effect] {
        let reply = QueryReply<Edit> { model, edit in
            switch edit {
            case .unchanged: return model.refuse("Nothing was changed.")
            case .refused(let refusal): return model.notify(.failure(VisibleText.line(refusal.words)))
            case .changed(let text): return apply(&model, text)
            }
        }
        return [.ask(.edit(text, named: name, reply))]
    }

    /// Edits the text of the configuration file.
    func editSettings() -> [Effect] {
        let reply = QueryReply(unlessRefused: { (model: inout Model, text: String) in
            model.edit(text, named: "config.json5") { _, text in
                [.ask(.writeSettings(text, QueryReply(unlessRefused: { $0.report(mistakes: $1) })))]
            }
        })
        return [.ask(.settingsText(reply))]
    }

    /// What follows from a setting that was read or changed.
    var settingReply: QueryReply<Result<String, QueryRefusal>> {
        QueryReply(unlessRefused: { $0.notify(.news(VisibleText.line($1))) })
    }

    /// Reports the errors in the settings that were written; all of them if there is more than one.
    private mutating func report(mistakes: [String]) -> [Effect] {
        switch mistakes.count {
        case 0: notice = .news("Settings saved. Some take effect at the next start.")
        case 1: notice = .failure(VisibleText.line(mistakes[0]))
        case let count:
            overlay = TextDialog(
                title: "mistakes in the settings",
                mistakes.map { StyledLine.Run(text: VisibleText.line($0), role: .failure) })
            notice = .failure(keys.line("\(count) mistakes; {config} edits the settings again."))
        }
        return []
    }

    /// Shows or changes a setting: `NAME` or `NAME VALUE`.
    mutating func set(_ line: String, for lasting: Lasting) throws(TypingMistake) -> [Effect] {
        let name = String(line.prefix { !$0.isWhitespace && $0 != "=" })
        let value = String(line.dropFirst(name.count)).trimmed
        guard !name.isEmpty else {
            throw TypingMistake(words: "set requires the name of a setting, such as set theme nord.")
        }
        guard !value.isEmpty else {
            guard lasting == .thisRun else {
                throw TypingMistake(words: "set! requires a value: set! \(name) VALUE.")
            }
            return [.ask(.setting(name, at: document?.url, settingReply))]
        }
        let text = value.hasPrefix("=") ? String(value.dropFirst()).trimmed : value
        // Visible settings take effect at once.
        var effects: [Effect] = []
        if name == "theme", let theme = Theme.named(text) { effects = dress(in: theme) }
        if name == "arrangement", LayoutPreset(rawValue: text) != nil { effects = try rearrange(as: text) }
        return effects + [.ask(.changeSetting(name: name, value: text, lasting: lasting, settingReply))]
    }

    /// Turns off writing to the disk for this run, or on again.
    func togglePrivate() -> [Effect] {
        let value = settings.general[Settings.isPrivate] ? "false" : "true"
        return [.ask(.changeSetting(name: "private", value: value, lasting: .thisRun, settingReply))]
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
        return edit(text.last == "\n" ? text : text + "\n", named: "field.txt") { model, text in
            model.isThere(place) ? model.apply(edited: text, in: place) : []
        }
    }

    private mutating func apply(edited text: String, in place: FieldInPage) -> [Effect] {
        // Editors end a file with a line break.
        let line = FieldLine(text.last == "\n" ? String(text.dropLast()) : text, in: place)
        // A text that is too long for the field stays, to be shortened.
        prompt = .field(line)
        return accept(line.editor.text, in: place)
    }
}
