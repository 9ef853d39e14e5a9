import CellGrid
import PageLayout
import ProgramArguments
import SonicProtocol
import SystemLibraries
import Terminal
import Transport

/// `sonic help`, and the texts of `--help` and `--version`.
enum Help {
    static let row = Subcommand(
        "help", "sonic help [COMMAND]", "this overview, or the options of a command", .commands,
        takes: 0...1, "one command", examples: [("sonic help get", "the options of a command")],
        run: run)

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

    /// The overview of all commands.
    private static var overview: String {
        let commands = HelpText.table(Program.usage.commands.map { ($0.usage, $0.summary) }, width: 30)
        let examples = [BrowseCommand.demo, GetCommand.row, CheckCommand.row].flatMap(\.examples)
        return """
            sonic \(version) - \(Program.usage.summary)

            \(commands)

            Examples:
            \(HelpText.table(examples, width: 34))

            Options of a command: sonic help COMMAND. In the browser: ?
            Exit status: 0 done (also when the page came from the cache because the
            server cannot be reached), 1 the page failed, 2 wrong usage.
            """
    }

    /// Returns the help of the command in the arguments; without one, the overview.
    static func text(_ arguments: Arguments) -> String {
        guard let command = Program.usage.command(named: arguments.command),
            command.word != nil || !arguments.words.isEmpty
        else { return overview }
        return Program.usage.help(of: command)
    }

    private static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        guard let word = arguments.words.first else {
            Console.print(overview)
            return .done
        }
        guard let command = Program.usage.command(named: word) else {
            throw .init(message: Program.usage.unknownCommand(word))
        }
        Console.print(Program.usage.help(of: command))
        return .done
    }
}
