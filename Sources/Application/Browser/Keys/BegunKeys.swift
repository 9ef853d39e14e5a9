import CellGrid

/// What was pressed so far of a count and of keys that mean something together.
struct BegunKeys: Equatable, Sendable {
    /// How often the command is to be done, or the line that it is to go to; nil where no count was typed.
    var count: Int?
    /// The keys of a sequence, in the order in which they were pressed.
    var keys: [Key] = []

    /// What becomes of it with another key.
    enum Step: Equatable {
        /// More keys are to come.
        case waits(BegunKeys)
        /// This is what was meant, so often.
        case done(Key, count: Int?)
        /// No command has these keys.
        case unknown(Key)
    }

    /// The largest count: a command that is repeated costs as much as pressing its key so often.
    static let mostTimes = 9_999

    /// Goes on with a key.
    /// - Parameters:
    ///   - table: The keys in force.
    ///   - contexts: Where keys have their meaning at the moment.
    ///   - isKnown: Whether the key alone does something there.
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

    /// The count with one more digit; nil where the key is none, or has a meaning of its own.
    private func adding(digit key: Key, _ table: KeyTable, isKnown: Bool) -> BegunKeys? {
        guard table.counts == .typed, case .character = key, let digit = key.number else { return nil }
        guard let count else { return digit == 0 || isKnown ? nil : BegunKeys(count: digit) }
        return BegunKeys(count: min(count * 10 + digit, Self.mostTimes))
    }

    /// What was pressed, as the bottom line shows it.
    var text: String {
        let number = count.map { "\($0)" } ?? ""
        return ([number].filter { !$0.isEmpty } + keys.map(\.name)).joined(separator: " ")
    }
}

/// What a number before a command's key does.
enum CountedAction: Sendable {
    /// The command is done so often.
    case repeats
    /// It goes to the line of this number.
    case goesToLine
}
