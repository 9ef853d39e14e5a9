/// The arguments after a program's name, parsed by its rows (`ProgramUsage.arguments`).
public struct Arguments: Equatable, Sendable {
    /// The name of the command.
    public internal(set) var command = ""
    /// The operands of the command, in order.
    public internal(set) var words: [String] = []
    /// The options in order; one may occur several times.
    private var options: [Given] = []

    /// An option with its value, if it has one.
    private struct Given: Equatable {
        let option: Option
        var value: String?
    }

    /// What is thrown for a mistake in them.
    public typealias Mistake = CommandFailure

    mutating func add(_ option: Option, _ value: String?) {
        options.append(Given(option: option, value: value))
    }

    /// Whether an option without a value was given.
    public func has(_ option: Option) -> Bool { options.contains(Given(option: option)) }

    /// Returns the last value of an option; nil if it was not given.
    public func value(_ option: Option) -> String? { all(option).last }

    /// Returns all values of an option in order.
    public func all(_ option: Option) -> [String] {
        options.compactMap { $0.option == option ? $0.value : nil }
    }

    /// Returns what the words of all values of an option with choices stand for, in order, each once.
    public func chosen<Choice: RawRepresentable<String>>(_ option: Option) -> [Choice] {
        let given = Set(all(option).flatMap { $0.split(separator: ",") }.map(String.init))
        return (option.choices ?? []).filter(given.contains).compactMap(Choice.init)
    }

    /// The options that were given, in order.
    public var given: [Option] { options.map(\.option) }

    /// Refuses the first given option of some that have no effect, for a reason.
    public func refuse(_ options: [Option], _ reason: String) throws(Mistake) {
        guard let option = given.first(where: options.contains) else { return }
        throw Mistake(message: "\(reason); leave out \(option.longName)")
    }

    /// Returns an option's whole number, which must be in a range; nil if it was not given.
    public func number(_ option: Option, in range: ClosedRange<Int>) throws(Mistake) -> Int? {
        try value(
            option, as: { Int($0).flatMap { range.contains($0) ? $0 : nil } },
            "a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// Returns an option's value as something else; nil if it was not given.
    /// - Parameters:
    ///   - convert: Returns nil for a text that is refused.
    ///   - words: The texts that are not; by default the words of its row.
    public func value<Value>(
        _ option: Option, as convert: (String) -> Value?, _ words: String? = nil
    ) throws(Mistake) -> Value? {
        guard let text = value(option) else { return nil }
        guard let value = convert(text) else {
            let words = words ?? "one of " + option.values.words.joined(separator: ", ")
            throw Mistake(message: "\(option.longName) takes \(words), not “\(text)”")
        }
        return value
    }
}

/// The reason why a command ends, as a sentence with a remedy.
public struct CommandFailure: Error, Equatable {
    /// The sentence, without an initial capital and a full stop.
    public let message: String
    /// The exit status of the program.
    public let status: ExitStatus

    /// Creates the failure.
    public init(message: String, status: ExitStatus = .usage) {
        self.message = message
        self.status = status
    }

    /// Creates the failure of a page or of work.
    public static func failed(_ message: String) -> CommandFailure {
        .init(message: message, status: .failed)
    }
}

/// The exit status of a program.
public enum ExitStatus: Int32, Sendable {
    /// Done; also a page shown from the cache because the server cannot be reached.
    case done = 0
    /// The page or the work failed.
    case failed = 1
    /// Wrong usage.
    case usage = 2
}
