import SonicProtocol

/// New keys for a command, to be written to the configuration file.
public struct KeyChange: Equatable, Sendable {
    /// The command's name in the file.
    public let command: String
    /// The names of all its new keys; nil for its usual keys, without a member in the file.
    public let keys: [String]?

    /// Creates a change of a command's keys.
    public init(command: String, keys: [String]?) {
        self.command = command
        self.keys = keys
    }

    /// Returns the text of a file with these keys, in which everything else, including comments, is unchanged;
    /// nil if the text is not an object. Linear in the text for each change.
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

    /// Returns the choices with these changes; commands without a previous choice come last.
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

    /// Returns the keys of commands as text of a file.
    public static func text(of choices: [KeyChoice]) -> String {
        SettingKind<[KeyChoice]>.keys.written(choices).text()
    }

    /// Returns a key in quotes, several in brackets.
    private static func literal(_ keys: [String]) -> String {
        let names = keys.map { JSONValue.string($0).text() }
        return names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
    }
}
