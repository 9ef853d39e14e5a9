import BrowserServices
import Configuration
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

/// The external resources of a command, built from its options: folders, clock, connection, cache.
struct World {
    /// The sessions that the browser shares and prefetches; replaced when the configuration changes.
    var pool: SessionPool
    /// The current account; empty for none.
    var account: String
    /// The data of the current account.
    var own: AccountParts
    /// Why the tabs of accounts could not be read: their files are not overwritten.
    var unreadTabs: [String: StoreFailure] = [:]
    let isInsecure: Bool
    /// The log of sessions; nil for none.
    let log: LogFile?
    /// The file cache; nil if pages are stored in memory only.
    let cache: PageCache?
    let folders: Folders
    /// The configuration file as last read.
    var file: ConfigurationFile
    /// The options that override settings of the file.
    let overrides: Overrides
    /// What connections share, whatever the address.
    var transport: TransportConfiguration
    /// The program's name, and the headers of `-H` for each request.
    var headers: RequestHeaders
    /// The command line, for parts that are rebuilt under another account.
    let arguments: Arguments
    let environment: Environment
    /// As in `SessionEngine`.
    let pageShown: (@Sendable () async -> Void)?
    /// The headers of `--response-header` added to responses.
    let responseHeaders: [HeaderField]
    /// The credentials of `--user`, for the origin of the first address.
    let user: Credentials?

    /// Creates the world. Nothing is opened or read before it is used.
    /// - Parameter pageShown: As in `SessionEngine`.
    init(
        _ arguments: Arguments, environment: Environment = Environment(),
        pageShown: (@Sendable () async -> Void)? = nil
    ) throws(Arguments.Mistake) {
        folders = Folders(environment)
        file = ConfigurationFile(folders)
        overrides = try Overrides(arguments, file.settings.general)
        transport = try Self.transport(arguments)
        account = arguments.value(.account) ?? file.settings.general[Settings.account]
        isInsecure = arguments.has(.insecure)
        user = try Self.credentials(arguments.value(.user))
        headers = RequestHeaders(
            product: try Self.product(arguments),
            custom: try Self.fields(.header, arguments) + (try Self.withheld(arguments)),
            client: try arguments.value(.asClient, as: RequestClient.init(rawValue:)) ?? .sonic)
        responseHeaders = try Self.responseHeaders(arguments)
        self.arguments = arguments
        self.environment = environment
        cache = overrides.isPrivate ? nil : try Self.cache(arguments, folders, file.settings.general)
        self.pageShown = pageShown
        let connections = try Connections(
            arguments, environment, file.settings, transport, overrides, product: headers.product)
        log = try arguments.value(.log).map { path throws(Arguments.Mistake) in try LogFile(path) }
        own = try AccountParts(
            account, cache: cache, file.settings.general.responseLimits, state: folders.state, connections,
            secrets: file.settings.general.secrets, log: log, pageShown: pageShown)
        pool = SessionPool(
            own.sessions.engine(Self.terms(file.settings, overrides, own.connections.exceptions)))
    }

    /// The connections for requests.
    var connections: Connections { own.connections }

    /// The plain network, the last one in the registry that is offered a request.
    var connection: CurlConnection { connections.network }

    /// The engine that opens pages, with the current configuration.
    var engine: SessionEngine { own.sessions.engine(terms) }

    /// Fetches style sheets, with the account's cookies and the user's headers.
    var styles: StyleFetcher {
        StyleFetcher(
            http: own.http, cookies: own.sessions.cookies(terms), headers: headers, terms: terms)
    }

    /// Parses `NAME[:PASSWORD]`; prompts for a missing password.
    private static func credentials(_ text: String?) throws(Arguments.Mistake) -> Credentials? {
        guard let text else { return nil }
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if halves.count == 2 { return Credentials(user: halves[0], password: halves[1]) }
        guard let password = PasswordPrompt.ask("Password for \(halves[0]): ") else {
            throw .init(message: "no password was typed at a terminal; use --user NAME:PASSWORD")
        }
        return Credentials(user: halves[0], password: password)
    }

    /// Returns the cache in the options, without the rest of the world.
    static func cache(
        _ arguments: Arguments, _ folders: Folders, _ choices: Choices = Choices()
    ) throws(Arguments.Mistake) -> PageCache {
        guard let root = arguments.value(.cache).map(absolute) ?? folders.cache else {
            throw .init(
                message:
                    "HOME is not set, so pages cannot be stored; set a folder with --cache or use --private")
        }
        return PageCache(root: root, hashes: .nettle, limits: choices.cacheLimits, now: now)
    }

    /// Opens a page in a session that may be shared.
    func open(_ order: SessionOrder) async -> Session {
        if let session = await openHere(order) { return session }
        // Each session under a fault forgets by itself what it would store.
        return own.impairment.fault == nil ? await pool.open(order) : engine.open(order)
    }

    /// Opens a page in a session that is not shared.
    func openAlone(_ order: SessionOrder) async -> Session { await openHere(order) ?? engine.open(order) }

    /// Opens a page for a command that does nothing else meanwhile.
    func openOnly(_ order: SessionOrder) async -> Session {
        await openHere(order) ?? engine.running(on: connection.executor).open(order)
    }

    /// Opens a page from packages and files of rules in offline mode; nil for pages that neither has.
    private func openHere(_ order: SessionOrder) async -> Session? {
        guard order.mode.isOffline, order.method == .get, await connections.answersHere(order.url) else {
            return nil
        }
        var order = order
        order.mode = .open
        return engine.with(connection: connections.offline).open(order)
    }

    /// Returns an order to open an address with these options.
    func order(_ url: WebURL, mode: SessionMode = .open) -> SessionOrder {
        var order = SessionOrder(
            url: url, account: account, mode: mode, headers: headers, domainToASCII: DomainName.ascii)
        order.terms = terms
        order.responseHeaders = responseHeaders
        return order
    }

    /// Returns a typed address. The name and password in it, or those of `--user`, are stored for its
    /// origin and removed from the address.
    /// - Parameter isFirst: Whether it was typed first: `--user` does not apply to others.
    func address(_ text: String, isFirst: Bool = true) throws(Arguments.Mistake) -> WebURL {
        if let file = try InputFile.url(text, home: Environment()["HOME"]) { return file }
        let url = try Self.url(text)
        if let credentials = url.decodedCredentials ?? (isFirst ? user : nil), let origin = url.origin {
            connection.use(credentials, for: origin)
        }
        return url.withoutCredentials
    }

    /// Returns the URL of a typed text.
    static func url(_ text: String) throws(Arguments.Mistake) -> WebURL {
        do throws(WebURL.Failure) {
            return try WebURL.fromUserInput(text, domainToASCII: DomainName.ascii)
        } catch {
            throw .init(message: "“\(text)” is not a valid address: \(error)")
        }
    }

    private static func product(_ arguments: Arguments) throws(Arguments.Mistake) -> String {
        guard let text = arguments.value(.userAgent) else { return "sonic/\(Help.version)" }
        guard HeaderField("User-Agent", text).isWellFormed else {
            throw .init(message: "--user-agent “\(text)” has characters that are not allowed in headers")
        }
        return text
    }

    /// Returns fields without values for the headers that are not sent.
    private static func withheld(_ arguments: Arguments) throws(Arguments.Mistake) -> [HeaderField] {
        let fields = arguments.all(.without).map { HeaderField($0, "") }
        for field in fields where !field.isWellFormed {
            throw .init(message: "--without “\(field.name)” is not a valid header name")
        }
        return fields
    }

    private static func responseHeaders(_ arguments: Arguments) throws(Arguments.Mistake) -> [HeaderField] {
        let fields = try fields(.responseHeader, arguments)
        for field in fields where !field.mayBeAdded {
            throw .init(message: "\(field.name) cannot be added to responses: only the server can send it")
        }
        return fields
    }

    /// Returns the headers of an option.
    private static func fields(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> [HeaderField] {
        let name = option.names[0]
        return try arguments.all(option).map { text throws(Arguments.Mistake) in
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw .init(message: "\(name) takes 'Name: value', not “\(text)”")
            }
            let field = HeaderField(
                nameBytes: Array(text.utf8[..<colon]), valueBytes: Array(text.utf8[colon...].dropFirst()))
            guard field.isWellFormed else {
                throw .init(message: "\(name) “\(text)” has characters that are not allowed in headers")
            }
            return field
        }
    }

    /// Returns what connections share, whatever the address.
    private static func transport(_ arguments: Arguments) throws(CommandFailure) -> TransportConfiguration {
        var configuration = TransportConfiguration()
        configuration.connections = ConnectionLimits(openFiles: OpenFileLimit.soft)
        // The author of a program controls how much it requests.
        if arguments.has(.stdio) { configuration.connections.shareGenerously() }
        if let path = try readable(.authorities, arguments) { configuration.trust = .authorities(path: path) }
        if arguments.has(.insecure) { configuration.trust = .anyone }
        if let limit = try RunLimit(arguments) { configuration.end = RunEnd(after: limit.time) }
        return configuration
    }

    /// Returns the file of an option. A mistake in its name is reported immediately: libcurl would blame the
    /// server's certificate.
    static func readable(_ option: Option, _ arguments: Arguments) throws(CommandFailure) -> String? {
        guard let path = arguments.value(option) else { return nil }
        return try readable(path, of: option)
    }

    /// Returns the path of an option if the file can be read.
    static func readable(_ path: String, of option: Option) throws(Arguments.Mistake) -> String {
        do throws(RegularFile.Refusal) { _ = try RegularFile(path) } catch {
            throw .init(message: "the file of \(option.longName), \(path), cannot be read: \(error.reason)")
        }
        return path
    }

    static func absolute(_ path: String) -> String { FilePath(path).absolute.text }

    /// The wall clock.
    static let now: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Converts an instant to the local time zone.
    static let localTime: @Sendable (Instant) -> CalendarTime = { instant in
        var seconds = time_t(instant.milliseconds / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        return CalendarTime(instant.adding(seconds: Int64(local.tm_gmtoff)))
    }

    /// Both clocks.
    static let clocks = SessionEngine.Clocks(now: now, uptime: uptime)

    /// A monotonic clock.
    static let uptime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Checks the conformance of the server of a page.
    func check(_ url: WebURL, secretsOrigin: String?) async -> [Verdict] {
        let run = ConformanceRun(
            url, headers: headers.at(url, terms(url), secretsOrigin: secretsOrigin), hashes: .nettle)
        return await ProbeSender(connection: connections.servers, limit: .seconds(20)).finish(run).verdicts
    }

    /// Returns the source for requests of files.
    func fileSource(_ url: WebURL, secretsOrigin: String?) -> FileSource {
        var session = order(url)
        session.secretsOrigin = secretsOrigin
        return FileSource(
            connection: own.fileConnection, cookies: own.sessions.cookies(terms), clocks: Self.clocks,
            like: session)
    }
}
