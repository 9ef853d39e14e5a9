import CellGrid

/// A count and the beginning of a key sequence, as typed so far.
struct BegunKeys: Equatable, Sendable {
    /// The repeat count of the command, or the line to go to; nil if none was typed.
    var count: Int?
    /// The keys of the sequence, in order.
    var keys: [Key] = []

    /// The result of another key.
    enum Step: Equatable {
        /// More keys are expected.
        case waits(BegunKeys)
        /// The complete key or sequence, with its count.
        case done(Key, count: Int?)
        /// No command has these keys.
        case unknown(Key)
    }

    /// The maximum count: repeating a command costs as much as pressing its key that often.
    static let maxCount = 9_999

    /// Adds a key.
    /// - Parameters:
    ///   - table: The key bindings in effect.
    ///   - contexts: The current contexts.
    ///   - isKnown: Whether the key alone has a command there.
    func adding(_ key: Key, _ table: KeyTable, in contexts: [KeyTable.Context], isKnown: Bool) -> Step {
        let pressed = keys + [key]
        if keys.isEmpty, let counted = adding(digit: key, table, isKnown: isKnown) { return .waits(counted) }
        if table.hasSequence(beginning: pressed, in: contexts) {
            return .waits(BegunKeys(count: count, keys: pressed))
        }
        guard pressed.count > 1 else { return .done(key, count: count) }
        let sequence = Key.sequence(pressed)
        return table.command(for: sequence, in: contexts) == nil
            ? .unknown(sequence) : .done(sequence, count: count)
    }

    /// Returns the count with one more digit; nil if the key is not a digit, or has another meaning.
    private func adding(digit key: Key, _ table: KeyTable, isKnown: Bool) -> BegunKeys? {
        guard table.counts == .typed, case .character = key, let digit = key.number else { return nil }
        guard let count else { return digit == 0 || isKnown ? nil : BegunKeys(count: digit) }
        return BegunKeys(count: min(count * 10 + digit, Self.maxCount))
    }

    /// The typed keys, as the bottom line shows them.
    var text: String {
        let number = count.map { "\($0)" } ?? ""
        return ([number].filter { !$0.isEmpty } + keys.map(\.name)).joined(separator: " ")
    }
}

/// The effect of a count before a command's key.
enum CountedAction: Sendable {
    /// The command is repeated.
    case repeats
    /// The command goes to the line with this number.
    case goesToLine
}
