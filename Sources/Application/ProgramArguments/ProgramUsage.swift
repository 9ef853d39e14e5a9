/// A program's command line as people are told of it. `--help`, the manual page and the completion of shells are made
/// from this one value.
public struct ProgramUsage: Sendable {
    /// The program's name, as it is called.
    public let name: String
    /// What it is, in a few words.
    public let summary: String
    /// What it can be asked to do, in the order of help.
    public let commands: [CommandUsage]
    /// The options that every command takes.
    public let options: [OptionUsage]

    /// A program's command line.
    public init(name: String, summary: String, commands: [CommandUsage], options: [OptionUsage]) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.options = options
    }

    /// The command that is meant where the first word is none.
    var unnamed: CommandUsage? { commands.first { $0.word == nil } }

    /// The options that may stand before the word of a command, each once.
    var leadingOptions: [OptionUsage] {
        var seen: Set<String> = []
        return (commands.flatMap(\.options) + options).filter { seen.insert($0.names.last ?? "").inserted }
    }
}

/// One command of a program.
public struct CommandUsage: Sendable {
    /// The word it is called by; nil for what the program does without one.
    let word: String?
    /// How it is written, the program's name first.
    public let usage: String
    /// What it does, in a line.
    public let summary: String
    /// What stands behind its word.
    let operands: Values
    /// The options it takes besides those that every command takes.
    let options: [OptionUsage]

    /// A command.
    public init(
        word: String?, usage: String, summary: String, operands: Values, options: [OptionUsage]
    ) {
        self.word = word
        self.usage = usage
        self.summary = summary
        self.operands = operands
        self.options = options
    }
}

/// One option.
public struct OptionUsage: Sendable, Hashable {
    /// Its names, dashes included, the short one first.
    public let names: [String]
    /// What stands for its value in help; nil for an option without one.
    public let placeholder: String?
    /// What its value can be.
    public let values: Values
    /// What it does, without a capital letter and a full stop.
    public let help: String

    /// An option.
    public init(names: [String], placeholder: String?, values: Values, help: String) {
        self.names = names
        self.placeholder = placeholder
        self.values = values
        self.help = help
    }

    /// Names and placeholder, as help writes them.
    public var spelling: String {
        names.joined(separator: ", ") + (placeholder.map { " " + $0 } ?? "")
    }
}

/// What can stand at a place of the command line.
public enum Values: Sendable, Hashable {
    /// Nothing.
    case none
    /// One of these words.
    case words([String])
    /// The name of a file.
    case files
    /// The name of a folder.
    case folders
    /// Something that nobody but the person knows.
    case free
}
