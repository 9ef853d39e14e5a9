import SonicProtocol
import SonicSession

/// Connects to hosts at the addresses that a map gives them; Host line and TLS name stay those of the URL. An
/// address where nothing answers is passed over, and said so.
public struct HostConnection: RegisteredConnection {
    private let network: CurlConnection
    private let hosts: MappedHosts
    private let isApart: @Sendable (WebURL) -> Bool

    /// A connection over `network`.
    /// - Parameters:
    ///   - given: What counts before all sources.
    ///   - sources: Files and lists, of which the first that names a host counts.
    ///   - headers: The request lines for lists.
    ///   - uptime: A clock that never jumps, for the life of lists.
    ///   - isApart: Whether requests for an address carry the cookies and validators of whoever the map names, which
    ///     are not for the servers of DNS.
    public init(
        over network: CurlConnection, given: HostMap, sources: [HostSource], headers: Headers = Headers(),
        domainToASCII: WebURL.DomainToASCII? = nil, uptime: @escaping @Sendable () -> Duration,
        isApart: @escaping @Sendable (WebURL) -> Bool = { _ in false }
    ) {
        self.network = network
        self.isApart = isApart
        hosts = MappedHosts(
            given: given, sources: sources, headers: headers, domainToASCII: domainToASCII, uptime: uptime)
    }

    /// The name that screens show.
    public var name: ConnectionName { "hosts" }

    /// Whether the address is one of http or https. What the map does not name is sent onward: a list may have to
    /// be fetched to know, and what is wrong with the map is to be told.
    public func accepts(_ request: Request) async -> Bool { request.url.isHTTP }

    /// Connects where the map says; onward for hosts that it does not name and for addresses that are dead.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let (network, hosts) = (network, hosts)
        let passedOn = isApart(request.url) ? request.withoutWhatWasKept : request
        return ResponseRelay.stream {
            let found = await hosts.lookup(request.url, through: onward)
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

    /// In what way a failure says that nothing answers at the address; nil for one behind the connection.
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
    /// The same as if nothing were kept of its site.
    fileprivate var withoutWhatWasKept: Request {
        var request = self
        for name in ["cookie", "if-none-match", "if-modified-since", "template-tag", "authorization"] {
            request.headers.remove(name)
        }
        return request
    }
}
