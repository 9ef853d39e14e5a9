/// An option of a program: all that is known about it apart from the code that uses it, which reads its values from
/// `Arguments`. Two options are the same by their long name.
public struct Option: Sendable, Hashable {
    /// The name with one dash; nil for none.
    private let shortName: String?
    /// The name with two dashes, which messages use.
    public let longName: String
    /// The former name, which is accepted but no longer shown; nil for none.
    let formerName: String?
    /// The placeholder for its value in help; nil for an option without one. A value in brackets may be left out.
    public let placeholder: String?
    /// The possible values; nil for those that the placeholder names. They are made when they are asked for.
    private let makeValues: @Sendable () -> Values?
    /// Whether a number after it is its value, although help does not say so.
    private let allowsNumber: Bool
    /// Its description, without an initial capital and a full stop.
    public let help: String
    /// Its description in the help of one command.
    public private(set) var helpHere: String

    /// Creates an option.
    /// - Parameters:
    ///   - name: Its name with two dashes.
    ///   - help: Its description.
    ///   - values: The possible values; by default those that the placeholder names.
    public init(
        _ name: String, short: String? = nil, was formerName: String? = nil, _ help: String,
        takes placeholder: String? = nil, of values: @autoclosure @escaping @Sendable () -> Values? = nil,
        allowsNumber: Bool = false
    ) {
        shortName = short
        longName = name
        self.formerName = formerName
        self.placeholder = placeholder
        makeValues = values
        self.allowsNumber = allowsNumber
        self.help = help
        helpHere = help
    }

    /// Returns the option with another description in the help of a command that lists it.
    public func described(as help: String) -> Option {
        var option = self
        option.helpHere = help
        return option
    }

    /// Its names, including dashes, the short one first.
    public var names: [String] { [shortName, longName].compactMap(\.self) }

    /// The possible values.
    public var values: Values { makeValues() ?? Values(placeholder) }

    /// Names and placeholder, as help writes them.
    public var spelling: String { names.joined(separator: ", ") + (placeholder.map { " " + $0 } ?? "") }

    /// Whether its value is a path, or may be one.
    var takesPath: Bool { [.files, .folders].contains(Values(placeholder)) }

    /// The words that its value consists of, separated by commas; without a value, all of them. Nil for an option
    /// that always has a value, or none.
    var choices: [String]? { takesValue && !requiresValue && !values.words.isEmpty ? values.words : nil }

    /// Whether it may have a value.
    var takesValue: Bool { placeholder != nil || allowsNumber }

    /// Whether it is not complete without a value.
    var requiresValue: Bool { placeholder.map { !$0.hasPrefix("[") } ?? false }

    /// Whether the next argument is its value: a value that may be left out consists of its choices, or is a number.
    func takes(_ text: String) -> Bool {
        guard !requiresValue else { return true }
        guard let choices else { return takesValue && Int(text) != nil }
        return text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            choices.contains(String($0))
        }
    }

    /// Whether two options have the same name.
    public static func == (left: Option, right: Option) -> Bool { left.longName == right.longName }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(longName) }
}

/// The possible values of an argument.
public enum Values: Sendable, Hashable {
    /// No value.
    case none
    /// One of these words.
    case words([String])
    /// The name of a file.
    case files
    /// The name of a folder.
    case folders
    /// The name of a command of the program.
    case commands
    /// Any text, without suggestions.
    case free

    /// Returns these words, which are separated by spaces.
    public static func oneOf(_ words: String) -> Values {
        .words(words.split(separator: " ").map(String.init))
    }

    /// Returns the names of all cases.
    public static func names<Name: CaseIterable & RawRepresentable<String>>(of type: Name.Type) -> Values {
        .words(Name.allCases.map(\.rawValue))
    }

    /// Creates the values that a placeholder names: `FILE` and `DIR` are paths.
    init(_ placeholder: String?) {
        let words = placeholder?.split(separator: "|")
        self =
            switch words {
            case nil: .none
            case let words? where words.contains("FILE"): .files
            case let words? where words.contains("DIR"): .folders
            case _?: .free
            }
    }

    /// The words, if there are only these.
    public var words: [String] { if case .words(let words) = self { words } else { [] } }
}
