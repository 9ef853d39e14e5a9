import CellGrid

/// Something that a key can do: one row, which holds all there is to know of it. Rows stand beside what they are about, and
/// everything that lists commands reads them. Two are the same by their names.
public struct Command: Sendable {
    /// Its name in words, as help and the `:` line have it.
    public let rawValue: String
    /// Where its keys have their meaning.
    private(set) var context: KeyTable.Context
    /// The keys, the one to be shown first first; none for a command that is only typed.
    private(set) var keys: [Key]
    /// One or two words for the hint line.
    private(set) var short: String
    /// One sentence for help and documentation.
    private(set) var help: String
    /// Other names that the `:` line takes for it, such as those that other programs have.
    let aliases: [String]
    /// What else people call it, apart by blanks: found in lists of commands, but no name of it.
    let words: String
    /// What can be typed behind its name; nil for nothing.
    let parameter: KeyTable.Parameter?
    /// What may stand behind its name, as far as it is known; nil where nobody can know.
    let offers: (@Sendable (Model) -> [ArgumentOffer])?
    /// What can keep it from doing anything, in the order in which it is asked.
    let reasons: [DisabledReason]
    /// When none of the reasons counts.
    private let isFree: @Sendable (Model) -> Bool
    /// What it does with what was typed behind its name; it throws a `TypingMistake`, which closures cannot say of themselves.
    let argumentAction: @Sendable (inout Model, String) throws -> [Effect]
    /// What it does with the digit that its key carries; nil where the digits are keys like all others.
    let digitAction: (@Sendable (inout Model, Int) -> [Effect])?
    /// What a number typed before its key does; nil where that says nothing.
    let counted: CountedAction?
    /// What it does; nothing where what lies over the panes, or asks for a key, knows what its keys mean.
    let action: @Sendable (inout Model) -> [Effect]

    /// A row.
    /// - Parameters:
    ///   - aliases: Other names that the `:` line takes for it, apart by blanks.
    ///   - words: What else people call it.
    ///   - counted: What a number typed before its key does.
    ///   - changes: What it does where nothing is to be done outside.
    ///   - does: What it does where something is.
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

    /// The same with other keys and another sentence, in another place.
    func also(_ keys: [Key], _ short: String, _ help: String, in context: KeyTable.Context) -> Command {
        var row = self
        row.keys = keys
        row.short = short
        row.help = help
        row.context = context
        return row
    }

    /// Why it can do nothing now; nil when it can.
    func disabledReason(in model: Model) -> DisabledReason? {
        isFree(model) ? nil : reasons.first { $0.holds(model) }
    }

    /// What lists of commands find it by, besides its name and what help says of it.
    var soughtWords: String { (aliases + [words]).joined(separator: " ") }

    /// Whether its keys are the digits that it is about.
    var hasNumbersForKeys: Bool { keys.count > 1 && keys.allSatisfy { $0.number != nil } }
}

extension Command: Hashable, CaseIterable, CustomStringConvertible {
    /// All of them, in the order of help.
    public static let allCases: [Command] = {
        var names: Set<Command> = []
        return KeyTable.standard.bindings.map(\.command).filter { names.insert($0).inserted }
    }()

    /// Its name.
    public var description: String { rawValue }

    /// Whether both are the same command, whatever the keys.
    public static func == (one: Command, other: Command) -> Bool { one.rawValue == other.rawValue }

    /// By the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
