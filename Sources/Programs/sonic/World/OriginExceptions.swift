import Configuration
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// The settings on the command line and in the configuration that change the origin of responses, for every
/// address (docs/reference/connections.md#exceptions).
///
/// The proxies of the environment and of the configuration, and host lists that the configuration names by URL,
/// are how this machine reaches every site; they are not exceptions.
struct OriginExceptions: Sendable {
    /// The trusted certificates, if not those of the system.
    let trust: OriginException.Cause?
    /// The URL of the command line's proxy, without credentials.
    let proxy: String?
    /// The rules of the command line and of the configuration.
    let rules: RuleList
    /// The addresses of `--resolve`.
    let given: HostMap
    /// Files and lists of hosts, in order of precedence.
    let sources: [HostSource]
    /// The settings for single sites.
    let settings: Settings

    /// Whether there are no exceptions, apart from settings for single sites.
    var isNone: Bool {
        trust == nil && proxy == nil && rules.rules.isEmpty && given.isEmpty && sources.isEmpty
    }

    /// Returns the exception for an address; nil if there is none. Checks a file of hosts again, as its next
    /// request does.
    func exception(at url: WebURL, _ choices: Choices) -> OriginException? {
        guard url.isHTTP, !(isNone && choices.hosts.isEmpty) else { return nil }
        var (causes, target) = ruled(url)
        causes += address(of: target, target == url ? choices : settings.choices(for: target))
        if let proxy { causes.append(.proxy(proxy)) }
        if let trust, target.scheme == "https" || proxy?.hasPrefix("https:") == true { causes.append(trust) }
        return OriginException(causes)
    }

    /// The same with the choices of the settings.
    var at: @Sendable (WebURL) -> OriginException? { { exception(at: $0, settings.choices(for: $0)) } }

    /// Returns the effects of rules on a request for an address, and its resulting target.
    private func ruled(_ url: WebURL) -> (causes: [OriginException.Cause], target: WebURL) {
        let decision = rules.decide(Request(url: url, headers: Headers()))
        var causes: [OriginException.Cause] = []
        var changes: [String] = []
        for rule in decision.rules {
            switch rule.action {
            case .mapToURL(let template): causes.append(.origin(Self.withoutCredentials(template)))
            case .mapToFile(let template): causes.append(.file(template))
            case .setHeader, .addHeader, .removeHeader: changes.append(rule.text)
            case .block: break
            }
        }
        if !changes.isEmpty {
            // Values may be secrets, which are never written.
            causes.append(.headers(digest: Hashes.nettle.sha1(Array(changes.joined(separator: "\n").utf8))))
        }
        return (causes, decision.request.url)
    }

    private static func withoutCredentials(_ template: String) -> String {
        WebURL(template)?.withoutCredentials.href ?? template
    }

    /// Returns the address that options, files or known host lists map a host to; nil for none, and if it is
    /// not known beforehand.
    func place(of url: WebURL) -> HostAddress? { found(url).address }

    /// Returns the address of a host, and the lists before it that are not known yet.
    private func found(_ url: WebURL) -> (lists: [String], address: HostAddress?) {
        if let address = given.address(for: url) { return ([], address) }
        var lists: [String] = []
        for source in sources {
            switch source.place(of: url, domainToASCII: DomainName.ascii) {
            case .nowhere: continue
            case .unknown(let name): lists.append(name)
            case .at(let address): return (lists, address)
            }
        }
        return (lists, nil)
    }

    /// Returns what connections for an address use instead of DNS.
    private func address(of url: WebURL, _ choices: Choices) -> [OriginException.Cause] {
        let (lists, address) = found(url)
        let name = address.map { "\($0)" } ?? choices.name(inPlaceOf: url)
        return lists.map { .hostList($0) } + (name.map { [.address($0)] } ?? [])
    }
}
