import BrowserServices
import Configuration
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// The connections that requests are offered to, put together from the options and the configuration
/// (docs/reference/connections.md).
struct Connections {
    /// The plain network, the last that is asked.
    let network: CurlConnection
    /// All of them.
    private(set) var registry: ConnectionRegistry
    /// Those that need no network, for who is offline.
    private(set) var offline: ConnectionRegistry
    /// Those that ask a server, or who stands in for it by name: none answers from what is stored.
    private(set) var servers: ConnectionRegistry
    /// Answers from packages; nil without a place to keep them in.
    let packages: PackageConnection?
    /// The same without a look for new versions.
    private let stillPackages: PackageConnection?
    private let updates: PackageUpdates?
    private let options: ConnectionOptions
    private var rules: RuleList
    /// What changes who answers.
    private(set) var exceptions: OriginExceptions
    private let environment: Environment

    /// - Parameter product: The User-Agent of requests that serve no page.
    init(
        _ arguments: Arguments, _ environment: Environment, _ settings: Settings,
        _ transport: TransportConfiguration, product: String
    ) throws(Arguments.Mistake) {
        network = CurlConnection(transport)
        options = try ConnectionOptions(arguments, transport, product: product)
        self.environment = environment
        if let store = Self.packageStore(environment) {
            let updates = PackageUpdates(store, headers: Self.headers(product, accept: "*/*"))
            self.updates = updates
            packages = PackageConnection(store, updates)
            stillPackages = PackageConnection(store, nil)
        } else {
            packages = nil
            stillPackages = nil
            updates = nil
        }
        exceptions = options.exceptions(settings, environment, RuleList([]))
        rules = RuleList([])
        registry = ConnectionRegistry()
        offline = ConnectionRegistry()
        servers = ConnectionRegistry()
        follow(settings)
    }

    /// Does from now on what these settings say of hosts and rules. Exchanges under way are not touched.
    mutating func follow(_ settings: Settings) {
        rules = RuleList(
            options.rules + settings.general.rules, secrets: settings.general.secrets,
            domainToASCII: DomainName.ascii)
        let exceptions = options.exceptions(settings, environment, rules)
        self.exceptions = exceptions
        let hosts = options.hosts(settings, environment, over: network) {
            exceptions.exception(at: $0, settings.choices(for: $0)) != nil
        }
        let ruled =
            rules.rules.isEmpty ? nil : RuleConnection(rules, read: RuleFiles.reader(environment))
        // What is installed stays: no next version of a package comes from who stands in for its site.
        let named = exceptions.isNone ? packages : stillPackages
        let online: [(any RegisteredConnection)?] = [
            network, hosts, named, DataConnection(), LocalFileConnection(), ruled,
        ]
        let local: [(any RegisteredConnection)?] = [
            OfflineNetwork(), stillPackages, DataConnection(), LocalFileConnection(), ruled,
        ]
        registry = ConnectionRegistry(online.compactMap(\.self))
        offline = ConnectionRegistry(local.compactMap(\.self))
        let asking: [(any RegisteredConnection)?] = [network, hosts, ruled]
        servers = ConnectionRegistry(asking.compactMap(\.self))
    }

    /// Every scheme of which addresses can be opened.
    var schemes: Set<String> { (packages?.schemes ?? []).union(["http", "https"]).union(Self.ownSchemes) }

    /// The schemes that are answered without any server.
    private static let ownSchemes: Set = [DataConnection.scheme, LocalFileConnection.scheme]

    /// Whether an address is answered from this machine, by a package or by a rule's file.
    func answersHere(_ url: WebURL) async -> Bool {
        let decision = rules.decide(Request(url: url, headers: Headers()))
        switch decision.answer {
        case .file: return true
        case .nobody: return false
        case .sending where Self.ownSchemes.contains(url.scheme): return true
        case .sending: return await packages?.accepts(decision.request) ?? false
        }
    }

    /// Waits until no package is being brought up to date.
    func finishUpdates() async { await updates?.finish() }

    /// Where packages are kept; nil when there is no place.
    static func packageStore(_ environment: Environment) -> PackageStore? {
        Folders(environment).data.map { PackageStore(root: $0 + "/packages", now: World.now) }
    }

    /// The request lines of what serves no page.
    static func headers(_ product: String, accept: String) -> Headers {
        Headers([HeaderField("User-Agent", product), HeaderField("Accept", accept)])
    }
}

/// What the command line says of connections: it comes before the configuration, and stays when that changes.
private struct ConnectionOptions {
    let rules: [ConnectionRule]
    private let given: HostMap
    private let sources: [HostSource]
    private let product: String
    private let trust: OriginException.Cause?
    private let proxy: String?

    init(
        _ arguments: Arguments, _ transport: TransportConfiguration, product: String
    ) throws(Arguments.Mistake) {
        trust = Self.cause(transport.trust)
        proxy = arguments.value(.proxy).map(Self.proxyName)
        self.product = product
        rules = try Self.rules(arguments)
        var given = HostMap()
        for text in arguments.all(.resolve) where !given.resolve(text, domainToASCII: DomainName.ascii) {
            throw .init(
                message: "--resolve takes HOST[:PORT]:ADDRESS, such as news.example:192.0.2.1, not “\(text)”")
        }
        self.given = given
        var sources: [HostSource] = []
        for text in arguments.all(.hosts) { sources.append(try Self.source(text)) }
        self.sources = sources
    }

    /// What these and the configuration say that changes who answers.
    func exceptions(
        _ settings: Settings, _ environment: Environment, _ rules: RuleList
    ) -> OriginExceptions {
        let files = settings.general.hostLists.map { Self.source($0, environment) }.filter { source in
            switch source {
            case .file: true
            case .list, .named: false
            }
        }
        return OriginExceptions(
            trust: trust, proxy: proxy, rules: rules, given: given, sources: sources + files,
            settings: settings)
    }

    /// A proxy's URL in one spelling, without credentials; as libcurl has it, one without a scheme is one of http.
    private static func proxyName(_ text: String) -> String {
        let address = text.contains("://") ? text : "http://" + text
        if let url = WebURL(address) { return url.withoutCredentials.href }
        return String(address.split(separator: "@").last ?? "")
    }

    private static func cause(_ trust: Trust) -> OriginException.Cause? {
        switch trust {
        // Certificates are checked all the same, by whom the reader names.
        case .system, .authorities: nil
        case .anyone: .anyCertificate
        }
    }

    /// The map of hosts, with what the configuration says behind the command line; nil where nobody says anything.
    func hosts(
        _ settings: Settings, _ environment: Environment, over network: CurlConnection,
        isApart: @escaping @Sendable (WebURL) -> Bool
    ) -> HostConnection? {
        let general = settings.general
        var sources = sources
        if settings.hasSites || !general.hosts.isEmpty {
            sources.append(
                .named("the configuration") { url in settings.choices(for: url).address(of: url) })
        }
        sources += general.hostLists.map { Self.source($0, environment) }
        guard !given.isEmpty || !sources.isEmpty else { return nil }
        return HostConnection(
            over: network, given: given, sources: sources,
            headers: Connections.headers(product, accept: "text/plain"),
            domainToASCII: DomainName.ascii, uptime: World.uptime, isApart: isApart)
    }

    private static func rules(_ arguments: Arguments) throws(Arguments.Mistake) -> [ConnectionRule] {
        var rules: [ConnectionRule] = []
        for line in arguments.all(.rule) {
            do throws(ConnectionRule.Mistake) {
                rules.append(try ConnectionRule(line))
            } catch {
                throw .init(message: "--rule: \(error)")
            }
        }
        return rules
    }

    /// A source that the configuration names: what is wrong with it is told when it is read.
    private static func source(_ text: String, _ environment: Environment) -> HostSource {
        if let url = WebURL(text), url.isHTTP { return .list(url) }
        guard text.hasPrefix("~/"), let home = environment["HOME"] else { return .file(path: text) }
        return .file(path: home + text.dropFirst())
    }

    private static func source(_ text: String) throws(Arguments.Mistake) -> HostSource {
        guard text.hasPrefix("http://") || text.hasPrefix("https://") else {
            return .file(path: try World.readable(text, of: .hosts))
        }
        do throws(WebURL.Failure) {
            return .list(try WebURL.parse(text, domainToASCII: DomainName.ascii))
        } catch {
            throw .init(message: "“\(text)” is not a valid address: \(error)")
        }
    }
}

extension Choices {
    /// Where the setting `hosts` has a URL's host; nil where it is not named, and where a name stands for it.
    fileprivate func address(of url: WebURL) -> HostAddress? {
        name(inPlaceOf: url).flatMap { HostAddress($0) }
    }

    /// What the setting `hosts` has in place of a URL's host, an address or another name; nil for nothing.
    func name(inPlaceOf url: WebURL) -> String? { hosts.last { $0.host == url.host }?.address }
}
