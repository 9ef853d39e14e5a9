import BrowserServices
import Dispatch
import Glibc
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
            return .usage
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
        case .dump:
            return try DumpCommand.run(arguments, words: words)
        case .split:
            return try SplitCommand.run(arguments, words: words)
        case .merge:
            return try MergeCommand.run(arguments, words: words)
        case .config:
            return try ConfigCommand.run(arguments, words: words, Folders(Environment()))
        case .manual:
            return try ManualCommand.run(words: words)
        case .help:
            return try Help.run(words: words)
        case .completion:
            return try ManualCommand.complete(words: words)
        case .get:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await GetCommand.run(arguments, words: words, world)
            }
        case .diff:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await DiffCommand.run(arguments, words: words, world)
            }
        case .watch:
            let signals = StopSignals()
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await WatchCommand.run(arguments, words: words, world, signals)
            }
        case .check:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await CheckCommand.run(arguments, words: words, world)
            }
        case .unread:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await UnreadCommand.run(arguments, words: words, world)
            }
        case .forget:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await ForgetCommand.run(arguments, words: words, world)
            }
        case .cookies:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await CookiesCommand.run(arguments, words: words, world)
            }
        case .replay:
            try wait { () async throws(Arguments.Mistake) in
                try await ReplayCommand.run(arguments, words: words)
            }
        case .traffic:
            try wait { () async throws(Arguments.Mistake) in
                try await TrafficCommand.run(arguments, words: words)
            }
        case .engine:
            let world = try World(arguments, environment: Environment())
            try wait { () async throws(Arguments.Mistake) in
                try await EngineCommand.run(arguments, words: words, world)
            }
        case .browse:
            try wait { () async throws(Arguments.Mistake) in
                try await BrowseCommand.run(arguments, words: words)
            }
        case .demo:
            try wait { () async throws(Arguments.Mistake) in
                try await BrowseCommand.runDemo(arguments, words: words)
            }
        case .package:
            try wait { () async throws(Arguments.Mistake) in
                try await PackageCommand.run(arguments, words: words, Environment())
            }
        case .history:
            try wait { () async throws(Arguments.Mistake) in
                try await HistoryCommand.run(arguments, words: words, Folders(Environment()))
            }
        case .cache:
            try wait { () async throws(Arguments.Mistake) in
                try await CacheCommand.run(arguments, words: words, Folders(Environment()))
            }
        }
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
                ExitStatus.usage.end()
            }
        }
        dispatchMain()
    }
}
