import BrowserServices
import Configuration
import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// The connections that requests are offered to, built from the options and the configuration
/// (docs/reference/connections.md).
struct Connections {
    /// The plain network, the last one that is offered a request.
    let network: CurlConnection
    private(set) var registry = ConnectionRegistry()
    /// The connections that need no network, for offline mode.
    private(set) var offline = ConnectionRegistry()
    /// The connections that reach a server, or a replacement for its host: none of them responds from stored data.
    private(set) var servers = ConnectionRegistry()
    /// Responds from packages; nil without a folder for them.
    let packages: PackageConnection?
    /// The same without checking for new versions.
    private let stillPackages: PackageConnection?
    private let updates: PackageUpdates?
    private let options: ConnectionOptions
    private var rules = RuleList([])
    /// What changes the origin of responses.
    private(set) var exceptions: OriginExceptions
    private let environment: Environment

    /// - Parameter product: The User-Agent of requests that are not for pages.
    init(
        _ arguments: Arguments, _ environment: Environment, _ settings: Settings,
        _ transport: TransportConfiguration, _ overrides: World.Overrides, product: String
    ) throws(Arguments.Mistake) {
        network = CurlConnection(transport)
        network.configure(World.transport(transport, settings, overrides))
        options = try ConnectionOptions(arguments, transport)
        self.environment = environment
        let store = Self.packageStore(environment)
        let updates = store.map { PackageUpdates($0, headers: Self.headers(product, accept: "*/*")) }
        self.updates = updates
        packages = store.map { PackageConnection($0, updates) }
        stillPackages = store.map { PackageConnection($0, nil) }
        exceptions = options.exceptions(settings, environment, rules, transport.accepted)
        follow(settings, transport.accepted)
    }

    /// Applies the settings for hosts and rules, and accepted certificates. Exchanges in progress are not affected.
    mutating func follow(_ settings: Settings, _ accepted: [String: String]) {
        rules = RuleList(
            options.rules + settings.general[Settings.rules], secrets: settings.general.secrets,
            domainToASCII: DomainName.ascii)
        let exceptions = options.exceptions(settings, environment, rules, accepted)
        self.exceptions = exceptions
        let hosts = options.hosts(settings, environment, over: network) {
            exceptions.exception(at: $0, settings.choices(for: $0)) != nil
        }
        let ruled =
            rules.rules.isEmpty ? nil : RuleConnection(rules, read: Self.reader(environment))
        // Installed packages remain: a new version never comes from a replacement for the site.
        let named = exceptions.isNone ? packages : stillPackages
        func among(_ connections: (any RegisteredConnection)?...) -> ConnectionRegistry {
            ConnectionRegistry(connections.compactMap(\.self))
        }
        registry = among(network, hosts, named, DataConnection(), LocalFileConnection(), ruled)
        offline = among(OfflineNetwork(), stillPackages, DataConnection(), LocalFileConnection(), ruled)
        servers = among(network, hosts, ruled)
    }

    /// The schemes of addresses that can be opened.
    var schemes: Set<String> { (packages?.schemes ?? []).union(["http", "https"]).union(Self.ownSchemes) }

    /// The schemes that need no server.
    private static let ownSchemes: Set = [DataConnection.scheme, FilePath.scheme]

    /// Whether this machine responds to an address, by a package or by a rule's file.
    func answersHere(_ url: WebURL) async -> Bool {
        let decision = rules.decide(Request(url: url, headers: Headers()))
        switch decision.answer {
        case .file: return true
        case .nobody: return false
        case .sending where Self.ownSchemes.contains(url.scheme): return true
        case .sending: return await packages?.accepts(decision.request) ?? false
        }
    }

    /// Waits until no package is being updated.
    func finishUpdates() async { await updates?.finish() }

    /// Returns the store of packages; nil if there is no folder for it.
    static func packageStore(_ environment: Environment) -> PackageStore? {
        Folders(environment).data.map { PackageStore(root: $0 + "/packages", now: World.now) }
    }

    /// The maximum length of a file for the responses of rules, in bytes: that of the largest page.
    private static let fileLimit = SessionLimits().bodyBytes

    /// Returns a reader of files; `~/` is the home folder of this environment.
    private static func reader(_ environment: Environment) -> RuleConnection.FileReader {
        let home = environment["HOME"]
        return { path in
            guard path.hasPrefix("~/") else { return read(path) }
            return home.map { read($0 + path.dropFirst()) } ?? .failure(.init(reason: "HOME is not set"))
        }
    }

    /// Returns the bytes of a regular file.
    private static func read(_ path: String) -> Result<[UInt8], RuleConnection.Unreadable> {
        do throws(RegularFile.Refusal) {
            return .success(try RegularFile(FilePath(path.utf8)).bytes(limit: fileLimit))
        } catch {
            return .failure(.init(reason: error.reason))
        }
    }

    /// Returns the headers of requests that are not for pages.
    static func headers(_ product: String, accept: String) -> Headers {
        Headers([HeaderField("User-Agent", product), HeaderField("Accept", accept)])
    }
}

/// The options for connections: they take precedence over the configuration, and remain when that changes.
private struct ConnectionOptions {
    let rules: [ConnectionRule]
    /// The maps of hosts: `--resolve`, then the files of `--hosts`.
    private let sources: [HostSource]
    private let trust: OriginException.Cause?
    private let proxy: String?

    init(_ arguments: Arguments, _ transport: TransportConfiguration) throws(Arguments.Mistake) {
        // Certificates of the user's authorities are checked.
        trust = transport.trust == .anyone ? .anyCertificate : nil
        proxy = arguments.value(.proxy).map(Self.proxyName)
        rules = try Self.rules(arguments)
        var given = HostMap()
        for text in arguments.all(.resolve) where !given.resolve(text, domainToASCII: DomainName.ascii) {
            throw .init(
                message: "--resolve takes HOST[:PORT]:ADDRESS, such as news.example:192.0.2.1, not “\(text)”")
        }
        var sources: [HostSource] = []
        if !given.isEmpty { sources.append(.named("--resolve") { [given] in given.address(for: $0) }) }
        for text in arguments.all(.hosts) {
            guard !text.hasPrefix("http://"), !text.hasPrefix("https://") else {
                throw .init(
                    message: "--hosts takes a file: save the list with curl -o FILE \(text), and name FILE")
            }
            sources.append(Self.source(try World.readable(text, of: .hosts)))
        }
        self.sources = sources
    }

    /// Returns the exceptions in these options and in the configuration.
    func exceptions(
        _ settings: Settings, _ environment: Environment, _ rules: RuleList, _ accepted: [String: String]
    ) -> OriginExceptions {
        OriginExceptions(
            trust: trust, accepted: accepted, proxy: proxy, rules: rules,
            sources: sources + Self.files(settings, environment), settings: settings)
    }

    /// Returns a proxy's URL in normalized form, without credentials; as in libcurl, one without a scheme is an
    /// HTTP proxy.
    private static func proxyName(_ text: String) -> String {
        let address = text.contains("://") ? text : "http://" + text
        if let url = WebURL(address) { return url.withoutCredentials.href }
        return String(address.split(separator: "@").last ?? "")
    }

    /// Returns the map of hosts, with the configuration after the command line; nil if neither has any.
    func hosts(
        _ settings: Settings, _ environment: Environment, over network: CurlConnection,
        isApart: @escaping @Sendable (WebURL) -> Bool
    ) -> HostConnection? {
        var sources = sources
        if settings.hasSites || !settings.general[Settings.hosts].isEmpty {
            sources.append(
                .named("the configuration") { url in settings.choices(for: url).address(of: url) })
        }
        sources += Self.files(settings, environment)
        guard !sources.isEmpty else { return nil }
        return HostConnection(over: network, sources: sources, uptime: World.uptime, isApart: isApart)
    }

    private static func rules(_ arguments: Arguments) throws(Arguments.Mistake) -> [ConnectionRule] {
        try arguments.all(.rule).map { line throws(Arguments.Mistake) in
            do throws(ConnectionRule.Mistake) {
                return try ConnectionRule(filtering: line)
            } catch {
                throw .init(message: "--rule: \(error)")
            }
        }
    }

    /// Returns the files in the configuration: errors in them are reported when they are read.
    private static func files(_ settings: Settings, _ environment: Environment) -> [HostSource] {
        settings.general[Settings.hostLists].map { source(environment.expanding($0)) }
    }

    private static func source(_ path: String) -> HostSource {
        .file(HostFile(path: path, domainToASCII: DomainName.ascii))
    }
}

/// The network in offline mode: it accepts every request and sends none.
private struct OfflineNetwork: RegisteredConnection {
    var name: ConnectionName { .network }

    func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream { ResponseRelay([.failed(.withheld(reason: "offline, nothing is requested"))]) }
    }
}
