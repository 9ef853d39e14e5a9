import SonicProtocol
import SonicSession

/// A request and what came of it, whoever made it: this program, or a client that another program recorded.
public struct Exchange: Sendable {
    /// The request's method.
    public let method: String
    /// Its address, without a fragment.
    public let url: WebURL
    /// The request's headers, as far as they are known.
    public internal(set) var requestHeaders = Headers()
    /// What the client wanted it for; nil where nothing tells.
    var destination: Destination?
    /// The page that it belongs to, by a name that is one's own in its source; nil where none is told.
    var group: String?
    /// What was posted, as far as it is known.
    public let body: PostBody
    /// When it went out; nil where nobody says so.
    public let began: Instant?
    /// Who made it; nil where nobody says so.
    public internal(set) var client: Client?
    /// How long it took; nil where nobody measured it.
    public internal(set) var took: Duration?
    /// The figures of the transfer, as far as they are known; nil for none.
    public internal(set) var report: TransferReport?
    /// The response's head; nil for none.
    public let head: ResponseHead?
    /// The response's body.
    public internal(set) var content: Content
    /// Why there is no response, or only a part of one; nil for a whole one.
    public let failure: ConnectionFailure?
    /// What the client's cache held; nil where nobody recorded it.
    public let cache: RecordedCache?
    /// The session that began with it; nil where nobody recorded one.
    public var session: RecordedSession?
    /// What could not be read of it, in sentences.
    public internal(set) var notes: [String] = []

    /// The body of a response.
    public enum Content: Sendable, Equatable {
        /// These bytes, content coding removed.
        case bytes([UInt8])
        /// The text that another program made of the bytes, in UTF-8: a byte order mark, what was in another encoding and
        /// what cannot be read are not as they came.
        case text([UInt8])
        /// There is none here; why, where that is more than that nobody recorded it.
        case missing(String)
    }

    /// What a client wanted a response for.
    enum Destination: Sendable {
        /// To show it as a page, perhaps within another one.
        case page
        /// As a part of a page, or for a script.
        case part
    }

    /// Who made a request.
    public struct Client: Hashable, Sendable {
        /// Its address, without a port; nil where nobody says so.
        public let address: String?
        /// What it calls itself; nil for nothing.
        public let userAgent: String?
        /// A short name of it, such as `curl 8.5.0` or `VasSonic, iPhone`: by what it calls itself, with its address where
        /// that is known and another than this machine's. Found once: a list shows it with each frame.
        public let name: String

        init(address: String?, userAgent: String?) {
            self.address = address
            self.userAgent = userAgent
            name = Self.name(address: address, userAgent: userAgent)
        }
    }

    /// A session beside its exchanges.
    public struct RecordedSession: Sendable {
        /// How it ended; nil where nobody recorded that.
        public let outcome: String?
        /// What the cache held of the addresses that it came by. Of one that was asked again, the first counts.
        public var caches: [RecordedCache]
    }

    /// What the cache held of an address.
    public struct RecordedCache: Sendable {
        /// The address, without a fragment.
        let url: WebURL
        /// Whether what was stored took part.
        let use: CacheEvidence.Use
        /// Until when Sonic was off for the page; nil when it was on.
        let sonicOff: Instant?
        /// Where the address led before, where that was shown in advance; empty where it was not.
        public let redirects: [SessionResult.Redirect]
        /// The stored page; nil for none.
        public let page: StoredPage?
    }

    /// Whether a session can begin with it: it asked for a page, or for what led to one or to none.
    public var beginsPage: Bool {
        guard method == "GET" || method == "POST" else { return false }
        if cache != nil || session != nil { return true }
        if head?.headers.contains("template-change") ?? false { return true }
        if destination == .part { return false }
        guard let head else { return true }
        let type = (head.headers.first("content-type") ?? "").lowercased()
        if type.isEmpty { return !(200...299).contains(head.status) }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }
}

extension Exchange.Content {
    /// The bytes, as far as the recording has them; nil for none.
    public var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes), .text(let bytes): bytes
        case .missing: nil
        }
    }
}

extension Exchange.Destination {
    /// By the type that Chrome and what is built on it record, else by the request's Sec-Fetch-Dest; nil where neither
    /// says anything that is known.
    init?(resourceType: String?, _ asked: Headers) {
        guard let name = (resourceType ?? asked.first("sec-fetch-dest"))?.lowercased() else { return nil }
        if Self.pages.contains(name) {
            self = .page
        } else if Self.parts.contains(name) {
            self = .part
        } else {
            return nil
        }
    }

    private static let pages: Set<String> = ["document", "iframe", "frame", "embed", "object"]
    private static let parts: Set<String> = [
        "stylesheet", "script", "image", "media", "font", "fetch", "xhr", "texttrack", "track", "manifest",
        "websocket", "eventsource", "ping", "preflight", "prefetch", "style", "audio", "video", "worker",
        "sharedworker", "serviceworker", "report", "empty", "audioworklet", "paintworklet", "xslt", "json",
        "csp-violation-report", "csp_report", "beacon", "imageset",
    ]
}
