/// Completion for bash, without the package bash-completion.
struct BashCompletion {
    private let program: ProgramUsage

    init(_ program: ProgramUsage) { self.program = program }

    var text: String {
        let name = "_" + Shell.identifier(program)
        return """
            # Completion of \(program.name) for bash, written by `\(program.name) completion bash`.
            \(name)() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= index
                COMPREPLY=()
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case ${COMP_WORDS[index]} in
                    -*) ;;
                    \(program.commands.compactMap(\.word).joined(separator: "|"))) command=${COMP_WORDS[index]}; break ;;
                    *) break ;;
                    esac
                done
                case $before in
            \(valueCases)
                esac
                if [[ $word == -* ]]; then
                    case $command in
            \(optionCases)
                    esac
                    return
                fi
                case $command in
            \(operandCases)
                esac
            }
            complete -o default -F \(name) \(program.name)

            """
    }

    private var valueCases: String {
        var rows: [String] = []
        var seen: Set<String> = []
        for option in program.commands.flatMap(\.options) + program.options {
            let names = option.names.filter { seen.insert($0).inserted }
            guard !names.isEmpty, let action = action(option.values) else { continue }
            rows.append("    \(names.joined(separator: "|"))) \(action); return ;;")
        }
        return rows.joined(separator: "\n")
    }

    private var optionCases: String {
        program.commands.map { command in
            let words = (command.options + program.options).flatMap(\.names).joined(separator: " ")
            return
                "        \(command.word ?? "''")) COMPREPLY=($(compgen -W \(Shell.quoted(words)) -- \"$word\")) ;;"
        }
        .joined(separator: "\n")
    }

    private var operandCases: String {
        program.commands.map { command in
            guard let word = command.word else {
                let words = program.commands.compactMap(\.word).joined(separator: " ")
                return "    '') COMPREPLY=($(compgen -W \(Shell.quoted(words)) -- \"$word\")) ;;"
            }
            return "    \(word)) \(action(command.operands) ?? ":") ;;"
        }
        .joined(separator: "\n")
    }

    private func action(_ values: Values) -> String? {
        switch values {
        case .none: nil
        case .words(let words):
            "COMPREPLY=($(compgen -W \(Shell.quoted(words.joined(separator: " "))) -- \"$word\"))"
        case .files: "COMPREPLY=($(compgen -f -- \"$word\"))"
        case .folders: "COMPREPLY=($(compgen -d -- \"$word\"))"
        case .free: ":"
        }
    }
}
