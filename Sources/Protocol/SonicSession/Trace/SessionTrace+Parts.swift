import SonicProtocol

// What a trace is made of.
extension SessionTrace {
    /// One request and what became of it.
    public struct Turn: Sendable {
        /// What the cache held, where it was looked at for this request.
        public var cache: CacheEvidence?
        /// The stored page that took part; nil for none.
        public var stored: StoredPage?
        /// How many bytes the stored page has; nil for none.
        public var storedBytes: Int?
        /// The stored page that was shown in advance, as the address led to it before; nil for none.
        public var cachedRedirectTarget: StoredPage?
        /// How many bytes that has; nil for none.
        public var cachedRedirectBytes: Int?
        /// The request as decided; nil where none was made.
        public var request: Request?
        /// When it went out; nil where none did.
        public var requested: Instant?
        /// Its fields, each with its reason.
        public var fields: [ChosenField] = []
        /// Why the tags are as they are.
        public var notes: [RequestNote] = []
        /// The bytes of the request's head; empty before it went out, and where nobody saw them.
        public var sentHead: [UInt8] = []
        /// How much of the request's body has gone out; nil where nobody tells.
        public var sentBody: Progress?
        /// What was changed by hand in it.
        public var edits: [HandEdit] = []
        /// The answer's head as it came, or as it was edited; nil for none.
        public var head: ResponseHead?
        /// What was added to it here.
        public var added: [HeaderField] = []
        /// What it was held to be.
        public var classification: Classification?
        /// The body, content coding removed; nil where none is known, and where its bytes were let go.
        public var body: [UInt8]?
        /// How many bytes that is; nil where it is not known.
        public var bodyBytes: Int?
        /// When the transfer was over; nil before that, and where it was stopped.
        public var transferred: Instant?
        /// The figures of the transfer; nil where it failed.
        public var report: TransferReport?
        /// Why there is no answer, or only a part of one.
        public var failure: ConnectionFailure?
        /// What was hashed.
        public var checks: [HashCheck] = []
        /// What was found out once the body was known.
        public var judgements: [Judgement] = []
        /// The retry that follows; nil for none.
        public var retry: Retry?
        /// Where the server sent the session; nil for nowhere.
        public var redirect: WebURL?
        /// What the screen was told, in order.
        public var screen: [Shown] = []

        /// A request of which nothing is known.
        public init() {}
    }

    /// How many bytes of how many are done.
    public struct Progress: Equatable, Sendable {
        /// Those that are done.
        public var count: Int
        /// All of them.
        public var total: Int

        /// So many of so many.
        public init(count: Int, total: Int) {
            self.count = count
            self.total = total
        }
    }

    /// A phase with the time at which it began.
    public struct Step: Equatable, Sendable {
        /// The phase.
        public var phase: SessionPhase
        /// The time since the session began.
        public var at: Duration
    }

    /// What the screen was told.
    public enum Shown: Sendable, Equatable {
        /// The beginning of a stored page of so many bytes.
        case beginning(version: Int, bytes: Int)
        /// A stored page of the address that this one led to before.
        case cachedRedirect(WebURL, version: Int)
        /// A stored page.
        case stored(version: Int, StoredPage.Verification)
        /// That the stored page is what was stored.
        case verified
        /// That the stored page is not what was stored.
        case withdrawn
        /// Pieces of a page as they came, together so many bytes.
        case pieces(Int)
        /// A whole page of so many bytes.
        case page(Int)
        /// Blocks of these names.
        case blocks([String])
        /// To stay as it is: a newer copy is stored.
        case nothing
    }
}
