/// The shells that a command line can be completed in.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// The script that completes a program's command line, to be sourced, or kept where the shell looks for it.
    public func completion(of program: ProgramUsage) -> String {
        switch self {
        case .bash: BashCompletion(program).text
        case .zsh: ZshCompletion(program).text
        case .fish: FishCompletion(program).text
        }
    }

    /// A text as one word of any of these shells.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// A program's name as a part of a function's name.
    static func identifier(_ program: ProgramUsage) -> String {
        program.name.split(separator: "-").joined(separator: "_")
    }
}

extension OptionUsage {
    /// The names of several dashes and letters, and those of one letter.
    var long: [String] { names.filter { $0.hasPrefix("--") } }
    var short: [String] { names.filter { !$0.hasPrefix("--") } }

    /// What it does as one line for a list: the first part of its help.
    var brief: String { String(help.prefix { $0 != ";" && $0 != ":" }) }
}

extension CommandUsage {
    /// What a list says beside its word.
    var brief: String { String(summary.prefix { $0 != ";" && $0 != ":" }) }
}
