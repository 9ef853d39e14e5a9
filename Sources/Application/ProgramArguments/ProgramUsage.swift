/// The description of a program's command line. The parser, `--help`, the manual page and the shell completion read it.
public struct ProgramUsage<Action: Sendable>: Sendable {
    /// The program's name.
    public let name: String
    /// What the program is, in a few words.
    public let summary: String
    /// The commands, in the order of help.
    public let commands: [Subcommand<Action>]
    /// The options of every command: they ask about the program.
    public let options: [Option]
    /// What is said about options that are gone, by their names.
    let gone: [String: String]
    /// Returns the name that a misspelled one may mean; nil for none.
    let nearest: @Sendable (_ names: [String], _ name: String) -> String?

    /// Creates the description of a command line.
    /// - Parameter nearest: Returns the name that a misspelled one may mean.
    public init(
        name: String, summary: String, commands: [Subcommand<Action>], options: [Option],
        gone: [String: String] = [:],
        nearest: @escaping @Sendable (_ names: [String], _ name: String) -> String? = { _, _ in nil }
    ) {
        self.name = name
        self.summary = summary
        self.commands = commands
        self.options = options
        self.gone = gone
        self.nearest = nearest
    }

    /// The names of the commands that have one.
    public var commandNames: [String] { commands.compactMap(\.word) }

    /// The command used if the first word is not one.
    var unnamed: Subcommand<Action>? { commands.first { $0.word == nil } }

    /// Returns the options of a command other than those of every command.
    func own(_ command: Subcommand<Action>?) -> [Option] {
        (command?.options ?? []).filter { !options.contains($0) }
    }

    /// Returns the options of a command, in the order of help.
    func options(of command: Subcommand<Action>?) -> [Option] {
        own(command) + options.map { option in command?.options.first { $0 == option } ?? option }
    }

    /// The options that may precede the command's name, each once.
    var leadingOptions: [Option] {
        var seen: Set<Option> = []
        return (commands.flatMap(own) + options).filter { seen.insert($0).inserted }
    }

    /// Returns the output of `--help` for a command.
    public func help(of command: Subcommand<Action>) -> String {
        """
        \(command.usage)
          \(HelpText.paragraph(command.summary, indent: 2))

        \(HelpText.table(options(of: command).map { ($0.spelling, $0.helpHere) }, width: 26))

        Examples:
        \(HelpText.table(command.examples, width: 34))
        """
    }

    // The sections of the manual page for a command line.

    /// The synopsis of each command.
    public var synopsis: ManualPage.Section {
        .init("SYNOPSIS", [.lines(commands.map(\.usage).joined(separator: "\n"))])
    }

    /// The description and options of each command. An option of several commands is described once, in a
    /// shared section, and only named with them.
    public var commandSections: [ManualPage.Section] {
        let counts = commands.flatMap(own).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        var seen: Set<Option> = []
        let shared =
            options + commands.flatMap(own).filter { counts[$0, default: 0] > 1 && seen.insert($0).inserted }
        let parts = commands.flatMap { command -> [ManualPage.Part] in
            let others = own(command).filter { counts[$0, default: 0] > 1 }.map(\.longName)
            return [.heading(command.usage), .words(HelpText.sentence(command.summary))]
                + own(command).filter { counts[$0] == 1 }.map(term)
                + (others.isEmpty ? [] : [.words("Also, as below: " + others.joined(separator: ", ") + ".")])
        }
        return [
            .init("COMMANDS", parts),
            .init("OPTIONS", shared.map(term)),
        ]
    }

    private func term(_ option: Option) -> ManualPage.Part {
        .term(option.spelling, HelpText.sentence(option.help))
    }
}
