import CellGrid
import Configuration

/// A change of keys that the reader has made by a press, to be written into the configuration file.
public struct KeyOrder: Equatable, Sendable {
    /// The commands whose keys are others, with all of them.
    public let changes: [KeyChange]
    /// The result, in a sentence.
    public let words: String
}

/// What the next key that is pressed does to a command's keys.
struct NewKey: Equatable, Sendable {
    /// What a key means for those that the command has.
    enum Way: Equatable, Sendable {
        /// It takes the place of all of them.
        case replaces
        /// It is one more.
        case adds
    }

    /// The command.
    let command: Command
    /// What the key means.
    let way: Way

    /// What is asked for, in the bottom line.
    var label: String {
        switch way {
        case .replaces: "New key for \(command.rawValue): "
        case .adds: "Additional key for \(command.rawValue): "
        }
    }
}

/// Why a command cannot have a key, in a sentence.
struct KeyRefusal: Error {
    /// The sentence.
    let words: String
}

extension KeyTable {
    /// What a key for a command changes: its keys, and those of the commands that lose one by it.
    ///
    /// A key that another command has where this one's counts is taken from it, and both stand in the file, so that no
    /// clash is left. A command that could neither be pressed nor typed any more keeps its key.
    /// - Parameters:
    ///   - preset: The preset in force.
    ///   - choices: What the configuration says of keys so far.
    func order(
        _ key: Key, for new: NewKey, _ preset: KeyPreset?, _ choices: [KeyChoice]
    ) throws(KeyRefusal) -> KeyOrder {
        guard Key(named: key.name) == key else {
            throw KeyRefusal(words: "This key cannot be assigned to a command.")
        }
        let binding = try changeable(new.command)
        guard !binding.keys.contains(key) || new.way == .replaces && binding.keys != [key] else {
            throw KeyRefusal(words: "\(key.name) already runs \(new.command).")
        }
        // What begins with the key can no longer be pressed.
        let rest = new.way == .adds ? binding.keys.filter { !$0.isRival(of: key) } : []
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

    /// What gives a command back the keys that it has without the configuration.
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

    /// The row of a command whose keys can be others.
    private func changeable(_ command: Command) throws(KeyRefusal) -> Binding {
        guard let binding = binding(of: command), !command.hasNumbersForKeys else {
            throw KeyRefusal(words: "The keys of \(command) are digits; it takes no others.")
        }
        return binding
    }

    /// The rows of other commands that have a key where it would be this row's.
    private func rivals(of binding: Binding, for key: Key) -> [Binding] {
        bindings.filter { other in
            other.command != binding.command && binding.context.isRival(of: other.context)
                && other.keys.contains { $0.isRival(of: key) }
        }
    }

    /// The names by which the configuration has keys for a command.
    private func names(of command: Command, in choices: [KeyChoice]) -> [String] {
        choices.map(\.command).filter { $0 == command.rawValue || command.aliases.contains($0) }
    }

    private func change(of command: Command, to keys: [Key], _ choices: [KeyChoice]) -> KeyChange {
        let name = names(of: command, in: choices).last ?? command.rawValue
        return KeyChange(command: name, keys: keys.map(\.name))
    }

    /// The table with changes, which may bring no clash that was not there before.
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
