import SonicProtocol
import SonicSession

/// Exchanges read from a HAR file, this program's or another's, in the order in which they stand there.
public struct Recording: Sendable {
    /// The exchanges.
    public let exchanges: [Exchange]
    /// What could not be read of the file, and where; what it belongs to was left out.
    public let notes: [RecordingMistake]

    /// A recording of these exchanges.
    init(exchanges: [Exchange], notes: [RecordingMistake] = []) {
        self.exchanges = exchanges
        self.notes = notes
    }

    /// The body of an answer.
    public enum Content: Sendable, Equatable {
        /// These bytes, content coding removed.
        case bytes([UInt8])
        /// The recording does not have it; why, where that is more than that nobody recorded it.
        case missing(String)
    }

    /// A request and what came of it.
    public struct Exchange: Sendable {
        /// The request's method.
        public let method: String
        /// Its address, without a fragment.
        public let url: WebURL
        /// The request's headers, as far as they were recorded.
        var asked = Headers()
        /// What was posted, as far as it was recorded.
        public let body: PostBody
        /// When it went out; nil where the file does not say so.
        public let began: Instant?
        /// The answer's head; nil for none.
        public let head: ResponseHead?
        /// The answer's body.
        public let content: Content
        /// Why there is no response, or only a part of one; nil for a whole one.
        let failure: ConnectionFailure?
        /// What the cache held; nil where nobody recorded it.
        public let cache: RecordedCache?
        /// The session that began with it; nil where nobody recorded one.
        public var session: RecordedSession?
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

    /// Whether a session can begin with an exchange: it asked for a page, or for what led to one or to none.
    public static func beginsPage(_ exchange: Exchange) -> Bool {
        guard exchange.method == "GET" || exchange.method == "POST" else { return false }
        if exchange.cache != nil || exchange.session != nil { return true }
        guard let head = exchange.head else { return true }
        if head.headers.contains("template-change") { return true }
        let type = (head.headers.first("content-type") ?? "").lowercased()
        if type.isEmpty { return !(200...299).contains(head.status) }
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml+xml")
    }
}
