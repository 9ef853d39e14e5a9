import BrowserServices
import Configuration
import Diagnostics
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// Everything outside that a command needs, put together from its options: folders, clock, connection, cache.
struct World {
    /// The sessions that the browser shares and begins ahead; anew when the configuration changed.
    var pool: SessionPool
    /// The account in use; empty for none.
    var account: String
    /// What is the account's own.
    var own: AccountParts
    /// Why the tabs of accounts could not be read: nothing is written over those.
    var unreadTabs: [String: StoreFailure] = [:]
    let isInsecure: Bool
    /// Where sessions are logged; nil for nowhere.
    let log: LogFile?
    /// The file cache; nil when pages are kept in memory only.
    let cache: PageCache?
    let folders: Folders
    /// The configuration file as it was read last.
    var file: ConfigurationFile
    /// What the command line says of what the file may say as well.
    let overrides: Overrides
    /// The program's name, and what `-H` adds to each request.
    var headers: RequestHeaders
    /// Where exchanges are held; nil where none is.
    var queue: InterceptQueue?
    /// What the program was called with, for what is made anew under another account.
    let arguments: Arguments
    let environment: Environment
    /// As in `SessionEngine`.
    let pageShown: (@Sendable () async -> Void)?
    /// What `--response-header` adds to answers.
    let responseHeaders: [HeaderField]
    /// What `--user` gave, for the origin of the address that is opened first.
    private let user: Credentials?

    /// Puts the world together. Nothing is opened or read before it is used.
    /// - Parameter pageShown: As in `SessionEngine`.
    init(
        _ arguments: Arguments, environment: Environment, pageShown: (@Sendable () async -> Void)? = nil
    ) throws(Arguments.Mistake) {
        folders = Folders(environment)
        file = ConfigurationFile(folders)
        overrides = try Overrides(arguments, file.settings.general)
        account = arguments.value(.account) ?? file.settings.general.account
        isInsecure = arguments.has(.insecure)
        user = try Self.credentials(arguments.value(.user))
        headers = RequestHeaders(
            product: try Self.product(arguments),
            custom: try Self.fields(.header, arguments) + (try Self.withheld(arguments)),
            client: try Self.client(arguments))
        responseHeaders = try Self.responseHeaders(arguments)
        self.arguments = arguments
        self.environment = environment
        cache = overrides.isPrivate ? nil : try Self.cache(arguments, folders, file.settings.general)
        self.pageShown = pageShown
        let connections = try Connections(
            arguments, environment, file.settings,
            try Self.transport(arguments, file.settings, overrides), product: headers.product)
        log = try arguments.value(.log).map { path throws(Arguments.Mistake) in try LogFile(path) }
        own = try AccountParts(
            account, cache: cache, file.settings.general.responseLimits, state: folders.state, connections,
            secrets: file.settings.general.secrets, log: log, pageShown: pageShown)
        pool = SessionPool(
            own.sessions.engine(Self.terms(file.settings, overrides, own.connections.exceptions)))
    }

    /// All that requests are offered to.
    var connections: Connections { own.connections }

    /// The plain network, the last in the registry that is asked.
    var connection: CurlConnection { connections.network }

    /// HTTP through the account's cache, without cookies.
    var http: HTTPEngine { own.http }

    /// Fetches what pages name before they ask for it.
    var resources: ResourceLoader { own.resources }

    /// Opens pages, by what the configuration says now.
    var engine: SessionEngine { own.sessions.engine(terms) }

    /// Fetches style sheets, with the account's cookies and the reader's headers.
    var styles: StyleFetcher {
        StyleFetcher(
            http: http, cookies: own.sessions.cookies(terms), headers: headers, terms: terms)
    }

    /// Reads `NAME[:PASSWORD]`; a password that is not there is asked for.
    private static func credentials(_ text: String?) throws(Arguments.Mistake) -> Credentials? {
        guard let text else { return nil }
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        if halves.count == 2 { return Credentials(user: halves[0], password: halves[1]) }
        guard let password = PasswordPrompt.ask("Password for \(halves[0]): ") else {
            throw .init(message: "no terminal to type a password; use --user NAME:PASSWORD")
        }
        return Credentials(user: halves[0], password: password)
    }

    /// The cache that the options name, without anything else of the world.
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
        if let session = await openHere(order) { session } else { await pool.open(order) }
    }

    /// Opens a page in a session of its own.
    func openAlone(_ order: SessionOrder) async -> Session {
        await openHere(order) ?? engine.open(order)
    }

    /// Opens a page of a command that does nothing else meanwhile.
    func openOnly(_ order: SessionOrder) async -> Session {
        await openHere(order) ?? engine.running(on: connection.executor).open(order)
    }

    /// Where no server may be asked, packages and files of rules still are; nil for pages that neither has.
    private func openHere(_ order: SessionOrder) async -> Session? {
        guard order.mode == .cacheOnly, order.method == .get, await connections.answersHere(order.url) else {
            return nil
        }
        var order = order
        order.mode = .open
        return engine.with(connection: connections.offline).open(order)
    }

    /// An order to open an address with these options.
    func order(_ url: WebURL, mode: SessionMode = .open) -> SessionOrder {
        var order = SessionOrder(
            url: url, account: account, mode: mode, headers: headers, domainToASCII: DomainName.ascii)
        order.terms = terms
        order.responseHeaders = responseHeaders
        return order
    }

    /// The address a person typed first. A name and password in it, or else those of `--user`, are kept for its
    /// origin; they leave the address.
    func address(_ text: String) throws(Arguments.Mistake) -> WebURL { try address(text, user) }

    /// An address typed after the first: `--user` is not for it.
    func furtherAddress(_ text: String) throws(Arguments.Mistake) -> WebURL { try address(text, nil) }

    private func address(_ text: String, _ user: Credentials?) throws(Arguments.Mistake) -> WebURL {
        if let file = PathArgument.url(text, home: Environment()["HOME"]) { return file }
        let url = try Self.url(text)
        if let credentials = url.decodedCredentials ?? user, let origin = url.origin {
            connection.use(credentials, for: origin)
        }
        return url.withoutCredentials
    }

    /// The URL that a person means by these words.
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

    /// Fields without values, for the headers that are not to be sent.
    private static func withheld(_ arguments: Arguments) throws(Arguments.Mistake) -> [HeaderField] {
        let fields = arguments.all(.without).map { HeaderField($0, "") }
        for field in fields where !field.isWellFormed {
            throw .init(message: "--without “\(field.name)” is not a valid header name")
        }
        return fields
    }

    private static func client(_ arguments: Arguments) throws(Arguments.Mistake) -> RequestClient {
        guard let name = arguments.value(.asClient) else { return .sonic }
        guard let client = RequestClient(rawValue: name) else {
            throw .init(message: "--as takes sonic, ios or android, not “\(name)”")
        }
        return client
    }

    private static func responseHeaders(_ arguments: Arguments) throws(Arguments.Mistake) -> [HeaderField] {
        let fields = try fields(.responseHeader, arguments)
        for field in fields where !field.mayBeAdded {
            throw .init(message: "\(field.name) cannot be added to responses: only the server can send it")
        }
        return fields
    }

    /// The headers that an option gives.
    private static func fields(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> [HeaderField] {
        let name = option.short ?? option.rawValue
        var fields: [HeaderField] = []
        for text in arguments.all(option) {
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw .init(message: "\(name) takes 'Name: value', not “\(text)”")
            }
            let field = HeaderField(
                nameBytes: Array(text.utf8[..<colon]), valueBytes: Array(text.utf8[colon...].dropFirst()))
            guard field.isWellFormed else {
                throw .init(message: "\(name) “\(text)” has characters that are not allowed in headers")
            }
            fields.append(field)
        }
        return fields
    }

    /// What connections do: as the command line says, and where that is silent, the configuration.
    static func transport(
        _ arguments: Arguments, _ settings: Settings, _ overrides: Overrides
    ) throws(Arguments.Mistake) -> TransportConfiguration {
        var configuration = TransportConfiguration()
        configuration.adjustment = adjustment(settings, overrides)
        configuration.connections = ConnectionLimits(openFiles: OpenFileLimit.soft)
        // Who writes a program knows how much it asks for.
        if arguments.has(.stdio) { configuration.connections.sharing = .generous }
        if let path = try readable(.authorities, arguments) {
            configuration.trust = .authorities(path: path)
        }
        if arguments.has(.insecure) { configuration.trust = .anyone }
        if let path = try readable(.certificate, arguments) {
            configuration.clientCertificate = ClientCertificate(
                path: path, keyPath: try readable(.certificateKey, arguments))
        } else if arguments.value(.certificateKey) != nil {
            throw .init(message: "--key requires a certificate: --cert FILE")
        }
        if let seconds = try arguments.number(.timeout, in: 1...86_400) {
            let limit = Duration.seconds(seconds)
            for phase in TransferPhase.allCases { configuration.limits[phase] = limit }
        }
        if let limit = try RunLimit(arguments) { configuration.end = RunEnd(after: limit.time) }
        if let url = arguments.value(.proxy) { configuration.proxy = .through(url: url) }
        return configuration
    }

    /// The file an option names. A slip in its name is told at once: libcurl would blame the server's certificate.
    private static func readable(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> String? {
        guard let path = arguments.value(option) else { return nil }
        return try readable(path, of: option)
    }

    /// The path that an option gives, when there is something to read.
    static func readable(_ path: String, of option: Option) throws(Arguments.Mistake) -> String {
        do throws(RegularFile.Refusal) { _ = try RegularFile(path) } catch {
            throw .init(message: "the file of \(option.rawValue), \(path), cannot be read: \(error.reason)")
        }
        return path
    }

    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// The wall clock.
    static let now: @Sendable () -> Instant = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// A moment by the clock of the reader's time zone.
    static let localTime: @Sendable (Instant) -> CalendarTime = { instant in
        var seconds = time_t(instant.milliseconds / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        return CalendarTime(instant.adding(seconds: Int64(local.tm_gmtoff)))
    }

    /// Both clocks.
    static let clocks = SessionEngine.Clocks(now: now, uptime: uptime)

    /// A clock that never jumps.
    static let uptime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
