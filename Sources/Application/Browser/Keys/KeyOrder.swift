import CellGrid
import Configuration

/// A change of key bindings made by pressing a key, to be written to the configuration file.
public struct KeyOrder: Equatable, Sendable {
    /// The commands whose keys change, with all their keys.
    public let changes: [KeyChange]
    /// The result, as a sentence.
    public let words: String
}

/// A pending change of a command's keys by the next key press.
struct NewKey: Equatable, Sendable {
    /// The effect of the key on the existing keys.
    enum Mode: Equatable, Sendable {
        /// It replaces all of them.
        case replaces
        /// It is added to them.
        case adds
    }

    /// The command.
    let command: Command
    /// The effect of the key.
    let mode: Mode

    /// The prompt in the bottom line.
    var label: String {
        switch mode {
        case .replaces: "New key for \(command.rawValue): "
        case .adds: "Additional key for \(command.rawValue): "
        }
    }
}

/// The reason why a key cannot be bound to a command.
struct KeyRefusal: Error {
    /// The reason as a sentence.
    let words: String
}

extension KeyTable {
    /// Returns the changes that bind a key to a command: its keys, and those of the commands that lose the key.
    ///
    /// A key that another command has in an overlapping context is removed from that command, and both are written to
    /// the file, so that no conflict remains. A command that could then neither be pressed nor typed keeps its key.
    /// - Parameters:
    ///   - preset: The preset in effect.
    ///   - choices: The key settings in the configuration so far.
    func order(
        _ key: Key, for new: NewKey, _ preset: KeyPreset?, _ choices: [KeyChoice]
    ) throws(KeyRefusal) -> KeyOrder {
        guard Key(named: key.name) == key else {
            throw KeyRefusal(words: "This key cannot be assigned to a command.")
        }
        let binding = try changeable(new.command)
        guard !binding.keys.contains(key) || new.mode == .replaces && binding.keys != [key] else {
            throw KeyRefusal(words: "\(key.name) already runs \(new.command).")
        }
        // Sequences that begin with the key can no longer be pressed.
        let rest = new.mode == .adds ? binding.keys.filter { !$0.isRival(of: key) } : []
        var changes = [change(of: new.command, to: rest + [key], choices)]
        var words = ["\(key.name) runs \(new.command)"]
        for other in rivals(of: binding, for: key) {
            let kept = other.keys.filter { !$0.isRival(of: key) }
            let isFirst = self.binding(of: other.command)?.context == other.context
            guard isFirst, !kept.isEmpty || called.contains(other.command) else {
                throw KeyRefusal(
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
    ) throws(KeyRefusal) -> KeyOrder {
        _ = try changeable(command)
        let names = names(of: command, in: choices)
        guard !names.isEmpty else { throw KeyRefusal(words: "\(command) has its default keys.") }
        let changes = names.map { KeyChange(command: $0, keys: nil) }
        let table = try check(changes, preset, choices)
        let keys = table.binding(of: command)?.keyNames ?? ""
        let has = keys.isEmpty ? "no key, as by default" : "its default keys: \(keys)"
        return KeyOrder(changes: changes, words: "\(command) has \(has).")
    }

    /// Returns the binding of a command whose keys can be changed.
    private func changeable(_ command: Command) throws(KeyRefusal) -> Binding {
        guard let binding = binding(of: command), !command.hasNumbersForKeys else {
            throw KeyRefusal(words: "The keys of \(command) are digits; it takes no others.")
        }
        return binding
    }

    /// Returns the bindings of other commands that conflict with a key of this one.
    private func rivals(of binding: Binding, for key: Key) -> [Binding] {
        bindings.filter { other in
            other.command != binding.command && binding.context.isRival(of: other.context)
                && other.keys.contains { $0.isRival(of: key) }
        }
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
    ) throws(KeyRefusal) -> KeyTable {
        let before = Set(KeyTable.read(preset, choices).problems.map(\.message))
        let (table, problems) = KeyTable.read(preset, KeyChange.apply(changes, to: choices))
        if let problem = problems.first(where: { !before.contains($0.message) }) {
            throw KeyRefusal(words: problem.message)
        }
        return table
    }
}
