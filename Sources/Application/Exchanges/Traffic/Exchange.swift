import SonicProtocol
import SonicSession

/// A request and its result, by this program or by a client that another program recorded.
public struct Exchange: Sendable {
    /// The request's method.
    public let method: String
    /// Its address, without a fragment.
    public internal(set) var url: WebURL
    /// The request's headers, as far as known.
    public internal(set) var requestHeaders = Headers()
    /// The destination of the response; nil if unknown.
    var destination: RequestCause.Use?
    /// The page that it belongs to, by a name that is unique in its source; nil if unknown.
    package internal(set) var group: String?
    /// The posted data, as far as known.
    public let body: PostBody
    /// When it was sent; nil if unknown.
    public let began: Instant?
    /// The client; nil if unknown.
    public internal(set) var client: Client?
    /// The duration; nil if not measured.
    public internal(set) var took: Duration?
    /// The measurements of the transfer, as far as known; nil for none.
    public internal(set) var report: TransferReport?
    /// The status line and headers of the response; nil for none.
    public internal(set) var head: ResponseHead?
    /// The response's body.
    public package(set) var content: Content
    /// The reason why the response is missing or incomplete; nil for a complete one.
    public let failure: ConnectionFailure?
    /// The contents of the client's cache; nil if not recorded.
    public let cache: RecordedCache?
    /// The session that it began; nil if not recorded.
    public var session: RecordedSession?
    /// The name of its outcome by the server that recorded it; nil if another program did.
    package var served: String?
    /// The parts of it that could not be read, in sentences, and what its server noted.
    public internal(set) var notes: [String] = []

    /// The body of a response.
    public enum Content: Sendable, Equatable {
        /// These bytes, content coding removed.
        case bytes([UInt8])
        /// The text that another program decoded, in UTF-8: a byte order mark, another encoding and invalid bytes are
        /// lost.
        case text([UInt8])
        /// It is missing; the reason, unless it is just not recorded.
        case missing(String)
    }

    /// The client of a request.
    public struct Client: Hashable, Sendable {
        /// Its address without a port; nil if unknown.
        public let address: String?
        /// Its User-Agent; nil for none.
        public let userAgent: String?
        /// Its short name, such as `curl 8.5.0` or `VasSonic, iPhone`: from its User-Agent, with its address if that is
        /// known and not of this machine. Computed once, because a list shows it in each frame.
        public let name: String

        package init(address: String?, userAgent: String?) {
            self.address = address
            self.userAgent = userAgent
            name = Self.name(address: address, userAgent: userAgent)
        }
    }

    /// A session, in addition to its exchanges.
    public struct RecordedSession: Sendable {
        /// Its outcome; nil if not recorded.
        public let outcome: String?
        /// The contents of the cache for its addresses. For one that was requested again, the first applies.
        public var caches: [RecordedCache]
    }

    /// The contents of the cache for an address.
    public struct RecordedCache: Sendable {
        /// The address, without a fragment.
        package let url: WebURL
        /// Whether the stored page was used.
        package let use: CacheEvidence.Use
        /// The time until which Sonic is off for the page; nil if it is on.
        package let sonicOff: Instant?
        /// The cached redirects of the address, if their target was shown in advance; empty otherwise.
        public let redirects: [SessionResult.Redirect]
        /// The stored page; nil for none.
        public let page: StoredPage?
    }

    /// Whether a session can begin with it: it requested a page, or a resource that led to one or to none.
    public var beginsPage: Bool {
        guard method == "GET" || method == "POST" else { return false }
        if cache != nil || session != nil { return true }
        if head?.headers.contains("template-change") ?? false { return true }
        if destination == .part || isUnanswered || head?.status == 101 { return false }
        let hasFailed = head.map { $0.status >= 400 } ?? true
        if hasFailed, destination == nil, Self.endingsOfParts.contains(url.fileEnding) { return false }
        guard let head else { return true }
        let type = (head.headers.first("content-type") ?? "").lowercased()
        if type.isEmpty { return !(200...299).contains(head.status) }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }

    /// The endings of paths whose errors are not those of a page, although their type is often HTML.
    private static let endingsOfParts: Set<String> = [
        "ico", "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "css", "js", "mjs", "woff", "woff2", "ttf",
        "map",
    ]

    /// Why a server that recorded it did not send all of a response, in words.
    public enum Shortfall: String, Sendable {
        /// The client disconnected before the response.
        case disconnected = "the client disconnected before the response"
        /// The client disconnected, or the server closed the connection, within the response.
        case cutOff = "the client disconnected or the response was cut off before all was sent"
        /// The server sent none on purpose.
        case silent = "the server sent no response, on purpose"
    }

    /// Why its server did not send all of a response; nil if it did, or if another program recorded it.
    public var shortfall: Shortfall? {
        if served == "silent" { return .silent }
        return served == "lost" ? (head == nil ? .disconnected : .cutOff) : nil
    }

    /// Whether only the request was recorded.
    public var isUnanswered: Bool {
        if case .missing = content { head == nil && failure == nil && session == nil } else { false }
    }

    /// Whether it is of a client of another program, or of a session whose stored pages were not recorded.
    package var isForeign: Bool { cache == nil && session == nil }

    /// Whether it redirected such a client, whose next request is read by itself.
    package var isForeignRedirect: Bool {
        guard isForeign, let head else { return false }
        return (300...399).contains(head.status) && head.status != 304
    }

    /// The address as sent: a CONNECT names a host and a port (RFC 9112 §3.2.3).
    public var address: String { method == "CONNECT" ? "\(url.host):\(url.effectivePort ?? 0)" : url.href }

    /// The outcome by the server's own account: as it recorded it, otherwise as its response declares it; nil if that
    /// is none of a page.
    package var servedOutcome: Outcome.Kind? {
        if let served { return Outcome.Kind(spelled: served) }
        guard let head else { return nil }
        if head.status == 304 { return .allCached }
        let (asked, tags) = (RequestConditions(requestHeaders), ResponseTags(head.headers))
        guard head.status == 200, ResponseClassifier.isHTML(head.headers) || tags.isSonic else { return nil }
        if tags.templateChange == .unchanged { return .dataUpdate }
        guard asked.sonic, tags.isSonic else { return .plain }
        return asked.template == nil ? .firstLoad : .templateChange
    }
}

extension WebURL {
    /// The part of the path after its last full stop, in lower case.
    fileprivate var fileEnding: String {
        path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
    }
}

extension Exchange.Content {
    /// The bytes, as far as recorded; nil for none.
    public var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes), .text(let bytes): bytes
        case .missing: nil
        }
    }
}

extension Exchange.Client {
    /// Returns the short name of a client.
    static func name(address: String?, userAgent: String?) -> String {
        let product = userAgent.map(Self.product) ?? "no User-Agent"
        guard let address, !Self.isLoopback(address) else { return product }
        return "\(product) \(address)"
    }

    private static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
    }

    /// Returns the product of a User-Agent (RFC 9110 §10.1.5); all browsers begin with the same one.
    private static func product(_ text: String) -> String {
        let words = text.split(separator: " ")
        func version(behind name: String) -> String? {
            words.first { $0.hasPrefix(name + "/") }.map {
                String($0.dropFirst(name.count + 1).prefix { $0 != "." })
            }
        }
        let device = ["iPhone", "iPad", "Android"].first { text.contains($0) }
        // VasSonic adds its name to that of the web view (docs/reference/protocol.md).
        if let device, version(behind: "Sonic") != nil { return "VasSonic, \(device)" }
        guard text.hasPrefix("Mozilla/") else {
            let first = (words.first ?? "").prefix(32)
            return first.isEmpty ? "no User-Agent" : String(first).replacing("/", with: " ")
        }
        let names = [
            ("Edg", "Edge"), ("OPR", "Opera"), ("FxiOS", "Firefox"), ("Firefox", "Firefox"),
            ("CriOS", "Chrome"),
            ("HeadlessChrome", "Chrome"), ("Chrome", "Chrome"),
        ]
        for (sign, name) in names {
            if let number = version(behind: sign) {
                return "\(name) \(number)" + (device.map { ", " + $0 } ?? "")
            }
        }
        if version(behind: "Safari") != nil, let number = version(behind: "Version") {
            return "Safari \(number)" + (device.map { ", " + $0 } ?? "")
        }
        return device ?? "a browser"
    }
}
