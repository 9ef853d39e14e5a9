import BrowserServices
import Configuration
import Dispatch
import ProgramArguments
import SystemLibraries

// What commands are made of.
typealias Arguments = ProgramArguments.Arguments
typealias CommandFailure = ProgramArguments.CommandFailure
typealias ExitStatus = ProgramArguments.ExitStatus
typealias Option = ProgramArguments.Option
typealias Subcommand = ProgramArguments.Subcommand

/// The program from its arguments to its exit status.
enum Program {
    /// The command line. Each command is one row, in the file of what it does.
    static let usage = ProgramUsage(
        name: "sonic", summary: "a terminal browser that requests only what changed",
        commands: [
            BrowseCommand.row, BrowseCommand.demo, DumpCommand.row, GetCommand.row, DiffCommand.row,
            ReplayCommand.row, TrafficCommand.row, WatchCommand.row, SplitCommand.row, MergeCommand.row,
            CheckCommand.row, CacheCommand.row, HistoryCommand.row, UnreadCommand.row, ForgetCommand.row,
            CookiesCommand.row, PackageCommand.row, EngineCommand.row, ConfigCommand.row, ManualCommand.row,
            ManualCommand.completion, Help.row,
        ],
        options: [.help, .version.described(as: "show the version")],
        // A row stays for one release.
        gone: [
            ("--pinned", "--pinned is gone: sonic forget page removes a page that is kept offline"),
            ("cache pin", "pin is gone: in the browser, p bookmarks a page and keeps it offline"),
            ("cache unpin", "unpin is gone: in the browser, p bookmarks a page and keeps it offline"),
        ],
        nearest: NearestName.among)

    /// Runs the command in the arguments. Synchronous up to here: printing help or dumping a file starts no
    /// thread, no library and no screen.
    static func run(_ arguments: [[UInt8]]) -> ExitStatus {
        SignalAction.ignoreFailedWrites()
        OpenFileLimit.raise()
        do throws(CommandFailure) {
            return try run(usage.arguments(arguments, text: ProcessArguments.text))
        } catch {
            Console.complain(error.message)
            return error.status
        }
    }

    private static func run(_ given: Arguments) throws(CommandFailure) -> ExitStatus {
        var arguments = given
        if arguments.has(.version) || arguments.has(.help) {
            Console.print(arguments.has(.version) ? Help.versions : Help.text(arguments))
            return .done
        }
        let command = try usage.command(of: &arguments)
        if arguments.value(.version) != nil, !command.options.contains(.version) {
            throw .init(message: "--version with a number is for sonic cache show")
        }
        if let lack = StartCheck.lack { throw .failed(lack) }
        StartCheck.reportLater()
        try RunLimit(arguments)?.begin()
        return try command.run(arguments)
    }

    /// Returns the action of a command that waits. It creates the resources of the arguments itself, if it needs them.
    static func waiting(
        _ run: @escaping @MainActor @Sendable (Arguments) async throws(CommandFailure) -> ExitStatus
    ) -> Subcommand.Action {
        { arguments throws(CommandFailure) in
            try wait { () async throws(CommandFailure) in try await run(arguments) }
        }
    }

    /// Returns the action of a command that waits, and uses the resources of the arguments.
    static func inWorld(
        _ run: @escaping @MainActor @Sendable (Arguments, World) async throws(CommandFailure) -> ExitStatus
    ) -> Subcommand.Action {
        waiting { (arguments) async throws(CommandFailure) in try await run(arguments, World(arguments)) }
    }

    /// Runs asynchronous work until it ends, while this thread serves the main actor, and ends the program.
    static func wait(
        _ work: @escaping @MainActor () async throws(CommandFailure) -> ExitStatus
    ) throws(CommandFailure) -> Never {
        Task { @MainActor in
            do throws(CommandFailure) {
                try await work().end()
            } catch {
                Console.complain(error.message)
                error.status.end()
            }
        }
        dispatchMain()
    }
}

/// The time limit of a run of the program, as in `--max-time`. Commands that run until they are stopped use it
/// for each page instead.
struct RunLimit {
    /// The time limit.
    let time: Duration

    /// Connections end exchanges in progress when the time is up, and the command reports the result; this long
    /// afterwards the program ends, whatever it is doing.
    private static let grace = Duration.seconds(1)

    /// Creates the limit in the arguments; nil if there is none, or if it is for each page.
    init?(_ arguments: Arguments) throws(CommandFailure) {
        guard let seconds = try arguments.number(.maxTime, in: 1...86_400),
            Program.usage.command(named: arguments.command)?.isOneRun == true
        else { return nil }
        time = .seconds(seconds)
    }

    /// Starts the timer. The main thread may be reading or computing when the time is up.
    func begin() {
        let time = time
        Task.detached {
            // It is never cancelled, so that it wakes when the time is up.
            try? await Task.sleep(for: time + Self.grace)
            Console.complain(
                "the run took longer than \(time.inSeconds) (--max-time) and was stopped")
            ExitStatus.failed.end()
        }
    }
}
