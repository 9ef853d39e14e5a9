import SessionWords
import SonicProtocol
import SonicSession

/// A map of hosts that is fetched from a URL and cached for the max-age of its response.
struct HostList: Sendable {
    /// The result of fetching it.
    enum Answer: Sendable {
        case list([UInt8], maxAge: Int?)
        case nothing(String)
    }

    let url: WebURL
    let headers: Headers
    let domainToASCII: WebURL.DomainToASCII?
    private(set) var map = HostMap()
    /// The faults of the list.
    private(set) var findings: [Finding] = []
    /// When it expires.
    private var end: Duration?

    /// The lifetime in seconds of a list without max-age, and the interval in seconds before the next attempt after a
    /// failure.
    private static let lifetime = 300
    private static let retry = 30
    /// The bounds of the lifetime in seconds: a list with a max-age of 0 would be fetched for every request.
    private static let lifetimes = 5...86_400
    /// The maximum size of a list in bytes.
    private static let limit = 8 << 20

    init(url: WebURL, headers: Headers, domainToASCII: WebURL.DomainToASCII?) {
        self.url = url
        self.headers = headers
        self.domainToASCII = domainToASCII
    }

    /// Whether it must be fetched: it never was, or it has expired.
    func isDue(at now: Duration) -> Bool { end.map { $0 <= now } ?? true }

    /// Fetches the list. Redirects are not followed: only the user selects the server that maps hosts.
    func fetch(through network: any Connection) async -> Answer {
        var bytes: [UInt8] = []
        var maxAge: Int?
        for await event in network.exchange(Request(url: url, headers: headers)) {
            switch event {
            case .headReceived(let head):
                guard head.status == 200 else { return .nothing("the server answered \(head.status)") }
                maxAge = head.headers.all("cache-control").lazy.compactMap(Self.maxAge).first
            case .bodyReceived(let piece):
                bytes += piece
                guard bytes.count <= Self.limit else { return .nothing("it is larger than 8 MB") }
            case .finished: return .list(bytes, maxAge: maxAge)
            case .failed(let failure): return .nothing(failure.words(for: url))
            case .entered, .requestSent, .bodySent, .noted, .edited: break
            }
        }
        return .nothing("it took too long")
    }

    /// Applies the result; after a failure the previous contents remain in use.
    mutating func accept(_ answer: Answer, at now: Duration) {
        switch answer {
        case .list(let bytes, let maxAge):
            map = HostMap(bytes, domainToASCII: domainToASCII)
            findings = HostFile.findings(map, in: url.href)
            let seconds = min(
                max(maxAge ?? Self.lifetime, Self.lifetimes.lowerBound), Self.lifetimes.upperBound)
            end = now + .seconds(seconds)
        case .nothing(let reason):
            let kept = map.isEmpty ? "" : "; its previous content stays in use"
            findings = [Finding(.hostsUnreadable, "\(url.href) was not received: \(reason)\(kept)")]
            end = now + .seconds(Self.retry)
        }
    }

    /// Returns the seconds of a max-age directive (RFC 9111 §5.2.2.1); nil if there is none.
    private static func maxAge(_ value: String) -> Int? {
        for directive in value.split(separator: ",") {
            let parts = directive.split(separator: "=").map { Bytes.trimmed(Array($0.utf8)) }
            guard parts.count == 2, Bytes.equalIgnoringCase(parts[0], "max-age".utf8) else { continue }
            return Int(Bytes.text(parts[1].filter { $0 != UInt8(ascii: "\"") }))
        }
        return nil
    }
}
