import SessionWords
import SonicProtocol
import SonicSession

/// A map of hosts that is fetched from a URL and lives as long as its answer says.
struct HostList: Sendable {
    /// What came of fetching it.
    enum Answer: Sendable {
        case list([UInt8], maxAge: Int?)
        case nothing(String)
    }

    let url: WebURL
    let headers: Headers
    let domainToASCII: WebURL.DomainToASCII?
    private(set) var map = HostMap()
    /// What is wrong with it.
    private(set) var findings: [Finding] = []
    /// Until when it is not asked for again.
    private var end: Duration?

    /// How long a list lives that does not say so, and how soon one is asked for again that did not come.
    private static let lifetime = 300
    private static let retry = 30
    /// A list that may not live at all would be asked for with every request.
    private static let lifetimes = 5...86_400
    /// The longest list in bytes.
    private static let limit = 8 << 20

    init(url: WebURL, headers: Headers, domainToASCII: WebURL.DomainToASCII?) {
        self.url = url
        self.headers = headers
        self.domainToASCII = domainToASCII
    }

    /// Whether it is to be fetched: it never was, or its time is over.
    func isDue(at now: Duration) -> Bool { end.map { $0 <= now } ?? true }

    /// Fetches the list. Redirects are not followed: whoever maps hosts is named by the reader.
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

    /// Takes in what came; where nothing did, what was there before counts on.
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

    /// The seconds of a max-age directive (RFC 9111 §5.2.2.1); nil when there is none.
    private static func maxAge(_ value: String) -> Int? {
        for directive in value.split(separator: ",") {
            let parts = directive.split(separator: "=").map { Bytes.trimmed(Array($0.utf8)) }
            guard parts.count == 2, Bytes.equalIgnoringCase(parts[0], "max-age".utf8) else { continue }
            return Int(Bytes.text(parts[1].filter { $0 != UInt8(ascii: "\"") }))
        }
        return nil
    }
}
