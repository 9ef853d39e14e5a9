/// The shells with completion.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Returns the script that completes a program's command line, to be sourced, or installed where the shell
    /// finds it.
    public func completion(of program: ProgramUsage) -> String {
        switch self {
        case .bash: program.bashCompletion
        case .zsh: program.zshCompletion
        case .fish: program.fishCompletion
        }
    }

    /// Returns a text quoted as one word for any of these shells.
    fileprivate static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension String {
    /// The first part of a description, for a list.
    fileprivate var brief: String { String(prefix { $0 != ";" && $0 != ":" }) }
}

// Completion for bash, without the bash-completion package.
extension ProgramUsage {
    /// The name as part of a function's name.
    private var identifier: String { name.split(separator: "-").joined(separator: "_") }

    fileprivate var bashCompletion: String {
        let function = "_" + identifier
        return """
            # Completion of \(name) for bash, written by `\(name) completion bash`.
            \(function)() {
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
                    \(commandNames.joined(separator: "|"))) command=${COMP_WORDS[index]}; break ;;
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
            \(function)_words() {
                local IFS=$'\\n'
                COMPREPLY=($(compgen -W "${1// /$'\\n'}" -- "$2"))
                if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
            }
            \(function)_files() {
                local IFS=$'\\n'
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen "$1" -- "$2"))
            }
            complete -o default -F \(function) \(name)

            """
    }

    /// The options with a value that may be the next word.
    private var valuedNames: String {
        let names = leadingOptions.filter(\.requiresValue).flatMap(\.names)
        return names.isEmpty ? "''" : names.joined(separator: "|")
    }

    private var valueCases: String {
        leadingOptions.compactMap { option in
            bashAction(option.values).map {
                "    \(option.names.joined(separator: "|"))) \($0); return ;;"
            }
        }
        .joined(separator: "\n")
    }

    private var optionCases: String {
        let named = commands.compactMap { command in
            command.word.map { row($0, options(of: command)) }
        }
        let first = unnamed.map(options(of:)) ?? leadingOptions
        return (named + [row("''", first)]).joined(separator: "\n")
    }

    private func row(_ word: String, _ options: [Option]) -> String {
        "        \(word)) \(words(options.flatMap(\.names))) ;;"
    }

    private var operandCases: String {
        let named = commands.compactMap { command in
            command.word.map { "    \($0)) \(bashAction(command.operands) ?? ":") ;;" }
        }
        return (named + ["    '') \(words(commandNames)) ;;"]).joined(separator: "\n")
    }

    private func words(_ words: [String]) -> String {
        "_\(identifier)_words \(Shell.quoted(words.joined(separator: " "))) \"$word\""
    }

    private func bashAction(_ values: Values) -> String? {
        switch values {
        case .none: nil
        case .words(let words): self.words(words)
        case .commands: words(commandNames)
        case .files: "_\(identifier)_files -f \"$word\""
        case .folders: "_\(identifier)_files -d \"$word\""
        case .free: ":"
        }
    }

    // Completion for zsh, as a function that its completion system loads.

    fileprivate var zshCompletion: String {
        let function = "_" + identifier
        let words = commands.compactMap { command in
            command.word.map { Shell.quoted("\($0):\(command.summary.brief)") }
        }
        return """
            #compdef \(name)
            # Completion of \(name) for zsh, written by `\(name) completion zsh`.
            \(function)() {
                local -a commands=(
                    \(words.joined(separator: "\n        "))
                )
                local state line
                local -A opt_args
                _arguments -C -A '-*' \(zshOptions(leadingOptions)) '1:command or address:->first' '*::operand:->rest' && return
                case $state in
                first)
                    if [[ $PREFIX == -* ]]; then
                        _arguments \(arguments(of: unnamed))
                    else
                        _describe command commands
                    fi
                    ;;
                rest)
                    case $words[1] in
            \(cases)
                    *) _arguments \(arguments(of: unnamed)) ;;
                    esac
                    ;;
                esac
            }
            if [ "$funcstack[1]" = "\(function)" ]; then \(function) "$@"; else compdef \(function) \(name); fi

            """
    }

    private var cases: String {
        commands.compactMap { command in
            command.word.map { "        \($0)) _arguments \(arguments(of: command)) ;;" }
        }
        .joined(separator: "\n")
    }

    private func arguments(of command: Subcommand?) -> String {
        let operands = command?.operands ?? .none
        let operand = operands == .none ? "" : " " + Shell.quoted("*:operand:\(zshAction(operands))")
        return zshOptions(options(of: command)) + operand
    }

    private func zshOptions(_ options: [Option]) -> String {
        options.flatMap { option in
            option.names.map { name in
                // Brackets and colons are special in such a word.
                let help = option.help.brief.filter { !"[]:\\".contains($0) }
                let value =
                    option.placeholder == nil
                    ? "" : ":\(option.longName):\(zshAction(option.values))"
                // A sign after the name allows the value to be attached.
                let sign = option.placeholder == nil ? "" : name.hasPrefix("--") ? "=" : "+"
                return Shell.quoted("\(name)\(sign)[\(help)]\(value)")
            }
        }
        .joined(separator: " ")
    }

    private func zshAction(_ values: Values) -> String {
        switch values {
        case .none, .free: " "
        case .words(let words): "(" + words.joined(separator: " ") + ")"
        case .commands: zshAction(.words(commandNames))
        case .files: "_files"
        case .folders: "_files -/"
        }
    }

    // Completion for fish.

    fileprivate var fishCompletion: String {
        let words = commandNames.joined(separator: " ")
        var lines = [
            "# Completion of \(name) for fish, written by `\(name) completion fish`."
        ]
        for command in commands {
            let condition =
                command.word.map { "__fish_seen_subcommand_from \($0)" }
                ?? "not __fish_seen_subcommand_from \(words)"
            if let word = command.word {
                lines.append(
                    "complete -c \(name) -n 'not __fish_seen_subcommand_from \(words)' -a \(word) -d "
                        + Shell.quoted(command.summary.brief))
            }
            if let action = fishAction(command.operands), command.word != nil {
                lines.append("complete -c \(name) -n \(Shell.quoted(condition)) \(action)")
            }
            lines += options(of: command).map { line(of: $0, when: condition) }
        }
        if unnamed == nil {
            // An option may precede the command's name.
            let condition = "not __fish_seen_subcommand_from \(words)"
            lines += leadingOptions.map { line(of: $0, when: condition) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(of option: Option, when condition: String) -> String {
        "complete -c \(name) -n \(Shell.quoted(condition)) \(names(of: option))"
            + (option.placeholder == nil ? "" : " -r " + (fishAction(option.values) ?? "-f"))
            + " -d " + Shell.quoted(option.help.brief)
    }

    private func names(of option: Option) -> String {
        option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
            .joined(separator: " ")
    }

    private func fishAction(_ values: Values) -> String? {
        switch values {
        case .none: nil
        case .words(let words): "-f -a " + Shell.quoted(words.joined(separator: " "))
        case .commands: fishAction(.words(commandNames))
        case .files: "-F"
        case .folders: "-f -a '(__fish_complete_directories)'"
        case .free: "-f"
        }
    }
}
