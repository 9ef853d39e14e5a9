import CellGrid
import Configuration
import SonicProtocol

// Key bindings from the configuration.
extension KeyTable {
    /// Returns the table of a preset with the preferred keys of commands.
    ///
    /// A preferred key is removed from the command that had it; if that command has no preferred keys itself, the
    /// conflict is reported. Of two preferences for one key the first takes effect.
    /// - Parameters:
    ///   - preset: The preset; nil for none.
    ///   - preferences: The keys of commands, in the order of the file.
    ///   - base: The table without preset and preferences.
    /// - Returns: The table, and the problems of the preferences.
    public static func read(
        _ preset: KeyPreset?, _ preferences: [KeyChoice], over base: KeyTable = .standard
    ) -> (table: KeyTable, problems: [TextProblem]) {
        var reading = KeyPreferenceParser(base, preset)
        for preference in preferences { reading.read(preference) }
        for preference in preferences { reading.settle(preference) }
        return (
            KeyTable(reading.bindings, called: base.called, takesCounts: preset == .vim || base.takesCounts),
            reading.problems
        )
    }

    /// Returns the changes that bind a key to a command: its keys, and those of the commands that lose the key.
    ///
    /// A key that another command has in an overlapping context is removed from that command, and both are written to
    /// the file, so that no conflict remains. A command that could then neither be pressed nor typed keeps its key.
    /// - Parameters:
    ///   - preset: The preset in effect.
    ///   - choices: The key settings in the configuration so far.
    func order(
        _ key: Key, for new: NewKey, _ preset: KeyPreset?, _ choices: [KeyChoice]
    ) throws(TypingMistake) -> KeyOrder {
        guard Key(named: key.name) == key else {
            throw TypingMistake(words: "This key cannot be assigned to a command.")
        }
        let binding = try changeable(new.command)
        guard !binding.keys.contains(key) || new.mode == .replaces && binding.keys != [key] else {
            throw TypingMistake(words: "\(key.name) already runs \(new.command).")
        }
        // Sequences that begin with the key can no longer be pressed.
        let rest = new.mode == .adds ? binding.keys.filter { !$0.isRival(of: key) } : []
        var changes = [change(of: new.command, to: rest + [key], choices)]
        var words = ["\(key.name) runs \(new.command)"]
        for other in bindings where other.isRival(of: binding, for: key) {
            let kept = other.keys.filter { !$0.isRival(of: key) }
            let isFirst = self.binding(of: other.command)?.context == other.context
            guard isFirst, !kept.isEmpty || called.contains(other.command) else {
                throw TypingMistake(
                    words: "\(key.name) is the only key of \(other.command), which requires one"
                        + " (\(other.context.heading.lowercased())).")
            }
            changes.append(change(of: other.command, to: kept, choices))
            words.append(
                kept.isEmpty
                    ? "\(other.command) has no key: type :\(other.command)"
                    : "\(other.command) keeps \(Binding(command: other.command, keys: kept).keyNames)")
        }
        try check(changes, preset, choices)
        return KeyOrder(changes: changes, words: words.joined(separator: "; ") + ".")
    }

    /// Returns the change that restores the keys that a command has without the configuration.
    func orderStandardKeys(
        of command: Command, _ preset: KeyPreset?, _ choices: [KeyChoice]
    ) throws(TypingMistake) -> KeyOrder {
        _ = try changeable(command)
        let names = names(of: command, in: choices)
        guard !names.isEmpty else { throw TypingMistake(words: "\(command) has its default keys.") }
        let changes = names.map { KeyChange(command: $0, keys: nil) }
        let table = try check(changes, preset, choices)
        let keys = table.binding(of: command)?.keyNames ?? ""
        let has = keys.isEmpty ? "no key, as by default" : "its default keys: \(keys)"
        return KeyOrder(changes: changes, words: "\(command) has \(has).")
    }

    /// Returns the binding of a command whose keys can be changed.
    private func changeable(_ command: Command) throws(TypingMistake) -> Binding {
        guard let binding = binding(of: command), !command.hasNumbersForKeys else {
            throw TypingMistake(words: "The keys of \(command) are digits; it takes no others.")
        }
        return binding
    }

    /// Returns the names under which the configuration has keys for a command.
    private func names(of command: Command, in choices: [KeyChoice]) -> [String] {
        choices.map(\.command).filter { $0 == command.rawValue || command.aliases.contains($0) }
    }

    private func change(of command: Command, to keys: [Key], _ choices: [KeyChoice]) -> KeyChange {
        let name = names(of: command, in: choices).last ?? command.rawValue
        return KeyChange(command: name, keys: keys.map(\.name))
    }

    /// Returns the table with changes, which must not add any conflict.
    @discardableResult
    private func check(
        _ changes: [KeyChange], _ preset: KeyPreset?, _ choices: [KeyChoice]
    ) throws(TypingMistake) -> KeyTable {
        let before = Set(KeyTable.read(preset, choices).problems.map(\.message))
        let (table, problems) = KeyTable.read(preset, KeyChange.apply(changes, to: choices))
        if let problem = problems.first(where: { !before.contains($0.message) }) {
            throw TypingMistake(words: problem.message)
        }
        return table
    }
}

/// The bindings while preferences are being applied.
private struct KeyPreferenceParser {
    private(set) var bindings: [KeyTable.Binding]
    private(set) var problems: [TextProblem] = []
    /// The commands that can be typed.
    private let called: [Command]
    /// The commands with preferred keys, and the position of the preference.
    private var preferred: [Command: TextPosition] = [:]
    /// The preferred keys of each command, with their positions.
    private var given: [Command: [(key: Key, position: TextPosition)]] = [:]

    init(_ base: KeyTable, _ preset: KeyPreset?) {
        (bindings, called) = (base.bindings, base.called)
        for (command, keys) in preset?.keys ?? [] {
            guard let row = row(of: command) else { continue }
            bindings[row].keys = keys
        }
        let own = Set((preset?.keys ?? []).map(\.command))
        for (command, keys) in preset?.keys ?? [] {
            for key in keys {
                for row in rivals(of: command, for: key) where !own.contains(bindings[row].command) {
                    bindings[row].keys.removeAll { $0.isRival(of: key) }
                }
            }
        }
    }

    private func row(of command: Command) -> Int? { row(named: command.rawValue) }

    /// Returns the index of a command by its name, else by an alias: configuration files may contain an old name.
    private func row(named name: String) -> Int? {
        bindings.firstIndex { $0.command.rawValue == name }
            ?? bindings.firstIndex { $0.command.aliases.contains(name) }
    }

    /// Returns the indices of other commands that conflict with a key of this command.
    private func rivals(of command: Command, for key: Key) -> [Int] {
        guard let own = row(of: command).map({ bindings[$0] }) else { return [] }
        return bindings.indices.filter { bindings[$0].isRival(of: own, for: key) }
    }

    /// Sets the keys of a command to those of a preference.
    mutating func read(_ preference: KeyChoice) {
        guard let row = row(named: preference.command) else {
            let near = NearestName.among(bindings.map(\.command.rawValue), to: preference.command)
            let hint = near.map { ". Did you mean “\($0)”?" } ?? "; docs/guide/keys.md has them all."
            return complain(
                preference.position,
                Command.replacement(of: preference.command)
                    ?? "Unknown command “\(preference.command)”" + hint)
        }
        let command = bindings[row].command
        guard !command.hasNumbersForKeys else {
            let words = "The keys of “\(preference.command)” are digits; it takes no others."
            return complain(preference.position, words)
        }
        var keys: [(key: Key, position: TextPosition)] = []
        for name in preference.keys {
            if let key = Key(named: name.text) {
                keys.append((key, name.position))
            } else {
                complain(
                    name.position,
                    "“\(name.text)” is not a valid key; keys are x, Space, ^X, M-x, Tab, Enter, PgDn, F1, Up and the like, and “g g” one after the other."
                )
            }
        }
        if keys.isEmpty {
            // If all keys are invalid, the command keeps its own.
            guard preference.keys.isEmpty else { return }
            guard called.contains(command) else {
                let words = "“\(preference.command)” cannot be run with “:”, so it requires a key."
                return complain(preference.position, words)
            }
        }
        (preferred[command], given[command]) = (preference.position, keys)
        bindings[row].keys = keys.map(\.key)
    }

    /// Removes the keys of a preference from the commands that had them.
    mutating func settle(_ preference: KeyChoice) {
        guard let command = row(named: preference.command).map({ bindings[$0].command }),
            preferred[command] == preference.position
        else { return }
        for (key, position) in given[command] ?? [] {
            for row in rivals(of: command, for: key) {
                let other = bindings[row].command
                let words = Self.clash(key, command, bindings[row])
                guard let place = preferred[other] else {
                    lose(key, row, words + "; assign other keys to the latter.", position)
                    continue
                }
                guard place > preference.position else { continue }
                let later = given[other]?.first { $0.key.isRival(of: key) }?.position ?? place
                lose(key, row, words + "; the first one keeps it.", later)
            }
        }
    }

    private mutating func complain(_ position: TextPosition, _ words: String) {
        problems.append(TextProblem(position, words))
    }

    private mutating func lose(_ key: Key, _ row: Int, _ words: String, _ position: TextPosition) {
        complain(position, words)
        let before = bindings[row].keys
        bindings[row].keys.removeAll { $0.isRival(of: key) }
        let command = bindings[row].command
        guard bindings[row].keys.isEmpty, !called.contains(command) else { return }
        // A command that can neither be typed nor pressed would be unreachable.
        bindings[row].keys = before.filter { $0.isRival(of: key) }
    }

    /// Returns the message that a key of a command equals, or begins like, one of another command.
    private static func clash(_ key: Key, _ command: Command, _ other: KeyTable.Binding) -> String {
        guard let rival = other.keys.first(where: { $0.isRival(of: key) }), rival != key else {
            return "“\(key.name)” is a key of “\(command.rawValue)” and of “\(other.command.rawValue)”"
        }
        return
            "“\(key.name)” of “\(command.rawValue)” and “\(rival.name)” of “\(other.command.rawValue)” start with the same key"
    }
}

/// A change of key bindings made by pressing a key, to be written to the configuration file.
public struct KeyOrder: Equatable, Sendable {
    /// The commands whose keys change, with all their keys.
    public let changes: [KeyChange]
    /// The result, as a sentence.
    public let words: String
}

/// A pending change of a command's keys by the next key press.
struct NewKey: Equatable, Sendable {
    /// The effect of the key on the existing keys; the raw value begins the prompt.
    enum Mode: String, Sendable {
        /// It replaces all of them.
        case replaces = "New"
        /// It is added to them.
        case adds = "Additional"
    }

    let command: Command
    /// The effect of the key.
    let mode: Mode

    /// The prompt in the bottom line.
    var label: String { "\(mode.rawValue) key for \(command.rawValue): " }
}
