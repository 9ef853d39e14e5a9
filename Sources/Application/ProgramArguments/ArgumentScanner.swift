/// A scanner of a program's arguments, which distinguishes options from words by a table.
///
/// `--name`, `--name value`, `--name=value`, `-n value` and `-nvalue` are options; `--` ends them, and `-` is a word.
/// Arguments are bytes, and need not be UTF-8.
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
        case word([UInt8])
        /// An option with its value, if it has one.
        case option(Option, value: [UInt8]?)
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

    private var rest: ArraySlice<[UInt8]>
    private var areWords = false
    private let find: (String) -> (option: Option, value: Value)?

    /// Creates a scanner of the arguments after the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - find: Returns the option with a name, including dashes; nil for none.
    public init(
        _ arguments: some Sequence<[UInt8]>, find: @escaping (String) -> (option: Option, value: Value)?
    ) {
        rest = Array(arguments)[...]
        self.find = find
    }

    /// Returns the next argument; nil at the end.
    public mutating func next() throws(Mistake) -> Argument? {
        guard let argument = rest.popFirst() else { return nil }
        let text = String(decoding: argument, as: UTF8.self)
        guard !areWords, text.hasPrefix("-"), text != "-" else { return .word(argument) }
        if text == "--" {
            areWords = true
            return try next()
        }
        let name = String(text.hasPrefix("--") ? text.prefix { $0 != "=" } : text.prefix(2))
        guard let (option, value) = find(name) else { throw .unknown(name: name, argument: text) }
        // An equals sign belongs to the value of a short option.
        let behind = argument.dropFirst(name.utf8.count)
        let attached = behind.isEmpty ? nil : Array(text.hasPrefix("--") ? behind.dropFirst() : behind)
        switch value {
        case .none:
            guard attached == nil else { throw .unwantedValue(name: name, argument: text) }
            return .option(option, value: nil)
        case .required:
            guard let value = attached ?? rest.popFirst() else { throw .missingValue(option, name: name) }
            return .option(option, value: value)
        case .optional(let isMeant):
            if attached == nil, let next = rest.first, isMeant(String(decoding: next, as: UTF8.self)) {
                return .option(option, value: rest.popFirst())
            }
            return .option(option, value: attached)
        }
    }
}
