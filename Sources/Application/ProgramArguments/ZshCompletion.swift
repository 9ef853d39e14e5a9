/// Completion for zsh, as a function that its completion system loads.
struct ZshCompletion {
    private let program: ProgramUsage

    init(_ program: ProgramUsage) { self.program = program }

    var text: String {
        let name = "_" + Shell.identifier(program)
        let words = program.commands.compactMap { command in
            command.word.map { Shell.quoted("\($0):\(command.brief)") }
        }
        return """
            #compdef \(program.name)
            # Completion of \(program.name) for zsh, written by `\(program.name) completion zsh`.
            \(name)() {
                local -a commands=(
                    \(words.joined(separator: "\n        "))
                )
                local state line
                local -A opt_args
                _arguments -C -A '-*' \(options(program.leadingOptions)) '1:command or address:->first' '*::operand:->rest' && return
                case $state in
                first)
                    if [[ $PREFIX == -* ]]; then
                        _arguments \(arguments(of: program.unnamed))
                    else
                        _describe command commands
                    fi
                    ;;
                rest)
                    case $words[1] in
            \(cases)
                    *) _arguments \(arguments(of: program.unnamed)) ;;
                    esac
                    ;;
                esac
            }
            if [ "$funcstack[1]" = "\(name)" ]; then \(name) "$@"; else compdef \(name) \(program.name); fi

            """
    }

    private var cases: String {
        program.commands.compactMap { command in
            command.word.map { "        \($0)) _arguments \(arguments(of: command)) ;;" }
        }
        .joined(separator: "\n")
    }

    private func arguments(of command: CommandUsage?) -> String {
        let operand =
            command.map { $0.operands == .none ? [] : [Shell.quoted("*:operand:\(action($0.operands))")] }
            ?? []
        return ([options((command?.options ?? []) + program.options)] + operand).joined(separator: " ")
    }

    private func options(_ options: [OptionUsage]) -> String {
        options.flatMap { option in
            option.names.map { name in
                // Brackets and colons are special in such a word.
                let help = option.brief.filter { !"[]:\\".contains($0) }
                let value =
                    option.placeholder == nil ? "" : ":\(option.long.first ?? name):\(action(option.values))"
                // A sign after the name allows the value to be attached.
                let sign = option.placeholder == nil ? "" : name.hasPrefix("--") ? "=" : "+"
                return Shell.quoted("\(name)\(sign)[\(help)]\(value)")
            }
        }
        .joined(separator: " ")
    }

    private func action(_ values: Values) -> String {
        switch values {
        case .none, .free: " "
        case .words(let words): "(" + words.joined(separator: " ") + ")"
        case .files: "_files"
        case .folders: "_files -/"
        }
    }
}
