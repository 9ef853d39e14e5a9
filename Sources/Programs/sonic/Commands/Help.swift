import CellGrid
import PageLayout
import ProgramArguments
import SystemLibraries
import Terminal
import Transport

/// The texts of `--help` and `--version`.
enum Help {
    /// The program's version.
    static let version = Release.current.version

    /// It and those of the libraries that the program works with, one a line.
    static var versions: String {
        let libraries = [
            TerminalLibrary.version, TransportLibrary.version ?? "libcurl is not installed",
            HashingLibrary.version,
            WidthLibrary.version, BidiLibrary.version,
        ]
        return (["sonic \(version)"] + libraries).joined(separator: "\n")
    }

    /// The overview of all commands.
    static var overview: String {
        let commands = Command.allCases.map { row($0.usage, $0.summary, width: 48) }
        return """
            sonic \(version) - a terminal browser that asks only for what changed

            \(commands.joined(separator: "\n"))

            Options of a command: sonic COMMAND --help. In the browser: ?
            Exit status: 0 done (also when the page came from the cache because the server cannot be
            reached), 1 the page failed, 2 wrong usage.
            """
    }

    /// The help of one command.
    static func text(_ command: Command) -> String {
        let options = (command.options + [.help, .version]).map { option in
            let names = [option.short, option.rawValue].compactMap { $0 }.joined(separator: ", ")
            return row(names + (option.placeholder.map { " " + $0 } ?? ""), option.help, width: 32)
        }
        return """
            \(command.usage)
              \(command.summary)

            \(options.joined(separator: "\n"))
            """
    }

    private static func row(_ left: String, _ right: String, width: Int) -> String {
        "  " + left + String(repeating: " ", count: max(2, width - left.count)) + right
    }
}
