import SonicProtocol

/// Other keys for a command, to be written into the configuration file.
public struct KeyChange: Equatable, Sendable {
    /// The command's name, as the file has it or is to have it.
    public let command: String
    /// The names of all its keys from now on; nil for those that it has where the file says nothing of it.
    public let keys: [String]?

    /// Keys for a command.
    public init(command: String, keys: [String]?) {
        self.command = command
        self.keys = keys
    }

    /// The text of a file with these keys, in which everything else, comments too, stays as it is; nil where the text is
    /// no file of settings. Linear in the text for each change.
    public static func write(_ changes: [KeyChange], in text: String) -> String? {
        guard var edit = JSONEdit(text) else { return nil }
        for change in changes {
            let path = ["keys", change.command]
            if let keys = change.keys {
                edit.set(path, to: literal(keys))
            } else {
                edit.remove(path)
            }
        }
        return edit.text
    }

    /// What was chosen, with these changes: keys for commands of which nothing was said come last.
    public static func apply(_ changes: [KeyChange], to choices: [KeyChoice]) -> [KeyChoice] {
        var choices = choices
        for change in changes {
            let place = choices.firstIndex { $0.command == change.command }
            guard let keys = change.keys else {
                if let place { choices.remove(at: place) }
                continue
            }
            let last = choices.map(\.position.line).max() ?? 0
            let position = place.map { choices[$0].position } ?? TextPosition(line: last + 1, column: 1)
            let choice = KeyChoice(
                command: change.command, at: position, keys: keys.map { KeyChoice.Name($0, at: position) })
            if let place { choices[place] = choice } else { choices.append(choice) }
        }
        return choices
    }

    /// Keys of commands as they stand in a file.
    public static func text(of choices: [KeyChoice]) -> String {
        SettingKind<[KeyChoice]>.keys.written(choices).text()
    }

    /// A key in quotes, several in brackets.
    private static func literal(_ keys: [String]) -> String {
        let names = keys.map { JSONValue.string($0).text() }
        return names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
    }
}
