import CellGrid

/// A command, with all its properties. Commands are declared next to their subject, and every list of commands reads
/// them. Two are equal if their names are.
public struct Command: Sendable {
    /// The name, as help and the `:` line show it.
    public let rawValue: String
    private(set) var context: KeyTable.Context
    /// The keys, the preferred one first; empty for a command that is only typed.
    private(set) var keys: [Key]
    /// One or two words for the hint line.
    private(set) var short: String
    /// One sentence for help and documentation.
    private(set) var help: String
    /// Alternative names accepted by the `:` line, such as those of other programs.
    let aliases: [String]
    /// Related words, separated by spaces: lists of commands are searched by them, but they are not names.
    let words: String
    /// The argument; nil for none.
    let parameter: KeyTable.Parameter?
    /// Returns the completions of the argument; nil if they are unknown.
    let offers: (@Sendable (Model) -> [ArgumentOffer])?
    /// The reasons that can disable it, in the order in which they are checked.
    let reasons: [DisabledReason]
    /// Whether all reasons are ignored.
    private let isFree: @Sendable (Model) -> Bool
    /// The action with an argument; it throws a `TypingMistake`, which closures cannot declare.
    let argumentAction: @Sendable (inout Model, String) throws -> [Effect]
    /// The action with the digit of its key; nil if digits are ordinary keys for it.
    let digitAction: (@Sendable (inout Model, Int) -> [Effect])?
    /// The effect of a count before its key; nil if a count is ignored.
    let counted: CountedAction?
    /// The action; it does nothing if the overlay or the input mode handles its keys.
    let action: @Sendable (inout Model) -> [Effect]

    /// Creates a command.
    /// - Parameters:
    ///   - aliases: Alternative names accepted by the `:` line, separated by spaces.
    ///   - words: Related words for searching.
    ///   - counted: The effect of a count before its key.
    ///   - changes: The action, if it has no effects.
    ///   - does: The action, if it has effects.
    init(
        _ name: String, _ keys: [Key], _ short: String, _ help: String,
        aliases: String = "", words: String = "", counted: CountedAction? = nil,
        in context: KeyTable.Context, takes parameter: KeyTable.Parameter? = nil,
        offering offers: (@Sendable (Model) -> [ArgumentOffer])? = nil,
        unless reasons: [DisabledReason] = [],
        anyway isFree: @escaping @Sendable (Model) -> Bool = { _ in false },
        given: @escaping @Sendable (inout Model, String) throws -> [Effect] = { _, _ in [] },
        numbered: (@Sendable (inout Model, Int) -> [Effect])? = nil,
        changes: @escaping @Sendable (inout Model) -> Void = { _ in },
        does: (@Sendable (inout Model) -> [Effect])? = nil
    ) {
        rawValue = name
        self.keys = keys
        self.short = short
        self.help = help
        self.context = context
        self.aliases = aliases.split(separator: " ").map(String.init)
        self.words = words
        self.parameter = parameter
        self.offers = offers
        self.reasons = reasons
        self.isFree = isFree
        (argumentAction, digitAction) = (given, numbered)
        self.counted = counted
        action =
            does ?? { model in
                changes(&model)
                return []
            }
    }

    /// Returns the same command with other keys and another description, in another context.
    func also(_ keys: [Key], _ short: String, _ help: String, in context: KeyTable.Context) -> Command {
        var row = self
        row.keys = keys
        row.short = short
        row.help = help
        row.context = context
        return row
    }

    /// Returns the reason why it is disabled; nil if it is enabled.
    func disabledReason(in model: Model) -> DisabledReason? {
        isFree(model) ? nil : reasons.first { $0.holds(model) }
    }

    /// The words by which lists of commands find it, in addition to its name and its help.
    var soughtWords: String { (aliases + [words]).joined(separator: " ") }

    /// Whether its keys are the digits that are its argument.
    var hasNumbersForKeys: Bool { keys.count > 1 && keys.allSatisfy { $0.number != nil } }

    /// The commands that are gone, with what to use instead. A row stays for one release.
    private static let former: [(name: String, key: Key, context: KeyTable.Context, instead: String)] = [
        ("copy-test", "t", .copies, "use export-session, and sonic replay --expect on its file.")
    ]

    /// Returns what replaces a command that is gone; nil for any other name.
    static func replacement(of name: String) -> String? {
        former.first { $0.name == name }.map { "\($0.name) is gone: \($0.instead)" }
    }

    /// Returns what replaces the command that a key had; nil for any other key.
    static func replacement(of key: Key, in contexts: [KeyTable.Context]) -> String? {
        former.first { $0.key == key && contexts.contains($0.context) }.flatMap { replacement(of: $0.name) }
    }
}

extension Command: Hashable, CaseIterable, CustomStringConvertible {
    /// All commands, in the order of help.
    public static let allCases: [Command] = {
        var names: Set<Command> = []
        return KeyTable.standard.bindings.map(\.command).filter { names.insert($0).inserted }
    }()

    /// Its name.
    public var description: String { rawValue }

    /// Whether both are the same command, whatever their keys.
    public static func == (one: Command, other: Command) -> Bool { one.rawValue == other.rawValue }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// The effect of a count before a command's key.
enum CountedAction: Sendable {
    /// The command is repeated.
    case repeats
    /// The command goes to the line with this number.
    case goesToLine
}
