import Browser
import BrowserServices
import BrowserValues
import Configuration
import Exchanges
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries
import Terminal
import Workbench

/// `sonic [URL]` and `sonic demo`: the browser on the terminal.
@MainActor enum BrowseCommand {
    nonisolated static let row = Subcommand(
        "browse", "sonic [URL]", "browse; without a URL, the tabs of last time or the inbox", .free,
        options: Option.opening + [.charset, .asClient, .theme, .color, .log],
        examples: [("sonic --private news.example", "browse without storing anything")], isOneRun: false,
        run: Program.waiting { (arguments) async throws(CommandFailure) in try await run(arguments) })
    nonisolated static let demo = Subcommand(
        "demo", "sonic demo", "start the demo server on this machine and browse it", takes: 0...0,
        options: row.options, examples: [("sonic demo", "see on this machine what Sonic does")],
        isOneRun: false, run: Program.waiting(runDemo))

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> ExitStatus {
        let words = arguments.words
        guard words.count <= 1 else {
            // The first of several words is more often meant as a command than as an address.
            let isLikely = !Program.usage.suggestion(Program.usage.commandNames, words[0]).isEmpty
            let usage = "the browser takes one URL: sonic URL; see sonic --help"
            throw .init(message: isLikely ? Program.usage.unknownCommand(words[0]) : usage)
        }
        if words.first == "-" { return try await browse(arguments, opening: try pipedPage()) }
        return try await browse(arguments, opening: words.first, restoresTabs: true)
    }

    /// Returns the address of what standard input gives, which is kept in a file without a name. Standard input is then
    /// the terminal, for keys and for the programs that are started, as in less(1).
    private static func pipedPage() throws(CommandFailure) -> String {
        guard isatty(STDIN_FILENO) == 0 else {
            throw .init(message: "- reads a page from standard input; use, for example: COMMAND | sonic -")
        }
        let bytes = try InputFile.bytes("-")
        guard let file = openUnnamedFile(), writeAll(bytes, to: file) == nil else {
            throw .failed("no temporary file for standard input: \(String(cString: strerror(errno)))")
        }
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0, dup2(terminal, STDIN_FILENO) >= 0 else {
            throw .failed("no terminal to read keys from: /dev/tty: \(String(cString: strerror(errno)))")
        }
        close(terminal)
        return "file:///proc/self/fd/\(file)"
    }

    /// Browses the demo site; its server ends with this program, even if that is killed.
    static func runDemo(_ arguments: Arguments) async throws(CommandFailure) -> ExitStatus {
        let server = try DemoServer.start()
        defer { server.stop() }
        return try await browse(arguments, opening: server.url.href, arrangement: .watch)
    }

    /// Browses, beginning with an address or some events.
    static func browse(
        _ arguments: Arguments, opening address: String? = nil, arrangement: LayoutPreset? = nil,
        restoresTabs: Bool = false, beginningWith wanted: [Event] = []
    ) async throws(CommandFailure) -> ExitStatus {
        let frame = FirstFrame()
        var world = try World(arguments) { await frame.drawn() }
        let url = try address.map { text throws(CommandFailure) in try world.address(text) }
        let restoresTabs = restoresTabs && world.restoresTabs
        // The queue exists before the first session, so that exchanges in progress can be intercepted as soon
        // as that is requested.
        let mailbox = Mailbox()
        let queue = InterceptQueue { mailbox.post([.event(.intercepted($0))]) }
        world.intercept(with: queue)
        let choices = world.file.settings.general
        var environment = Environment()
        if try noColor(arguments) { environment.overriding["NO_COLOR"] = "1" }
        let preferences = Preferences(world.folders)
        let found = try ThemeFinder(environment: environment, folder: world.folders.config)
            .theme(arguments.value(.theme), choices[Settings.theme], last: preferences.theme)
        // The cache is read while the terminal is being opened.
        let isOffline = arguments.has(.offline)
        let tabs: SavedTabs? = restoresTabs ? world.readTabs() : nil
        let page = url ?? tabs?.frontEntry?.url
        let first = page.map { FirstSession(world, $0, isOffline ? .cacheOnly : .open) }
        let terminal: Terminal
        do throws(TerminalFailure) {
            terminal = try Terminal(environment: { environment[$0] }) {
                mailbox.post($0.map { .event(.terminal($0)) })
            }
        } catch {
            throw .failed("\(error)")
        }
        var setup = Setup(size: terminal.size, hashes: .nettle)
        (setup.theme, setup.themeOrigin) = (found.theme, found.origin)
        (setup.account, setup.isInsecure) = (world.account, world.isInsecure)
        setup.client = world.headers.client
        setup.settings = world.settings
        setup.keys = world.file.keys
        setup.settings.general[Settings.arrangement] =
            arrangement ?? choices[Settings.arrangement] ?? preferences.arrangement
        setup.chosen = ReaderChoices(
            styledSites: preferences.styledSites, unstyledSites: preferences.unstyledSites)
        setup.chosen.reach = isOffline ? .offline : .online
        setup.chosen.showsPictures = choices[Settings.pictures]
        setup.warning = world.file.warning ?? world.tabTrouble ?? preferences.warning ?? found.mistakes.first
        if page == nil { (setup.inbox, setup.now) = (await world.inbox.listing(), World.now()) }
        setup.restoresTabs = restoresTabs
        setup.domainToASCII = DomainName.ascii
        (setup.environment.localTime, setup.environment.curlOptions) = (World.localTime, world.curlOptions)
        (setup.environment.schemes, setup.environment.charsets) = (world.connections.schemes, .iconv)
        // An account whose name is too long for a folder has no world.
        setup.environment.pageFolder = { [cache = world.cache] in try? cache?.path(of: $0) }
        setup.environment.currentFolder = FilePath(".").absolute.text
        setup.environment.homeFolder = environment["HOME"]
        setup.environment.hasFewColors = terminal.depth == .basic8 || terminal.depth == .basic16
        setup.environment.plotSigns = environment.plotSigns
        setup.environment.program = "sonic \(Help.version)"
        let loop = BrowserLoop(
            Model(setup), terminal, world, preferences, frame, queue, mailbox)
        let restoring = tabs.map {
            url == nil ? Event.tabsRestored($0) : .tabsKeptClosed($0)
        }
        let events = [restoring, url.map(Event.addressGiven)].compactMap(\.self) + wanted
        switch await loop.run(opening: first, beginningWith: events) {
        case .left: return .done
        case .signalled(let number):
            // The shell gets the real reason: ended by this signal.
            Terminal.endProcess(by: number)
        }
    }

    static func noColor(_ arguments: Arguments) throws(Arguments.Mistake) -> Bool {
        try arguments.value(.color, as: { ["auto": false, "never": true][$0] }, "auto or never") ?? false
    }
}

/// The demo server as a separate process, started next to this program and tied to it by a pipe: when the other
/// end of the pipe is closed, however this program ended, the server ends.
struct DemoServer {
    /// The start page of the demo site.
    let url: WebURL
    private let process: pid_t
    /// Kept open while the server runs.
    private let life: CInt

    static func start() throws(CommandFailure) -> DemoServer {
        let path = beside("sonic-server")
        guard access(path, X_OK) == 0 else {
            throw .failed("the demo needs the program sonic-server at \(path); build it with make build")
        }
        guard let life = openPipe(), let output = openPipe() else {
            throw .failed("no pipe for the demo server: \(String(cString: strerror(errno)))")
        }
        let process: pid_t
        do throws(ShellProcess.Failure) {
            defer { for end in [life.reading, output.writing] { close(end) } }
            // A separate process group: ^C in the browser must not reach the server.
            process = try ShellProcess.start(
                ["exec \"$0\" demo --with-parent", path], inOwnGroup: true,
                descriptors: [(life.reading, STDIN_FILENO), (output.writing, STDOUT_FILENO)], lifetime: .own
            ).process
        } catch {
            for end in [life.writing, output.reading] { close(end) }
            throw .failed("\(path) cannot be started: \(error.reason)")
        }
        let line = firstLine(of: output.reading)
        close(output.reading)
        let prefix = "listening on "
        guard line.hasPrefix(prefix), let url = WebURL(String(line.dropFirst(prefix.count))) else {
            close(life.writing)
            waitpid(process, nil, 0)
            throw .failed("the demo server did not start: \(line.isEmpty ? "no output" : line)")
        }
        return DemoServer(url: url, process: process, life: life.writing)
    }

    /// Ends the server and waits until it has ended.
    func stop() {
        close(life)
        waitpid(process, nil, 0)
    }

    private static func beside(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return name }
        let own = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }

    private static func firstLine(of descriptor: CInt) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4096, read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
