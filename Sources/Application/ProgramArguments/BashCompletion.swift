/// Completion for bash, without the bash-completion package.
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
                # Bash takes `--name=value` for three words.
                if [[ $word == = ]]; then
                    word=
                elif [[ $before == = ]] && ((COMP_CWORD > 1)); then
                    before=${COMP_WORDS[COMP_CWORD-2]}
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case ${COMP_WORDS[index]} in
                    \(valuedNames)) if [[ ${COMP_WORDS[index+1]} == = ]]; then ((index += 2)); else ((index++)); fi ;;
                    -*|=) ;;
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
            \(name)_words() {
                local IFS=$'\\n'
                COMPREPLY=($(compgen -W "${1// /$'\\n'}" -- "$2"))
                if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
            }
            \(name)_files() {
                local IFS=$'\\n'
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen "$1" -- "$2"))
            }
            complete -o default -F \(name) \(program.name)

            """
    }

    /// The options with a value that may be the next word.
    private var valuedNames: String {
        let names = program.leadingOptions.filter { $0.placeholder.map { !$0.hasPrefix("[") } ?? false }
            .flatMap(\.names)
        return names.isEmpty ? "''" : names.joined(separator: "|")
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
        let named = program.commands.compactMap { command in
            command.word.map { row($0, command.options + program.options) }
        }
        let first = program.unnamed.map { $0.options + program.options } ?? program.leadingOptions
        return (named + [row("''", first)]).joined(separator: "\n")
    }

    private func row(_ word: String, _ options: [OptionUsage]) -> String {
        "        \(word)) \(words(options.flatMap(\.names))) ;;"
    }

    private var operandCases: String {
        let named = program.commands.compactMap { command in
            command.word.map { "    \($0)) \(action(command.operands) ?? ":") ;;" }
        }
        return (named + ["    '') \(words(program.commands.compactMap(\.word))) ;;"]).joined(separator: "\n")
    }

    private func words(_ words: [String]) -> String {
        "_\(Shell.identifier(program))_words \(Shell.quoted(words.joined(separator: " "))) \"$word\""
    }

    private func action(_ values: Values) -> String? {
        switch values {
        case .none: nil
        case .words(let words): self.words(words)
        case .files: "_\(Shell.identifier(program))_files -f \"$word\""
        case .folders: "_\(Shell.identifier(program))_files -d \"$word\""
        case .free: ":"
        }
    }
}
