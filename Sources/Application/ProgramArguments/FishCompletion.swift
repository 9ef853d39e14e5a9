/// Completion for fish.
struct FishCompletion {
    private let program: ProgramUsage

    init(_ program: ProgramUsage) { self.program = program }

    var text: String {
        let words = program.commands.compactMap(\.word).joined(separator: " ")
        var lines = [
            "# Completion of \(program.name) for fish, written by `\(program.name) completion fish`."
        ]
        for command in program.commands {
            let condition =
                command.word.map { "__fish_seen_subcommand_from \($0)" }
                ?? "not __fish_seen_subcommand_from \(words)"
            if let word = command.word {
                lines.append(
                    "complete -c \(program.name) -n 'not __fish_seen_subcommand_from \(words)' -a \(word) -d "
                        + Shell.quoted(command.brief))
            }
            if let action = action(command.operands), command.word != nil {
                lines.append("complete -c \(program.name) -n \(Shell.quoted(condition)) \(action)")
            }
            lines += (command.options + program.options).map { line(of: $0, when: condition) }
        }
        if program.unnamed == nil {
            // An option may precede the command's name.
            let condition = "not __fish_seen_subcommand_from \(words)"
            lines += program.leadingOptions.map { line(of: $0, when: condition) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(of option: OptionUsage, when condition: String) -> String {
        "complete -c \(program.name) -n \(Shell.quoted(condition)) \(names(of: option))"
            + (option.placeholder == nil ? "" : " -r " + (action(option.values) ?? "-f"))
            + " -d " + Shell.quoted(option.brief)
    }

    private func names(of option: OptionUsage) -> String {
        (option.short.map { "-s \($0.dropFirst())" } + option.long.map { "-l \($0.dropFirst(2))" })
            .joined(separator: " ")
    }

    private func action(_ values: Values) -> String? {
        switch values {
        case .none: nil
        case .words(let words): "-f -a " + Shell.quoted(words.joined(separator: " "))
        case .files: "-F"
        case .folders: "-f -a '(__fish_complete_directories)'"
        case .free: "-f"
        }
    }
}
