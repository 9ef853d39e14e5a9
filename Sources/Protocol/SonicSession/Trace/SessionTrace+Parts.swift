import SonicProtocol

// The parts of a trace.
extension SessionTrace {
    /// One request and its result.
    public struct Turn: Sendable {
        /// What the cache contained, if it was read for this request.
        public var cache: CacheEvidence?
        /// The stored page that was used; nil for none.
        public var stored: StoredPage?
        /// The length in bytes of the stored page; nil for none.
        public var storedBytes: Int?
        /// The stored page of the cached redirects, shown in advance; nil for none.
        public var cachedRedirectTarget: StoredPage?
        /// The length in bytes of that page; nil for none.
        public var cachedRedirectBytes: Int?
        /// The request as decided; nil if none was made.
        public var request: Request?
        /// When the request was sent; nil if none was.
        public var requested: Instant?
        /// The fields of the request, each with its reason.
        public var fields: [ChosenField] = []
        /// Why the tags are as they are.
        public var notes: [RequestNote] = []
        /// The bytes of the request's headers; empty before they were sent, or if unknown.
        public var sentHead: [UInt8] = []
        /// How much of the request's body was sent; nil if unknown.
        public var sentBody: Progress?
        /// The manual edits of the exchange.
        public var edits: [HandEdit] = []
        /// The response's status and headers as received or edited; nil for none.
        public var head: ResponseHead?
        /// The fields added to it here.
        public var added: [HeaderField] = []
        /// How the response was classified.
        public var classification: Classification?
        /// The body, content coding removed; nil if unknown, or if its bytes were released.
        public var body: [UInt8]?
        /// The length of the body in bytes; nil if unknown.
        public var bodyBytes: Int?
        /// When the transfer ended; nil before that, and if it was stopped.
        public var transferred: Instant?
        /// The statistics of the transfer; nil if it failed.
        public var report: TransferReport?
        /// Why there is no response, or only part of one.
        public var failure: ConnectionFailure?
        /// What was hashed.
        public var checks: [HashCheck] = []
        /// The rules applied once the body was known.
        public var judgements: [Judgement] = []
        /// The retry that follows; nil for none.
        public var retry: Retry?
        /// The target of the server's redirect; nil for none.
        public var redirect: WebURL?
        /// What was reported to the screen, in order.
        public var screen: [Shown] = []

        /// Creates an empty turn.
        public init() {}
    }

    /// The progress of a transfer in bytes.
    public struct Progress: Equatable, Sendable {
        /// The number of bytes transferred.
        public var count: Int
        /// The total number of bytes.
        public var total: Int

        /// Creates a progress.
        public init(count: Int, total: Int) {
            self.count = count
            self.total = total
        }
    }

    /// A phase and its start time.
    public struct Step: Equatable, Sendable {
        /// The phase.
        public var phase: SessionPhase
        /// The time since the session started.
        public var at: Duration
    }

    /// What was reported to the screen.
    public enum Shown: Sendable, Equatable {
        /// The beginning of a stored page with this total number of bytes.
        case beginning(version: Int, bytes: Int)
        /// A stored page of the target of the address's cached redirects.
        case cachedRedirect(WebURL, version: Int)
        /// A stored page.
        case stored(version: Int, StoredPage.Verification)
        /// The stored page is verified.
        case verified
        /// The stored page is damaged.
        case withdrawn
        /// Chunks of a page as received, with their total number of bytes.
        case pieces(Int)
        /// A full page with this number of bytes.
        case page(Int)
        /// The blocks with these names.
        case blocks([String])
        /// No change: a newer copy is stored.
        case nothing
    }

    // The latest request, and its response.

    /// Whether a page, without a fragment, is the one that the session opened, or came to by redirects.
    package func isAbout(_ page: WebURL?) -> Bool {
        [result?.requested, result?.url].contains { $0 != nil && $0?.withoutFragment == page }
    }

    /// The latest request and its result so far; nil before there is one.
    private var current: Turn? { turns.last { $0.request != nil } }

    /// The latest request; nil before there is one.
    public var request: Request? { current?.request }

    /// Why its tags are as they are.
    public var notes: [RequestNote] { current?.notes ?? [] }

    /// The bytes of its headers; empty before they were sent, or if unknown.
    public var sentHead: [UInt8] { current?.sentHead ?? [] }

    /// How much of its body was sent; nil if unknown.
    public var sentBody: Progress? { turns.last?.sentBody }

    /// The headers of its response; nil before they were received.
    public var head: ResponseHead? { current?.head }

    /// The number of bytes of its response's body that are on the screen so far.
    public var bytesShown: Int {
        current?.screen.reduce(0) { sum, shown in
            if case .pieces(let count) = shown { sum + count } else { sum }
        } ?? 0
    }

    /// The latest retry, made or about to be made; nil for none.
    public var retry: Retry? { turns.last { $0.retry != nil }?.retry }
}
