import SonicProtocol
import SonicSession

/// Connects to hosts at the addresses of a map; the Host field and the TLS server name remain those of the URL. An
/// address that does not respond is skipped, and a note reports it.
public struct HostConnection: RegisteredConnection {
    private let network: CurlConnection
    private let hosts: MappedHosts
    private let isApart: @Sendable (WebURL) -> Bool

    /// Creates a connection over `network`.
    /// - Parameters:
    ///   - sources: The maps of hosts; the first that contains a host applies.
    ///   - uptime: A monotonic clock, for the time during which a dead address is not tried.
    ///   - isApart: Whether requests for an address have the cookies and validators of the mapped server, which must
    ///     not be sent to the servers of DNS.
    public init(
        over network: CurlConnection, sources: [HostSource], uptime: @escaping @Sendable () -> Duration,
        isApart: @escaping @Sendable (WebURL) -> Bool = { _ in false }
    ) {
        self.network = network
        self.isApart = isApart
        hosts = MappedHosts(sources: sources, uptime: uptime)
    }

    /// The name for the screen.
    public var name: ConnectionName { "hosts" }

    /// Whether the URL has the scheme http or https. Hosts that are not in the map are sent onward, but not refused
    /// here: faults of the map are to be reported.
    public func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    /// Connects to the address in the map; uses `onward` for hosts that are not in it and for addresses that do not
    /// respond.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let (network, hosts) = (network, hosts)
        let passedOn = isApart(request.url) ? request.withoutSiteData : request
        return ResponseRelay.stream {
            let found = await hosts.lookup(request.url)
            let notes = found.findings.map { ResponseEvent.noted($0) }
            guard let address = found.address else {
                return ResponseRelay(notes, then: onward.exchange(request))
            }
            let host = request.url.host
            if let ago = found.failedBefore {
                let words = "did not answer \(ago.inSeconds) ago"
                return ResponseRelay(
                    notes + [Self.passedOver(address, found.source, host, words)],
                    then: onward.exchange(passedOn))
            }
            let mapped = Finding(.hostMapped, "\(host) is at \(address), from \(found.source)")
            let events = network.exchange(request, connectingTo: address)
            return ResponseRelay(notes, then: events) { event in
                switch event {
                case .headReceived:
                    return .replace { rest in ResponseRelay([.noted(mapped), event], then: rest) }
                case .failed(let failure):
                    guard let words = Self.deadness(failure) else { return .forward(event) }
                    return .replace { _ in
                        await hosts.failed(address)
                        return ResponseRelay(
                            [Self.passedOver(address, found.source, host, words)],
                            then: onward.exchange(passedOn))
                    }
                case .entered, .requestSent, .bodySent, .noted, .edited, .bodyReceived, .finished:
                    return .forward(event)
                }
            }
        }
    }

    /// Returns the clause for a failure which shows that the address does not respond; nil for a failure after the
    /// connection is established.
    private static func deadness(_ failure: ConnectionFailure) -> String? {
        switch failure {
        case .unreachable(_, _, let detail): "does not answer (\(detail))"
        case .timedOut(.connecting, let limit): "did not answer within \(limit.inSeconds)"
        case .unsupportedScheme, .unknownHost, .insecure, .certificateWanted, .withoutTLS, .timedOut,
            .overdue, .truncated, .reset, .proxy, .malformed, .undecodable, .refused, .withheld, .cancelled,
            .unsendable, .libraryMissing, .exhausted, .other:
            nil
        }
    }

    private static func passedOver(
        _ address: HostAddress, _ source: String, _ host: String, _ words: String
    ) -> ResponseEvent {
        .noted(
            Finding(
                .hostMappingDead,
                "\(address), where \(source) has \(host), \(words): DNS was used instead"))
    }
}

extension Request {
    /// The request without cookies, validators and credentials stored for its site.
    fileprivate var withoutSiteData: Request {
        var request = self
        for name in ["cookie", "if-none-match", "if-modified-since", "template-tag", "authorization"] {
            request.headers.remove(name)
        }
        return request
    }
}

/// The current map of hosts, with the addresses that do not respond.
private actor MappedHosts {
    /// The result of looking up a host.
    struct Lookup {
        /// The address; nil if the host is not in the map.
        var address: HostAddress?
        /// The name of the source.
        var source = ""
        /// The time since a connection to the address failed; nil if none failed recently.
        var failedBefore: Duration?
        var findings: [Finding] = []
    }

    /// The sources in order of priority.
    private var sources: [HostSource]
    private let uptime: @Sendable () -> Duration
    /// The times when connections to these addresses failed.
    private var failures: [HostAddress: Duration] = [:]

    /// The interval during which an address that failed is not tried again.
    private static let rest: Duration = .seconds(30)

    init(sources: [HostSource], uptime: @escaping @Sendable () -> Duration) {
        self.sources = sources
        self.uptime = uptime
    }

    /// Looks up a URL's host in one source after the other. Changed files are read again.
    func lookup(_ url: WebURL) -> Lookup {
        var lookup = Lookup()
        for index in sources.indices {
            let found = sources[index].find(url)
            lookup.findings += found.findings
            guard lookup.address == nil, let address = found.address else { continue }
            lookup.address = address
            lookup.source = sources[index].name
        }
        lookup.failedBefore = lookup.address.flatMap { failures[$0] }.map { uptime() - $0 }
        if let ago = lookup.failedBefore, ago >= Self.rest { lookup.failedBefore = nil }
        return lookup
    }

    /// Records that an address does not respond.
    func failed(_ address: HostAddress) { failures[address] = uptime() }
}
