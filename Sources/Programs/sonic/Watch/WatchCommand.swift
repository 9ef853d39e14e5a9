import Browser
import BrowserServices
import BrowserValues
import CellGrid
import Configuration
import Glibc
import SonicProtocol
import SonicSession

/// `sonic watch URL...`: polls pages, and prints a line for each change (docs/guide/watch.md).
enum WatchCommand {
    static let row = Subcommand(
        "watch", "sonic watch URL...|FILE|-", "poll pages: a line for each change", .files,
        options: [
            .every, .times, .until, .exec, .execTimeout,
            .source.described(as: "also count changes that the text does not show"), .only, .ignore,
            .tolerate, .charset, .json, .reload, .log, .asClient,
        ] + Option.opening.filter { $0 != .offline },
        examples: [
            ("sonic watch --every 1m --exec 'notify-send \"$SONIC_URL\"' news.example", "report changes")
        ], isOneRun: false, run: run)

    /// The maximum number of pages watched concurrently.
    private static let maxPages = 1000

    /// Signals are received before any other thread starts.
    private static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        let signals = StopSignals()
        let world = try World(arguments)
        try Program.wait { () async throws(CommandFailure) in try await run(arguments, world, signals) }
    }

    @MainActor private static func run(
        _ arguments: Arguments, _ world: World, _ signals: StopSignals
    ) async throws(CommandFailure) -> ExitStatus {
        let plan = try WatchPlan(arguments)
        let pages = try pages(arguments.words, world)
        world.printWarnings()
        let settings = world.file.settings
        let watched = WatchedWorld(
            world, mode: arguments.has(.reload) ? .reload : .open, secretsOrigin: pages[0].origin)
        let (isJSON, own) = (arguments.has(.json), world.own.sessions)
        let isDrawn = !isJSON && isatty(STDOUT_FILENO) == 1
        let loop = WatchLoop(
            pages, plan,
            settings: {
                let choices = settings.choices(for: $0)
                return (choices[Settings.watchInterval], choices[Settings.watchTolerance])
            },
            (
                clocks: World.clocks,
                findings: { isJSON ? await own.report($0).findings : [] },
                session: watched.session
            ),
            (print: Console.print, complain: Console.complain, localTime: World.localTime),
            plot: isDrawn ? Plot(Environment().plotSigns) : nil)
        let isSuccess = await loop.run(until: signals.numbers)
        await world.connections.finishUpdates()
        return isSuccess ? .done : .failed
    }

    /// Returns the addresses in the arguments and in files, each once.
    private static func pages(_ words: [String], _ world: World) throws(Arguments.Mistake) -> [WebURL] {
        var texts: [(text: String, place: String)] = []
        for word in words {
            if word == "-" || isFile(word) {
                texts += try list(word)
            } else {
                texts.append((word, ""))
            }
        }
        var pages: [WebURL] = []
        var known: Set<WebURL> = []
        for (text, place) in texts {
            do throws(Arguments.Mistake) {
                let url = try world.address(text, isFirst: pages.isEmpty)
                if known.insert(url.withoutFragment).inserted { pages.append(url) }
            } catch {
                throw .init(message: place + error.message)
            }
        }
        guard !pages.isEmpty else {
            throw .init(message: "watch takes addresses, or a file with one a line: sonic watch URL")
        }
        guard pages.count <= maxPages else {
            throw .init(message: "\(pages.count) pages are too many to watch; the limit is \(maxPages)")
        }
        return pages
    }

    /// Returns the addresses in a file: one per line, without blank lines and those that begin with `#`.
    private static func list(_ name: String) throws(CommandFailure) -> [(text: String, place: String)] {
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile.bytes(name)
        } catch {
            throw .init(message: error.message)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { index, line in
            let text = Bytes.text(Bytes.trimmed(line.last == 0x0D ? line.dropLast() : line))
            return text.isEmpty || text.hasPrefix("#") ? nil : (text, "\(name):\(index + 1): ")
        }
    }

    private static func isFile(_ word: String) -> Bool {
        var state = stat()
        return stat(FilePath(word.utf8).cString, &state) == 0 && state.st_mode & S_IFMT != S_IFDIR
    }
}

// The options of `sonic watch`.
extension WatchPlan {
    private static func parts(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> [ComparisonRules.Part] {
        try arguments.all(option).map { text throws(Arguments.Mistake) in
            if let mistake = PagePart.mistake(in: text) {
                throw .init(message: "\(option.longName): \(mistake)")
            }
            return ComparisonRules.Part(text)
        }
    }

    fileprivate init(_ arguments: Arguments) throws(Arguments.Mistake) {
        self.init()
        pace = try arguments.value(
            .every, as: { Pace($0) }, "a time from 10ms to a week, such as 5, 500ms, 2m or 1h")
        times = try arguments.number(.times, in: 1...1_000_000_000)
        goal = try arguments.value(.until, as: { WatchGoal($0) })
        isJSON = arguments.has(.json)
        countsSource = arguments.has(.source)
        tolerance = try arguments.number(.tolerate, in: 0...1_000_000_000)
        (only, ignored) = (try Self.parts(.only, arguments), try Self.parts(.ignore, arguments))
        let limit = try arguments.number(.execTimeout, in: 1...86_400)
        if limit != nil, arguments.value(.exec) == nil {
            throw .init(message: "--exec-timeout requires --exec COMMAND")
        }
        command = arguments.value(.exec).map { [isJSON] line in
            ShellCommand(
                line: line, limit: .seconds(limit ?? 60), output: isJSON ? STDERR_FILENO : STDOUT_FILENO)
        }
    }
}

/// The sessions of a watch, by the configuration at their start.
@MainActor private final class WatchedWorld {
    private var world: World
    private let mode: SessionMode
    /// Secret headers are for the server that was named first.
    private let secretsOrigin: String?

    init(_ world: World, mode: SessionMode, secretsOrigin: String?) {
        self.world = world
        self.mode = mode
        self.secretsOrigin = secretsOrigin
    }

    func session(_ page: WebURL) -> NextSession {
        _ = world.refresh()
        var order = world.order(page, mode: mode)
        // A watch always requests the page from the server, even if it is still fresh.
        let known = order.terms
        order.terms = { url in
            var own = known(url)
            own.freshPages = 0
            return own
        }
        order.secretsOrigin = secretsOrigin
        let settings = world.settings
        let encoding = settings.encoding(at: page)
        return (
            comparison: ComparisonRules(settings[page]),
            compare: { ChangeText(from: $0, to: $1, $2, charsets: .iconv, chosen: encoding) },
            open: { [asked = order, world] in await world.openAlone(asked) }
        )
    }
}
