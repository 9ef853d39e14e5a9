import Configuration
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

/// The settings on the command line and in the configuration that change the origin of responses, for every
/// address (docs/reference/connections.md#exceptions).
///
/// The proxies of the environment and of the configuration are how this machine reaches every site; they are not
/// exceptions.
struct OriginExceptions: Sendable {
    /// The trusted certificates, if not those of the system.
    let trust: OriginException.Cause?
    /// The certificates that were accepted, as in `TransportConfiguration`.
    let accepted: [String: String]
    /// The URL of the command line's proxy, without credentials.
    let proxy: String?
    /// The rules of the command line and of the configuration.
    let rules: RuleList
    /// The maps of hosts, except the setting for single sites, in order of precedence.
    let sources: [HostSource]
    /// The settings for single sites.
    let settings: Settings

    /// Whether there are no exceptions, apart from settings for single sites.
    var isNone: Bool {
        trust == nil && accepted.isEmpty && proxy == nil && rules.rules.isEmpty && sources.isEmpty
    }

    /// Returns the exception for an address; nil if there is none. Checks a file of hosts again, as its next
    /// request does.
    func exception(at url: WebURL, _ choices: Choices) -> OriginException? {
        guard url.isHTTP, !(isNone && choices[Settings.hosts].isEmpty) else { return nil }
        let decisions = rules.decisions(at: url)
        var causes = self.causes(decisions.flatMap(\.rules))
        var targets: [WebURL] = []
        for target in decisions.map(\.request.url) where !targets.contains(target) { targets.append(target) }
        for target in targets {
            causes += address(of: target, target == url ? choices : settings.choices(for: target))
        }
        causes += targets.compactMap { $0.origin.flatMap { accepted[$0] }.map { .certificate(sha256: $0) } }
        if let proxy { causes.append(.proxy(proxy)) }
        if let trust, targets.contains(where: { $0.scheme == "https" }) || proxy?.hasPrefix("https:") == true
        {
            causes.append(trust)
        }
        return OriginException(causes)
    }

    /// The same with the choices of the settings.
    var at: @Sendable (WebURL) -> OriginException? { { exception(at: $0, settings.choices(for: $0)) } }

    /// Returns the effects of rules that may apply.
    private func causes(_ rules: [ConnectionRule]) -> [OriginException.Cause] {
        var causes: [OriginException.Cause] = []
        var changes: [String] = []
        for rule in rules {
            switch rule.action {
            case .mapToURL(let template):
                causes.append(.origin(WebURL(template)?.withoutCredentials.href ?? template))
            case .mapToFile(let template): causes.append(.file(template))
            case .setHeader, .addHeader, .removeHeader: changes.append(rule.text)
            case .block: break
            }
        }
        if !changes.isEmpty {
            // Values may be secrets, which are never written.
            causes.append(.headers(digest: Hashes.nettle.sha1(Array(changes.joined(separator: "\n").utf8))))
        }
        return causes
    }

    /// Returns the address that options and files map a host to; nil for none, and if it is not known.
    func place(of url: WebURL) -> HostAddress? { sources.lazy.compactMap { $0.address(of: url) }.first }

    /// Returns what connections for an address use instead of DNS.
    private func address(of url: WebURL, _ choices: Choices) -> [OriginException.Cause] {
        var causes: [OriginException.Cause] = []
        for cause in sources.lazy.compactMap({ $0.cause(at: url) }) {
            causes.append(cause)
            if case .address = cause { return causes }
        }
        return causes + (choices.name(inPlaceOf: url).map { [.address($0)] } ?? [])
    }

    /// Returns the option for connections that do not use DNS: `--resolve`, or `--connect-to` if the port differs.
    func curlOptions(for url: WebURL) -> [CurlOption] {
        guard let address = place(of: url) else { return [] }
        let place = "\(url.host):\(url.effectivePort ?? 0)"
        guard let port = address.port, port != url.effectivePort else {
            return [CurlOption("--resolve", "\(place):\(address.address)")]
        }
        return [CurlOption("--connect-to", "\(place):\(address.address):\(port)")]
    }
}
