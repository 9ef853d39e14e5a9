/// The description of a program's command line. `--help`, the manual page and the shell completion are derived from it.
public struct ProgramUsage: Sendable {
    /// The program's name.
    public let name: String
    /// What the program is, in a few words.
    public let summary: String
    /// The commands, in the order of help.
    public let commands: [CommandUsage]
    /// The options of every command.
    public let options: [OptionUsage]

    /// Creates the description of a command line.
    public init(name: String, summary: String, commands: [CommandUsage], options: [OptionUsage]) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.options = options
    }

    /// The command used if the first word is not one.
    var unnamed: CommandUsage? { commands.first { $0.word == nil } }

    /// The options that may precede the command's name, each once.
    var leadingOptions: [OptionUsage] {
        var seen: Set<String> = []
        return (commands.flatMap(\.options) + options).filter { seen.insert($0.names.last ?? "").inserted }
    }
}

/// A command of a program.
public struct CommandUsage: Sendable {
    /// The name of the command; nil for what the program does without one.
    let word: String?
    /// The synopsis, beginning with the program's name.
    public let usage: String
    /// What it does, in a line.
    public let summary: String
    /// The values of the operands after its name.
    let operands: Values
    /// Its options, in addition to those of every command.
    let options: [OptionUsage]

    /// Creates a command.
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

/// An option.
public struct OptionUsage: Sendable, Hashable {
    /// Its names, including dashes, the short one first.
    public let names: [String]
    /// The placeholder for its value in help; nil for an option without one.
    public let placeholder: String?
    /// The possible values.
    public let values: Values
    /// Its description, without an initial capital and a full stop.
    public let help: String

    /// Creates an option.
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
    /// Any text, without suggestions.
    case free
}
