/// A scanner of a program's arguments, which distinguishes options from words by a table.
///
/// `--name`, `--name value`, `--name=value`, `-n value` and `-nvalue` are options; `--` ends them, and `-` is a word.
public struct ArgumentScanner<Option: Sendable> {
    /// Whether an option has a value.
    public enum Value {
        /// No value.
        case none
        /// A value: the attached one, otherwise the next argument, whatever it is.
        case required
        /// An optional value: the attached one, or the next argument if `isMeant` accepts it.
        case optional(isMeant: (String) -> Bool)
    }

    /// A scanned argument.
    public enum Argument {
        /// An argument without leading dashes, or after `--`.
        case word(String)
        /// An option with its value, if it has one.
        case option(Option, value: String?)
    }

    /// An error in an argument.
    public enum Mistake: Error {
        /// There is no option with this name.
        case unknown(name: String, argument: String)
        /// An option without a value has one attached.
        case unwantedValue(name: String, argument: String)
        /// An option's value is missing.
        case missingValue(Option, name: String)
    }

    private var rest: ArraySlice<String>
    private var areWords = false
    private let find: (String) -> (option: Option, value: Value)?

    /// Creates a scanner of the arguments after the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - find: Returns the option with a name, including dashes; nil for none.
    public init(
        _ arguments: some Sequence<String>, find: @escaping (String) -> (option: Option, value: Value)?
    ) {
        rest = Array(arguments)[...]
        self.find = find
    }

    /// Returns the next argument; nil at the end.
    public mutating func next() throws(Mistake) -> Argument? {
        guard let argument = rest.popFirst() else { return nil }
        guard !areWords, argument.hasPrefix("-"), argument != "-" else { return .word(argument) }
        if argument == "--" {
            areWords = true
            return try next()
        }
        let (name, attached) = Self.parts(of: argument)
        guard let (option, value) = find(name) else { throw .unknown(name: name, argument: argument) }
        switch value {
        case .none:
            guard attached == nil else { throw .unwantedValue(name: name, argument: argument) }
            return .option(option, value: nil)
        case .required:
            guard let value = attached ?? rest.popFirst() else { throw .missingValue(option, name: name) }
            return .option(option, value: value)
        case .optional(let isMeant):
            if attached == nil, let next = rest.first, isMeant(next) {
                return .option(option, value: rest.popFirst())
            }
            return .option(option, value: attached)
        }
    }

    private static func parts(of argument: String) -> (name: String, attached: String?) {
        if argument.hasPrefix("--") {
            guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
            return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
        }
        return (String(argument.prefix(2)), argument.count > 2 ? String(argument.dropFirst(2)) : nil)
    }
}
