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

    private let given: HostMap
    private var files: [HostFile]
    private var lists: [HostList]
    private let uptime: @Sendable () -> Duration
    /// When connections to these addresses failed.
    private var failures: [HostAddress: Duration] = [:]

    /// How long an address that failed is not tried again.
    private static let rest: Duration = .seconds(30)

    init(
        given: HostMap, sources: [HostSource], headers: Headers, domainToASCII: WebURL.DomainToASCII?,
        uptime: @escaping @Sendable () -> Duration
    ) {
        self.given = given
        self.uptime = uptime
        files = sources.compactMap { source in
            if case .file(let path) = source {
                HostFile(path: path, domainToASCII: domainToASCII)
            } else {
                nil
            }
        }
        lists = sources.compactMap { source in
            guard case .list(let url) = source else { return nil }
            return HostList(url: url, headers: headers, domainToASCII: domainToASCII)
        }
    }

    /// Looks a URL's host up: among what was given, then in files, then in lists. Files that changed are read
    /// again and lists past their time are fetched; two lookups at once may both fetch.
    func lookup(_ url: WebURL, through network: any Connection) async -> Lookup {
        var lookup = Lookup()
        func note(_ address: HostAddress?, _ source: String) {
            guard lookup.address == nil, let address else { return }
            (lookup.address, lookup.source) = (address, source)
        }
        note(given.address(for: url), "--resolve")
        for index in files.indices {
            lookup.findings += files[index].refresh()
            note(files[index].map.address(for: url), files[index].path)
        }
        for index in lists.indices where lookup.address == nil {
            if lists[index].isDue(at: uptime()) {
                let answer = await lists[index].fetch(through: network)
                lists[index].take(answer, at: uptime())
            }
            lookup.findings += lists[index].findings
            note(lists[index].map.address(for: url), lists[index].url.href)
        }
        lookup.failedBefore = lookup.address.flatMap { failures[$0] }.map { uptime() - $0 }
        if let ago = lookup.failedBefore, ago >= Self.rest { lookup.failedBefore = nil }
        return lookup
    }

    /// Remembers that nothing answers at an address.
    func failed(_ address: HostAddress) {
        failures[address] = uptime()
    }
}

/// Where a map of hosts comes from, besides the command line.
public enum HostSource: Sendable, Equatable {
    /// A file, read again whenever it changed.
    case file(path: String)
    /// A list on the network, fetched again when the max-age of its answer is over.
    case list(WebURL)
}
