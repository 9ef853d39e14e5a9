import Browser
import BrowserServices
import BrowserValues
import Configuration
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Terminal
import Workbench

/// `sonic [URL]` and `sonic demo`: the browser on the terminal.
@MainActor enum BrowseCommand {
    static func run(_ arguments: Arguments, words: [String]) async throws(Arguments.Mistake) -> ExitStatus {
        guard words.count <= 1 else {
            // The first of several words is more often meant as a command than as an address.
            let near = words.first.flatMap { Command.nearest(to: $0) == nil ? nil : Command.unknown($0) }
            throw .init(message: near ?? "the browser takes one URL: sonic URL; see sonic --help")
        }
        let frame = FirstFrame()
        let world = try World(arguments, environment: Environment()) { await frame.drawn() }
        var url: WebURL?
        if let word = words.first { url = try world.address(word) }
        return try await browse(
            arguments, world, frame, opening: url, arrangement: nil,
            restoresTabs: world.restoresTabs)
    }

    /// Browses, beginning with a list of traffic.
    static func run(
        _ arguments: Arguments, showing source: TrafficSource, _ filter: TrafficFilter
    ) async throws(Arguments.Mistake) -> ExitStatus {
        let frame = FirstFrame()
        let world = try World(arguments, environment: Environment()) { await frame.drawn() }
        return try await browse(
            arguments, world, frame, opening: nil, arrangement: nil, restoresTabs: false,
            beginningWith: [.traffic(.wanted(source, filter))])
    }

    /// Browses the demo site; its server ends with this program, even if that is killed.
    static func runDemo(_ arguments: Arguments, words: [String]) async throws(Arguments.Mistake) -> ExitStatus
    {
        guard words.isEmpty else { throw .init(message: "demo takes no arguments: sonic demo") }
        let frame = FirstFrame()
        let world = try World(arguments, environment: Environment()) { await frame.drawn() }
        let server: DemoServer
        do throws(DemoServer.Failure) {
            server = try DemoServer.start()
        } catch {
            Console.complain(error.message)
            return .failed
        }
        defer { server.stop() }
        return try await browse(
            arguments, world, frame, opening: server.url, arrangement: .watch, restoresTabs: false)
    }

    private static func browse(
        _ arguments: Arguments, _ world: World, _ frame: FirstFrame, opening url: WebURL?,
        arrangement: LayoutPreset?, restoresTabs: Bool, beginningWith wanted: [Event] = []
    ) async throws(Arguments.Mistake) -> ExitStatus {
        // The queue exists before the first session, so that exchanges in progress can be intercepted as soon
        // as that is requested.
        let mailbox = Mailbox()
        let queue = InterceptQueue { mailbox.post(.found(.interception(.changed($0)))) }
        var world = world
        world.intercept(with: queue)
        let choices = world.file.settings.general
        var environment = Environment()
        if try noColor(arguments) { environment.overriding["NO_COLOR"] = "1" }
        let preferences = Preferences(world.folders)
        let found = try ThemeFinder(environment: environment, folder: world.folders.config)
            .theme(arguments.value(.theme), choices.theme, last: preferences.theme)
        // The cache is read while the terminal is being opened.
        let isOffline = arguments.has(.offline)
        let tabs: SavedTabs? = restoresTabs ? world.readTabs() : nil
        let page = url ?? tabs?.frontEntry?.url
        let first = page.map { FirstSession(world, $0, isOffline ? .cacheOnly : .open) }
        let terminal: Terminal
        do throws(TerminalFailure) {
            terminal = try Terminal(environment: { environment[$0] }) { mailbox.post(.terminal($0)) }
        } catch {
            Console.complain("\(error)")
            return .failed
        }
        var setup = Setup(size: terminal.size, hashes: .nettle)
        (setup.theme, setup.themeOrigin) = (found.theme, found.origin)
        (setup.account, setup.isInsecure) = (world.account, world.isInsecure)
        setup.client = world.headers.client
        setup.settings = world.settings
        setup.keys = world.file.keys
        setup.settings.general.arrangement = arrangement ?? choices.arrangement ?? preferences.arrangement
        setup.chosen = ReaderChoices(
            styledSites: preferences.styledSites, unstyledSites: preferences.unstyledSites)
        setup.chosen.reach = isOffline ? .offline : .online
        setup.chosen.showsPictures = choices.pictures
        setup.warning = world.file.warning ?? world.tabTrouble ?? preferences.warning ?? found.mistakes.first
        if page == nil { (setup.inbox, setup.now) = (await world.inbox.listing(), World.now()) }
        setup.restoresTabs = restoresTabs
        setup.domainToASCII = DomainName.ascii
        (setup.environment.localTime, setup.environment.curlOptions) = (World.localTime, world.curlOptions)
        (setup.environment.schemes, setup.environment.charsets) = (world.connections.schemes, .iconv)
        setup.environment.currentFolder = FilePath(".").absolute.text
        setup.environment.homeFolder = environment["HOME"]
        setup.environment.hasFewColors = terminal.depth == .basic8 || terminal.depth == .basic16
        setup.environment.plotSigns = environment.plotSigns
        setup.environment.program = "sonic \(Help.version)"
        let loop = BrowserLoop(
            Model(setup), terminal, world, preferences, frame, queue, mailbox)
        let restoring = tabs.map {
            url == nil ? Event.accounts(.tabsRestored($0)) : .accounts(.tabsKeptClosed($0))
        }
        let events = [restoring, url.map(Event.addressGiven)].compactMap(\.self) + wanted
        switch await loop.run(opening: first, beginningWith: events) {
        case .left:
            return .done
        case .signalled(let number):
            // The shell gets the real reason: ended by this signal.
            Terminal.endProcess(by: number)
        }
    }

    static func noColor(_ arguments: Arguments) throws(Arguments.Mistake) -> Bool {
        switch arguments.value(.color) {
        case nil, "auto": return false
        case "never": return true
        case let other?: throw .init(message: "--color takes auto or never, not “\(other)”")
        }
    }
}
