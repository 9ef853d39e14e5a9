// The parser, and what it says about names that are not known.
extension ProgramUsage {
    /// Returns the arguments after the program's name.
    /// - Parameter text: Returns an argument, or an option's value, as text; nil for bytes that are none.
    public func arguments(
        _ bytes: some Sequence<[UInt8]>, text: (_ argument: [UInt8], _ isPath: Bool) -> String?
    ) throws(CommandFailure) -> Arguments {
        var arguments = Arguments()
        let known = leadingOptions
        var scanner = ArgumentScanner(bytes) { name in
            known.first { $0.names.contains(name) || $0.formerName == name }.map { ($0, $0.scannedValue) }
        }
        while let argument = try next(&scanner, behind: arguments.words) {
            switch argument {
            case .word(let word): arguments.words += [word].compactMap { text($0, true) }
            case .option(let option, let bytes):
                let value = bytes.flatMap { text($0, option.takesPath) }
                if value?.isEmpty == true, option.takesPath { throw missing(option, option.longName) }
                guard (value == nil) == (bytes == nil) else {
                    throw .init(message: "\(option.longName) takes text in UTF-8")
                }
                arguments.add(option, try option.checked(value))
            }
        }
        let command = command(in: arguments.words)
        arguments.command = command?.name ?? ""
        if command?.word != nil { arguments.words.removeFirst() }
        return arguments
    }

    /// Returns the command of arguments, which fit it by the number of operands and by their options.
    public func command(of arguments: Arguments) throws(CommandFailure) -> Subcommand<Action> {
        guard let command = command(named: arguments.command) else {
            let message = arguments.words.first.map { unknown($0) } ?? "a command is missing"
            throw .init(message: pointing(message))
        }
        let known = options(of: command)
        if let option = arguments.given.filter({ !known.contains($0) }).map(\.longName).min() {
            throw .init(message: "\(command.usage) takes no \(option); see \(name) \(command.name) --help")
        }
        if let (count, words) = command.operandCount, !count.contains(arguments.words.count) {
            throw .init(message: "\(command.name) takes \(words): \(command.usage)")
        }
        return command
    }

    /// Returns the command with this name; nil for none.
    public func command(named name: String) -> Subcommand<Action>? { commands.first { $0.name == name } }

    /// Returns the error for an unknown command, or for an unknown word after a command, with the most similar one.
    public func unknown(_ word: String, after command: Subcommand<Action>? = nil) -> String {
        let quoted = command.map { "\(name) \($0.name) \(word)" } ?? word
        return "unknown command “\(quoted)”" + suggestion(command?.operands.known ?? commandNames, word)
    }

    /// Returns the end of a message about an unknown name, with the most similar one; empty if none is similar.
    public func suggestion(_ names: [String], _ name: String) -> String {
        nearest(names, name).map { "; did you mean \($0)?" } ?? ""
    }

    private func command(in words: [String]) -> Subcommand<Action>? {
        commands.first { $0.word != nil && $0.word == words.first } ?? unnamed
    }

    private func next(
        _ scanner: inout ArgumentScanner<Option>, behind words: [String]
    ) throws(CommandFailure) -> ArgumentScanner<Option>.Argument? {
        do {
            return try scanner.next()
        } catch {
            switch error {
            case .unknown(let name, _):
                throw .init(message: gone[name] ?? unknownOption(name, behind: words))
            case .unwantedValue(let name, _): throw .init(message: "\(name) takes no value")
            case .missingValue(let option, let name): throw missing(option, name)
            }
        }
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
        return pointing("unknown option \(option)" + near, to: command)
    }

    /// Returns a message that points to the help of a command, or of the program.
    public func pointing(_ message: String, to command: Subcommand<Action>? = nil) -> String {
        let help = ([name] + [command?.word].compactMap(\.self)).joined(separator: " ") + " --help"
        return message + (message.hasSuffix("?") ? "" : ";") + " see \(help)"
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
