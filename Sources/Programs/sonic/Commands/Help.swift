import CellGrid
import PageLayout
import ProgramArguments
import SonicProtocol
import SystemLibraries
import Terminal
import Transport

/// The texts of `--help` and `--version`.
enum Help {
    /// The program's version.
    static let version = Release.current.version

    /// The version and those of the libraries, one per line.
    static var versions: String {
        let libraries = [
            Terminal.libraryVersion, CurlConnection.libraryVersion ?? "libcurl is not installed",
            Hashes.libraryVersion,
            TextWidth.libraryVersion, BidiOrder.libraryVersion,
        ]
        return (["sonic \(version)"] + libraries).joined(separator: "\n")
    }

    /// The command line of this program.
    static let usage = ProgramUsage(
        name: "sonic", summary: "a terminal browser that requests only what changed",
        commands: Command.allCases.map { command in
            CommandUsage(
                word: command == .browse ? nil : command.rawValue, usage: command.usage,
                summary: command.summary,
                operands: command.operands, options: command.options.map(\.usage))
        },
        options: [Option.help, .version].map(\.usage))

    /// The overview of all commands.
    static var overview: String {
        let commands = ProgramUsage.table(Command.allCases.map { ($0.usage, $0.summary) }, width: 30)
        return """
            sonic \(version) - a terminal browser that requests only what changed

            \(commands)

            Examples:
            \(examples([.demo, .get, .check]))

            Options of a command: sonic help COMMAND. In the browser: ?
            Exit status: 0 done (also when the page came from the cache because the
            server cannot be reached), 1 the page failed, 2 wrong usage.
            """
    }

    /// Returns the help of one command.
    static func text(_ command: Command) -> String {
        let options = (command.options + [.help, .version]).map { ($0.usage.spelling, $0.help(for: command)) }
        return """
            \(command.usage)
              \(ProgramUsage.paragraph(command.summary, indent: 2))

            \(ProgramUsage.table(options, width: 26))

            Examples:
            \(examples([command]))
            """
    }

    private static func examples(_ commands: [Command]) -> String {
        ProgramUsage.table(commands.flatMap(\.examples).map { ($0.line, $0.words) }, width: 34)
    }

    /// `sonic help [COMMAND]`.
    static func run(words: [String]) throws(Arguments.Mistake) -> ExitStatus {
        guard words.count < 2 else { throw .init(message: "help takes one command: sonic help get") }
        guard let word = words.first else {
            Console.print(overview)
            return .done
        }
        guard let command = Command.allCases.first(where: { $0.rawValue == word }) else {
            throw .init(message: Command.unknown(word) + "; see sonic --help")
        }
        Console.print(text(command))
        return .done
    }
}
