import SonicProtocol
import SonicSession

/// The current map of hosts: the given entries, files in their current state, and lists fetched from URLs during their
/// lifetime.
actor MappedHosts {
    /// The result of looking up a host.
    struct Lookup: Sendable {
        /// The address; nil if the host is not in the map.
        var address: HostAddress?
        /// The name of the source.
        var source = ""
        /// The time since a connection to the address failed; nil if none failed recently.
        var failedBefore: Duration?
        var findings: [Finding] = []
    }

    /// The current state of a source.
    private enum Source {
        case map(HostMap, name: String)
        case file(HostFile)
        case list(HostList)
        case named(String, @Sendable (WebURL) -> HostAddress?)
    }

    /// The sources in order of priority.
    private var sources: [Source]
    private let uptime: @Sendable () -> Duration
    /// The times when connections to these addresses failed.
    private var failures: [HostAddress: Duration] = [:]

    /// The interval during which an address that failed is not tried again.
    private static let rest: Duration = .seconds(30)

    init(
        given: HostMap, sources: [HostSource], headers: Headers, domainToASCII: WebURL.DomainToASCII?,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.uptime = uptime
        self.sources =
            [.map(given, name: "--resolve")]
            + sources.map { source -> Source in
                switch source {
                case .file(let path): .file(HostFile(path: path, domainToASCII: domainToASCII))
                case .list(let url): .list(HostList(url: url, headers: headers, domainToASCII: domainToASCII))
                case .named(let name, let address): .named(name, address)
                }
            }
    }

    /// Looks up a URL's host in one source after the other. Changed files are read again; expired lists are fetched if
    /// no earlier source contains the host, and two concurrent lookups may both fetch them.
    func lookup(_ url: WebURL, through network: any Connection) async -> Lookup {
        var lookup = Lookup()
        func note(_ address: HostAddress?, _ source: String) {
            guard lookup.address == nil, let address else { return }
            (lookup.address, lookup.source) = (address, source)
        }
        for index in sources.indices {
            switch sources[index] {
            case .map(let map, let name): note(map.address(for: url), name)
            case .named(let name, let address): note(address(url), name)
            case .file(var file):
                lookup.findings += file.refresh()
                sources[index] = .file(file)
                note(file.map.address(for: url), file.path)
            case .list(let list) where lookup.address == nil:
                let list = await fetched(list, at: index, through: network)
                lookup.findings += list.findings
                note(list.map.address(for: url), list.url.href)
            case .list: break
            }
        }
        lookup.failedBefore = lookup.address.flatMap { failures[$0] }.map { uptime() - $0 }
        if let ago = lookup.failedBefore, ago >= Self.rest { lookup.failedBefore = nil }
        return lookup
    }

    /// Returns the list, fetched again if it has expired.
    private func fetched(
        _ list: HostList, at index: Int, through network: any Connection
    ) async -> HostList {
        guard list.isDue(at: uptime()) else { return list }
        var list = list
        list.accept(await list.fetch(through: network), at: uptime())
        sources[index] = .list(list)
        return list
    }

    /// Records that an address does not respond.
    func failed(_ address: HostAddress) {
        failures[address] = uptime()
    }
}

/// A source of a map of hosts, in addition to the command line.
public enum HostSource: Sendable {
    /// A file, read again whenever it has changed.
    case file(path: String)
    /// A list on the network, fetched again when the max-age of its response expires.
    case list(WebURL)
    /// A setting of this name, which returns the host of a URL.
    case named(String, @Sendable (WebURL) -> HostAddress?)
}

extension HostSource {
    /// The entry of a host in a source.
    public enum Place: Sendable {
        /// The source does not contain the host.
        case nowhere
        /// The host is at this address.
        case at(HostAddress)
        /// The source of this name may contain the host: its contents are not known here.
        case unknown(String)
    }

    /// Returns the entry of a URL's host. A file is read again.
    /// - Complexity: Linear in the size of the file.
    public func place(of url: WebURL, domainToASCII: WebURL.DomainToASCII?) -> Place {
        switch self {
        case .file(let path):
            var file = HostFile(path: path, domainToASCII: domainToASCII)
            let isUnreadable = file.refresh().contains { $0.rule == .hostsUnreadable }
            // Its previous contents, which are not known here, remain in use.
            return isUnreadable ? .unknown(path) : file.map.address(for: url).map { .at($0) } ?? .nowhere
        case .list(let list): return .unknown(list.withoutCredentials.href)
        case .named(_, let address): return address(url).map { .at($0) } ?? .nowhere
        }
    }
}
