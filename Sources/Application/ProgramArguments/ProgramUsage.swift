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

    /// The names of the commands that have one.
    public var commandNames: [String] { commands.compactMap(\.word) }

    /// The command used if the first word is not one.
    var unnamed: CommandUsage? { commands.first { $0.word == nil } }

    /// The options that may precede the command's name, each once.
    var leadingOptions: [OptionUsage] {
        var seen: Set<String> = []
        return (commands.flatMap(\.options) + options).filter { seen.insert($0.names.last ?? "").inserted }
    }

    // The output of `--help`.

    /// Returns rows of two columns, 80 cells wide in total; text wider than the left column is above the right one.
    /// - Parameters:
    ///   - rows: The texts of the left and right column.
    ///   - width: The start of the right column, after an indent of two.
    public static func table(_ rows: [(String, String)], width: Int) -> String {
        rows.map { left, right in
            let lines = wrapped(right, at: max(30, columns - width - 2))
            let indent = "\n" + String(repeating: " ", count: width + 2)
            let gap = left.count + 2 > width ? indent : String(repeating: " ", count: width - left.count)
            return "  " + left + gap + lines.joined(separator: indent)
        }
        .joined(separator: "\n")
    }

    /// The minimum width of terminals.
    private static let columns = 80

    /// Returns words wrapped to lines of at most 80 characters; all lines except the first are indented, and
    /// the first leaves room for that.
    /// - Parameters:
    ///   - text: The words.
    ///   - indent: The number of spaces.
    public static func paragraph(_ text: String, indent: Int = 0) -> String {
        wrapped(text, at: columns - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// Returns words wrapped to lines of at most `width` characters; a longer word is on a separate line.
    static func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    // The sections of the manual page for a command line.

    /// The synopsis of each command.
    public var synopsis: ManualPage.Section {
        .init("SYNOPSIS", [.lines(commands.map(\.usage).joined(separator: "\n"))])
    }

    /// The description and options of each command. An option of several commands is described once, in a
    /// shared section, and only named with them.
    public var commandSections: [ManualPage.Section] {
        let counts = commands.flatMap(\.options).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var seen: Set<OptionUsage> = []
        let shared =
            options
            + commands.flatMap(\.options).filter { counts[$0, default: 0] > 1 && seen.insert($0).inserted }
        let parts = commands.flatMap { command -> [ManualPage.Part] in
            let own = command.options.filter { counts[$0] == 1 }
            let others = command.options.filter { counts[$0, default: 0] > 1 }.compactMap(\.names.last)
            return [.heading(command.usage), .words(Self.sentence(command.summary))]
                + own.map { .term($0.spelling, Self.sentence($0.help)) }
                + (others.isEmpty ? [] : [.words("Also, as below: " + others.joined(separator: ", ") + ".")])
        }
        return [
            .init("COMMANDS", parts),
            .init("OPTIONS", shared.map { .term($0.spelling, Self.sentence($0.help)) }),
        ]
    }

    /// Returns words with an initial capital and a full stop.
    public static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
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
