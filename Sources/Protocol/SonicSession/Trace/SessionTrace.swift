import SonicProtocol

/// All that a session told of its way, put in order: what was cached, asked, answered, found out and shown. Made
/// of its events, in which nothing is computed anew.
public struct SessionTrace: Sendable {
    /// The requests and what became of each, in order; the first stands before any request is made.
    public private(set) var turns: [Turn] = []
    /// The page that the session came to, or shows meanwhile; nil for none, and where its bytes were let go.
    public private(set) var page: [UInt8]?
    /// How many bytes that page has; nil for none.
    public private(set) var pageBytes: Int?
    /// How it ended; nil while it is under way.
    public private(set) var result: SessionResult?

    /// Nothing is known yet.
    public init() {}

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

    /// Takes an event. Constant, but for copies of references.
    public mutating func handle(_ event: SessionEvent) {
        switch event {
        case .joined, .entered, .bodySent: break
        case .cachedPageBegun(let page):
            add(.beginning(version: page.number, bytes: page.length))
        case .cachedPageFound(let stored):
            change {
                $0.stored = stored
                $0.storedBytes = stored.length
            }
            know(stored.version.html)
            add(.stored(version: stored.number, stored.verification))
        case .cachedPageVerified:
            change { $0.stored?.verification = .done }
            add(.verified)
        case .cachedPageWithdrawn:
            change { $0.stored = nil }
            know(nil)
            add(.withdrawn)
        case .cachedRedirectFollowed(let to, let stored):
            change {
                $0.cachedRedirectTarget = stored
                $0.cachedRedirectBytes = stored.length
            }
            know(stored.version.html)
            add(.cachedRedirect(to, version: stored.number))
        case .requestDecided(let request, let notes):
            if let last = turns.last, last.request != nil {
                var turn = Turn()
                (turn.stored, turn.storedBytes) = (last.stored, last.storedBytes)
                turns.append(turn)
            }
            change {
                $0.request = request
                $0.notes = notes
            }
        case .requestSent(let bytes): change { $0.sentHead = bytes }
        case .headReceived(let head): change { $0.head = head }
        case .retrying(let retry): change { $0.retry = retry }
        case .redirected(_, let to, _): change { $0.redirect = to }
        case .pieceReceived(let bytes): add(.pieces(bytes.count))
        case .pageReplaced(let shown): add(.page(shown.html.count))
        case .blocksUpdated(_, let changes): add(.blocks(changes.map(\.name)))
        case .newerCopyStored: add(.nothing)
        case .handedOver: break
        case .learnt(let evidence): add(evidence)
        case .ended(let result): self.result = result
        }
    }

    private mutating func add(_ evidence: Evidence) {
        switch evidence {
        case .cacheRead(let cache):
            // What follows the beginning of a large page is read for the same request.
            if let last = turns.last, last.request != nil || (last.cache?.id ?? cache.id) != cache.id {
                turns.append(Turn())
            }
            change {
                $0.cache = cache
                $0.storedBytes = cache.page?.length
            }
        case .fieldsChosen(let fields): change { $0.fields = fields }
        case .requested(let at): change { $0.requested = at }
        case .transferred(let report, let at):
            change {
                $0.report = report
                $0.transferred = at
            }
        case .classified(let classification, let added):
            change {
                $0.classification = classification
                $0.added = added
            }
        case .bodyReceived(let bytes):
            change {
                $0.body = bytes
                $0.bodyBytes = bytes.count
            }
        case .edited(let edit): change { $0.edits.append(edit) }
        case .lost(let failure): change { $0.failure = failure }
        case .hashed(let check): change { $0.checks.append(check) }
        case .judged(let judgement): change { $0.judgements.append(judgement) }
        case .pageKnown(let bytes): know(bytes)
        }
    }

    private mutating func know(_ bytes: [UInt8]?) {
        page = bytes
        pageBytes = bytes?.count
    }

    private mutating func add(_ shown: Shown) {
        change { turn in
            if case .pieces(let more) = shown, case .pieces(let count) = turn.screen.last {
                turn.screen[turn.screen.count - 1] = .pieces(count + more)
            } else {
                turn.screen.append(shown)
            }
        }
    }

    private mutating func change(_ work: (inout Turn) -> Void) {
        if turns.isEmpty { turns.append(Turn()) }
        work(&turns[turns.count - 1])
    }
}

// MARK: - Large bytes

extension SessionTrace {
    /// The bytes of pages and bodies it holds; an array that stands in several places counts once.
    public var heldBytes: Int {
        var arrays = [page]
        for turn in turns {
            let cached = [turn.cache?.page, turn.cache?.compared, turn.stored, turn.cachedRedirectTarget]
            arrays += [turn.body, turn.report?.codedBody] + cached.map { $0?.version.html }
        }
        var seen: Set<UnsafeRawPointer> = []
        return arrays.reduce(0) { sum, bytes in
            let isNew = bytes?.withUnsafeBytes { $0.baseAddress.map { seen.insert($0).inserted } }
            return sum + (isNew == true ? bytes?.count ?? 0 : 0)
        }
    }

    /// The same without the bytes of pages and bodies; how many they were stays.
    public var withoutPages: SessionTrace { withoutPages(above: 0) }

    /// The same without pages and bodies of more than `limit` bytes each; how many they were stays.
    public func withoutPages(above limit: Int) -> SessionTrace {
        var trace = self
        func bounded(_ bytes: [UInt8]?) -> [UInt8]? { bytes.flatMap { $0.count > limit ? nil : $0 } }
        trace.page = bounded(page)
        for index in trace.turns.indices {
            let turn = turns[index]
            trace.turns[index].body = bounded(turn.body)
            trace.turns[index].report?.codedBody = bounded(turn.report?.codedBody)
            trace.turns[index].stored?.version.html = bounded(turn.stored?.version.html) ?? []
            trace.turns[index].cachedRedirectTarget?.version.html =
                bounded(turn.cachedRedirectTarget?.version.html) ?? []
            trace.turns[index].cache?.page?.version.html = bounded(turn.cache?.page?.version.html) ?? []
            trace.turns[index].cache?.compared?.version.html =
                bounded(turn.cache?.compared?.version.html) ?? []
        }
        return trace
    }
}
