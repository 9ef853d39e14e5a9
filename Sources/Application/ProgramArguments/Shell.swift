/// The shells with completion.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    /// Returns the script that completes a program's command line, to be sourced, or installed where the shell
    /// finds it.
    public func completion(of program: ProgramUsage) -> String {
        switch self {
        case .bash: BashCompletion(program).text
        case .zsh: ZshCompletion(program).text
        case .fish: FishCompletion(program).text
        }
    }

    /// Returns a text quoted as one word for any of these shells.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Returns a program's name as part of a function's name.
    static func identifier(_ program: ProgramUsage) -> String {
        program.name.split(separator: "-").joined(separator: "_")
    }
}

extension OptionUsage {
    /// The long names, with two dashes, and the short ones.
    var long: [String] { names.filter { $0.hasPrefix("--") } }
    var short: [String] { names.filter { !$0.hasPrefix("--") } }

    /// A one-line description for a list: the first part of its help.
    var brief: String { String(help.prefix { $0 != ";" && $0 != ":" }) }
}

extension CommandUsage {
    /// A one-line description for a list.
    var brief: String { String(summary.prefix { $0 != ";" && $0 != ":" }) }
}
