import SonicProtocol
import SonicSession

/// The map of hosts as it is at the moment: what was given, files as they are now, and lists fetched from URLs
/// for as long as they live.
actor MappedHosts {
    /// Where a host is, and what there is to say.
    struct Lookup: Sendable {
        /// nil when the map does not name the host.
        var address: HostAddress?
        /// What named it.
        var source = ""
        /// When a connection to the address failed, and how long that is ago; nil when none did lately.
        var failedBefore: Duration?
        var findings: [Finding] = []
    }

    /// A source as it is at the moment.
    private enum Source {
        case map(HostMap, name: String)
        case file(HostFile)
        case list(HostList)
        case named(String, @Sendable (WebURL) -> HostAddress?)
    }

    /// In the order in which they count.
    private var sources: [Source]
    private let uptime: @Sendable () -> Duration
    /// When connections to these addresses failed.
    private var failures: [HostAddress: Duration] = [:]

    /// How long an address that failed is not tried again.
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

    /// Looks a URL's host up in one source after the other. Files that changed are read again; lists past their
    /// time are fetched where nothing before them names the host, and two lookups at once may both fetch.
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

    /// A list that is not past its time.
    private func fetched(
        _ list: HostList, at index: Int, through network: any Connection
    ) async -> HostList {
        guard list.isDue(at: uptime()) else { return list }
        var list = list
        list.accept(await list.fetch(through: network), at: uptime())
        sources[index] = .list(list)
        return list
    }

    /// Remembers that nothing answers at an address.
    func failed(_ address: HostAddress) {
        failures[address] = uptime()
    }
}

/// Where a map of hosts comes from, besides the command line.
public enum HostSource: Sendable {
    /// A file, read again whenever it changed.
    case file(path: String)
    /// A list on the network, fetched again when the max-age of its answer is over.
    case list(WebURL)
    /// What a setting says for an address, under this name.
    case named(String, @Sendable (WebURL) -> HostAddress?)
}

extension HostSource {
    /// What a source says of a host.
    public enum Place: Sendable {
        /// It does not name the host.
        case nowhere
        /// The host is at this address.
        case at(HostAddress)
        /// The source of this name may name the host: what it says is not known here.
        case unknown(String)
    }

    /// Where the source has a URL's host. A file is read anew: linear in it.
    public func place(of url: WebURL, domainToASCII: WebURL.DomainToASCII?) -> Place {
        switch self {
        case .file(let path):
            var file = HostFile(path: path, domainToASCII: domainToASCII)
            let isUnreadable = file.refresh().contains { $0.rule == .hostsUnreadable }
            // What it said before, which is not known here, counts on.
            return isUnreadable ? .unknown(path) : file.map.address(for: url).map { .at($0) } ?? .nowhere
        case .list(let list): return .unknown(list.withoutCredentials.href)
        case .named(_, let address): return address(url).map { .at($0) } ?? .nowhere
        }
    }
}
