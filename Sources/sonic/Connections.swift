import Configuration
import Naming
import Packages
import SonicProtocol
import SonicSession
import Transport

/// The connections that requests are offered to, put together from the options (docs/connections.md).
struct Connections {
    /// The plain network, the last that is asked.
    let network: CurlConnection
    /// All of them.
    let registry: ConnectionRegistry
    /// Answers from packages; nil without a place to keep them in.
    let packages: PackageConnection?
    private let updates: PackageUpdates?

    /// - Parameters:
    ///   - choices: What the configuration says; the command line comes first.
    ///   - product: The User-Agent of requests that serve no page.
    init(
        _ arguments: Arguments, _ environment: Environment, _ choices: Choices,
        _ transport: TransportConfiguration, product: String
    ) throws(Arguments.Mistake) {
        network = CurlConnection(transport)
        var registered: [any RegisteredConnection] = [network]
        if let hosts = try Self.hosts(arguments, environment, choices, over: network, product: product) {
            registered.append(hosts)
        }
        if let store = Self.packageStore(environment) {
            let updates = PackageUpdates(store, headers: Self.headers(product, accept: "*/*"))
            let packages = PackageConnection(store, updates)
            registered.append(packages)
            (self.packages, self.updates) = (packages, updates)
        } else {
            (packages, updates) = (nil, nil)
        }
        let rules = RuleList(try Self.rules(arguments) + choices.rules, domainToASCII: DomainName.ascii)
        if !rules.rules.isEmpty {
            registered.append(RuleConnection(rules, read: RuleFiles.reader(environment)))
        }
        registry = ConnectionRegistry(registered)
    }

    /// Every scheme of which addresses can be opened.
    var schemes: Set<String> { (packages?.schemes ?? []).union(["http", "https"]) }

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

    /// The map of hosts that the options give; nil for none.
    private static func hosts(
        _ arguments: Arguments, _ environment: Environment, _ choices: Choices, over network: CurlConnection,
        product: String
    ) throws(Arguments.Mistake) -> HostConnection? {
        var given = HostMap()
        for text in arguments.all(.resolve) where !given.resolve(text, domainToASCII: DomainName.ascii) {
            throw .init(
                message: "--resolve takes HOST[:PORT]:ADDRESS, such as news.example:192.0.2.1, not “\(text)”")
        }
        var sources: [HostSource] = []
        for text in arguments.all(.hosts) { sources.append(try source(text)) }
        for text in choices.hostLists { sources.append(source(text, environment)) }
        guard !given.isEmpty || !sources.isEmpty else { return nil }
        return HostConnection(
            over: network, given: given, sources: sources,
            headers: headers(product, accept: "text/plain"),
            domainToASCII: DomainName.ascii, uptime: World.uptime)
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
            throw .init(message: "“\(text)” is no address: \(error)")
        }
    }
}
