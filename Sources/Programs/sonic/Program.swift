import BrowserServices
import Dispatch
import SystemLibraries

/// The program from its arguments to its exit status.
enum Program {
    /// Runs the command in the arguments. Synchronous up to here: printing help or dumping a file starts no
    /// thread, no library and no screen.
    static func run(_ arguments: [[UInt8]]) -> ExitStatus {
        SignalAction.ignoreFailedWrites()
        OpenFileLimit.raise()
        do throws(Arguments.Mistake) {
            return try run(Arguments(arguments))
        } catch {
            Console.complain(error.message)
            return error.status
        }
    }

    private static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> ExitStatus {
        let (command, words) = Command.named(in: arguments.words)
        if arguments.has(.version) {
            Console.print(Help.versions)
            return .done
        }
        if arguments.has(.help) {
            Console.print(arguments.words.isEmpty ? Help.overview : Help.text(command))
            return .done
        }
        if command != .cache, arguments.value(.version) != nil {
            throw .init(message: "--version with a number is for sonic cache show")
        }
        let foreign = arguments.given.filter { !(command.options + [.help, .version]).contains($0) }
        if let option = foreign.map(\.rawValue).min() {
            throw .init(message: "\(command.usage) takes no \(option); see sonic \(command.rawValue) --help")
        }
        if command == .history, arguments.has(.count) {
            throw .init(message: "history --count requires a number: --count N")
        }
        if let lack = StartCheck.lack {
            Console.complain(lack)
            return .failed
        }
        StartCheck.reportLater()
        try RunLimit(arguments)?.begin()
        switch command {
        case .dump: return try DumpCommand.run(arguments, words: words)
        case .split: return try SplitCommand.run(arguments, words: words)
        case .merge: return try MergeCommand.run(arguments, words: words)
        case .config: return try ConfigCommand.run(arguments, words: words, Folders(Environment()))
        case .manual: return try ManualCommand.run(words: words)
        case .help: return try Help.run(words: words)
        case .completion: return try ManualCommand.complete(words: words)
        case .get: try wait(arguments, words, GetCommand.run)
        case .diff: try wait(arguments, words, DiffCommand.run)
        case .watch:
            let signals = StopSignals()
            try wait(arguments, words) { (arguments, words, world) async throws(Arguments.Mistake) in
                try await WatchCommand.run(arguments, words: words, world, signals)
            }
        case .check: try wait(arguments, words, CheckCommand.run)
        case .unread: try wait(arguments, words, UnreadCommand.run)
        case .forget: try wait(arguments, words, ForgetCommand.run)
        case .cookies: try wait(arguments, words, CookiesCommand.run)
        case .replay: try wait(arguments, words, ReplayCommand.run)
        case .traffic: try wait(arguments, words, TrafficCommand.run)
        case .engine: try wait(arguments, words, EngineCommand.run)
        case .browse: try wait(arguments, words, BrowseCommand.run)
        case .demo: try wait(arguments, words, BrowseCommand.runDemo)
        case .package: try wait(arguments, words, PackageCommand.run)
        case .history: try wait(arguments, words, HistoryCommand.run)
        case .cache: try wait(arguments, words, CacheCommand.run)
        }
    }

    /// Runs a command that creates the resources of the arguments itself, if it needs them.
    private static func wait(
        _ arguments: Arguments, _ words: [String],
        _ run: @escaping @MainActor (Arguments, [String]) async throws(Arguments.Mistake) -> ExitStatus
    ) throws(Arguments.Mistake) -> Never {
        try wait { () async throws(Arguments.Mistake) in try await run(arguments, words) }
    }

    /// Runs a command that uses the resources of the arguments.
    private static func wait(
        _ arguments: Arguments, _ words: [String],
        _ run: @escaping @MainActor (Arguments, [String], World) async throws(Arguments.Mistake) -> ExitStatus
    ) throws(Arguments.Mistake) -> Never {
        let world = try World(arguments, environment: Environment())
        try wait { () async throws(Arguments.Mistake) in try await run(arguments, words, world) }
    }

    /// Runs asynchronous work until it ends, while this thread serves the main actor, and ends the program.
    static func wait(
        _ work: @escaping @MainActor () async throws(Arguments.Mistake) -> ExitStatus
    ) throws(Arguments.Mistake) -> Never {
        Task { @MainActor in
            do throws(Arguments.Mistake) {
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
    init?(_ arguments: Arguments) throws(Arguments.Mistake) {
        guard let seconds = try arguments.number(.maxTime, in: 1...86_400),
            Command.named(in: arguments.words).command.isOneRun
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
