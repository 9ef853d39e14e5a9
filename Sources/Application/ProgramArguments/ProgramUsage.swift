/// The description of a program's command line. The parser, `--help`, the manual page and the shell completion read it.
public struct ProgramUsage: Sendable {
    /// The program's name.
    public let name: String
    /// What the program is, in a few words.
    public let summary: String
    /// The commands, in the order of help.
    public let commands: [Subcommand]
    /// The options of every command: they ask about the program.
    public let options: [Option]
    /// What is said about options and verbs that are gone; no dictionary, which would take time at each start.
    private let gone: [(name: String, words: String)]
    /// Returns the name that a misspelled one may mean; nil for none.
    private let nearest: @Sendable (_ names: [String], _ name: String) -> String?

    /// Creates the description of a command line.
    /// - Parameter nearest: Returns the name that a misspelled one may mean.
    public init(
        name: String, summary: String, commands: [Subcommand], options: [Option],
        gone: [(name: String, words: String)] = [],
        nearest: @escaping @Sendable (_ names: [String], _ name: String) -> String? = { _, _ in nil }
    ) {
        (self.name, self.summary) = (name, summary)
        (self.commands, self.options) = (commands, options)
        (self.gone, self.nearest) = (gone, nearest)
    }

    /// The names of the commands that have one.
    public var commandNames: [String] { commands.compactMap(\.word) }

    /// The command used if the first word is not one.
    var unnamed: Subcommand? { commands.first { $0.word == nil } }

    /// Returns the options of a command other than those of every command.
    func own(_ command: Subcommand?) -> [Option] { (command?.options ?? []).filter { !options.contains($0) } }

    /// Returns the options of a command, in the order of help.
    func options(of command: Subcommand?) -> [Option] {
        own(command) + options.map { option in command?.options.first { $0 == option } ?? option }
    }

    /// The options that may precede the command's name, each once.
    var leadingOptions: [Option] {
        var seen: Set<Option> = []
        return (commands.flatMap(own) + options).filter { seen.insert($0).inserted }
    }

    /// Returns the output of `--help` for a command.
    public func help(of command: Subcommand) -> String {
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

    // The parser, and what it says about names that are not known.

    /// Returns the arguments after the program's name: bytes, which need not be UTF-8.
    ///
    /// `--name`, `--name value`, `--name=value`, `-n value` and `-nvalue` are options; `--` ends them, and `-` is a
    /// word. A value that is required is the attached one, otherwise the next argument, whatever it is.
    /// - Parameter text: Returns an argument, or an option's value, as text; nil for bytes that are none.
    public func arguments(
        _ bytes: [[UInt8]], text: (_ argument: [UInt8], _ isPath: Bool) -> String?
    ) throws(CommandFailure) -> Arguments {
        var arguments = Arguments()
        var rest = bytes[...]
        var areWords = false
        while let argument = rest.popFirst() {
            let word = String(decoding: argument, as: UTF8.self)
            guard !areWords, word.hasPrefix("-"), word != "-" else {
                arguments.words += [argument].compactMap { text($0, true) }
                continue
            }
            areWords = word == "--"
            if areWords { continue }
            let isLong = word.hasPrefix("--")
            let name = String(isLong ? word.prefix { $0 != "=" } : word.prefix(2))
            guard let option = option(named: name, behind: arguments.words) else {
                let known = gone.first { $0.name == name }
                throw .init(message: known?.words ?? unknownOption(name, behind: arguments.words))
            }
            // An equals sign belongs to the value of a short option.
            let behind = argument.dropFirst(name.utf8.count)
            var value = behind.isEmpty ? nil : Array(isLong ? behind.dropFirst() : behind)
            if value == nil, let next = rest.first, option.takes(String(decoding: next, as: UTF8.self)) {
                value = rest.popFirst()
            }
            guard let value else {
                if option.requiresValue { throw missing(option, name) }
                arguments.add(option, option.choices?.joined(separator: ","))
                continue
            }
            guard option.takesValue else { throw .init(message: "\(name) takes no value") }
            guard !value.isEmpty || !option.takesPath else { throw missing(option, name) }
            guard let value = text(value, option.takesPath) else {
                throw .init(message: "\(option.longName) takes text in UTF-8")
            }
            guard option.choices == nil || option.takes(value) else {
                throw .init(message: "\(option.longName) takes \(option.placeholder ?? ""), not “\(value)”")
            }
            arguments.add(option, value)
        }
        let command = command(in: arguments.words)
        arguments.command = command?.name ?? ""
        if command?.word != nil { arguments.words.removeFirst() }
        return arguments
    }

    /// Returns the command of arguments, or its verb, without whose name the arguments are then; they fit it by the
    /// number of operands and by their options.
    public func command(of arguments: inout Arguments) throws(CommandFailure) -> Subcommand {
        guard let command = command(named: arguments.command) else {
            throw .init(
                message: arguments.words.first.map(unknownCommand) ?? "a command is missing" + advice(""))
        }
        let chosen = try verb(of: command, &arguments) ?? command
        let foreign = arguments.given.isEmpty ? [] : Set(arguments.given).subtracting(options(of: chosen))
        if let option = foreign.min(by: { $0.longName < $1.longName }) {
            let takers = command.verbs.filter { $0.options.contains(option) && !$0.name.isEmpty }
            throw .init(
                message: takers.isEmpty
                    ? "\(chosen.usage) takes no \(option.longName); see \(name) \(command.name) --help"
                    : "\(option.longName) is for \(name) \(command.name) "
                        + takers.map(\.name).joined(separator: "|"))
        }
        if let (count, words) = chosen.operandCount, !count.contains(arguments.words.count) {
            let name = chosen.name.isEmpty ? command.name : chosen.name
            throw .init(message: "\(name) takes \(words): \(chosen.usage)")
        }
        return chosen
    }

    /// Returns the verb of a command's first operand, which is removed, or the one of no name; nil for a command without
    /// verbs.
    private func verb(
        of command: Subcommand, _ arguments: inout Arguments
    ) throws(CommandFailure) -> Subcommand? {
        let verbs = command.verbs
        guard !verbs.isEmpty else { return nil }
        if let verb = verbs.first(where: { $0.name == arguments.words.first && !$0.name.isEmpty }) {
            arguments.words.removeFirst()
            return verb
        }
        let unnamed = verbs.first(where: \.name.isEmpty)
        if let unnamed, arguments.words.isEmpty || unnamed.operandCount?.0.upperBound != 0 { return unnamed }
        guard let word = arguments.words.first else {
            throw .init(message: "\(command.name) takes \(command.verbNames): \(command.usage)")
        }
        if let known = gone.first(where: { $0.name == "\(command.name) \(word)" }) {
            throw .init(message: known.words)
        }
        let near = suggestion(command.operands.words, word)
        throw .init(
            message: "unknown command “\(name) \(command.name) \(word)”" + (near.isEmpty ? ";" : near)
                + " use \(command.verbNames)")
    }

    /// Returns the command with this name; nil for none.
    public func command(named name: String) -> Subcommand? { commands.first { $0.name == name } }

    /// Returns the error for an unknown command, with the most similar one and where all are.
    public func unknownCommand(_ word: String) -> String {
        "unknown command “\(word)”" + advice(suggestion(commandNames, word))
    }

    /// Returns the end of a message about an unknown name, with the most similar one; empty if none is similar.
    public func suggestion(_ names: [String], _ name: String) -> String {
        nearest(names, name).map { "; did you mean \($0)?" } ?? ""
    }

    private func command(in words: [String]) -> Subcommand? {
        commands.first { $0.name == words.first && $0.word != nil } ?? unnamed
    }

    /// Returns the option with a name, if there is one: of the command, or of one that may follow.
    private func option(named name: String, behind words: [String]) -> Option? {
        func isMeant(_ option: Option) -> Bool { option.names.contains(name) || option.formerName == name }
        return options(of: command(in: words)).first(where: isMeant) ?? leadingOptions.first(where: isMeant)
    }

    private func missing(_ option: Option, _ name: String) -> CommandFailure {
        .init(message: "\(name) requires a value: \(name) \(option.placeholder ?? "")")
    }

    /// Returns the error for an unknown option, with the most similar one; those of the command take precedence.
    private func unknownOption(_ option: String, behind words: [String]) -> String {
        let command = command(in: words)
        let own = options(of: command).map(\.longName)
        let begun = own.filter { option.count > 2 && $0.hasPrefix(option) }
        let near =
            begun.count == 1
            ? "; did you mean \(begun[0])?" : suggestion(own + leadingOptions.map(\.longName), option)
        return "unknown option \(option)" + advice(near, command)
    }

    /// Returns the end of a message, with a suggestion and where the help is: that of a command, or the program's.
    private func advice(_ suggestion: String, _ command: Subcommand? = nil) -> String {
        let words = [name] + [command?.word].compactMap(\.self) + ["--help"]
        return (suggestion.isEmpty ? ";" : suggestion) + " see " + words.joined(separator: " ")
    }

    /// Returns the script that completes the command line in the shell that the arguments name.
    public func completion(for arguments: Arguments) throws(CommandFailure) -> String {
        guard let shell = Shell(rawValue: arguments.words[0]) else {
            let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
            throw .init(message: "\(arguments.command) takes the name of a shell: \(names)")
        }
        return shell.completion(of: self)
    }
}

/// A command of a program: all that is known about it, in the file of what it does.
public struct Subcommand: Sendable {
    /// Does what the arguments say, and returns the exit status of the program.
    public typealias Action = @Sendable (Arguments) throws(CommandFailure) -> ExitStatus

    /// Its name.
    public let name: String
    /// The synopsis, beginning with the program's name.
    public let usage: String
    /// What it does, in a line.
    public let summary: String
    /// How many operands there are, and what they are in words; nil if the action checks them.
    let operandCount: (ClosedRange<Int>, words: String)?
    private let makeOperands: @Sendable () -> Values
    private let makeOptions: @Sendable () -> [Option]
    private let makeExamples: @Sendable () -> [(line: String, words: String)]
    private let makeVerbs: @Sendable () -> [Subcommand]
    /// Whether it processes its input and ends; others continue until they are stopped.
    public let isOneRun: Bool
    /// What it does.
    public let run: Action

    /// Creates a command. Its operands, options and examples are made when they are asked for: most runs of a program
    /// concern one command.
    /// - Parameters:
    ///   - usage: The synopsis; without the name, it is what the program does without a command.
    ///   - operandCount: How many operands there are; nil if the action checks them.
    ///   - words: What they are.
    ///   - verbs: What it does by its first operand, a row each; the one without a name needs none.
    public init(
        _ name: String, _ usage: String, _ summary: String = "",
        _ operands: @autoclosure @escaping @Sendable () -> Values = .none,
        takes operandCount: ClosedRange<Int>? = nil, _ words: String = "no arguments",
        options: @autoclosure @escaping @Sendable () -> [Option] = [],
        examples: @autoclosure @escaping @Sendable () -> [(line: String, words: String)] = [],
        isOneRun: Bool = true,
        verbs: @autoclosure @escaping @Sendable () -> [Subcommand] = [],
        run: @escaping Action = { _ in .usage }
    ) {
        (self.name, self.usage) = (name, usage)
        self.summary = summary
        makeOperands = operands
        self.operandCount = operandCount.map { ($0, words) }
        makeOptions = options
        makeExamples = examples
        makeVerbs = verbs
        self.isOneRun = isOneRun
        self.run = run
    }

    /// The values of the operands after its name.
    var operands: Values {
        let names = verbs.map(\.name).filter { !$0.isEmpty }
        return names.isEmpty ? makeOperands() : .words(names)
    }

    /// What it does by its first operand; empty for most commands.
    var verbs: [Subcommand] { makeVerbs() }

    /// The names of its verbs.
    fileprivate var verbNames: String { operands.words.joined(separator: "|") }

    /// Its options. One of every command is among them if it means more here.
    public var options: [Option] { makeOptions() }

    /// Examples with descriptions; they are also in the manual page.
    public var examples: [(line: String, words: String)] { makeExamples() }

    /// The name as an argument; nil for what the program does without a command.
    public var word: String? {
        usage.utf8.drop { $0 != UInt8(ascii: " ") }.dropFirst().starts(with: name.utf8) ? name : nil
    }
}
