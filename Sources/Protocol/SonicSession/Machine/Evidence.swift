import SonicProtocol

/// What a session's decisions rest on, recorded when they were made, so that nobody has to guess them afterwards
/// (`SessionTrace` gathers it).
public enum Evidence: Sendable {
    /// The cache was read for an address.
    case cacheRead(CacheEvidence)
    /// The header fields of the request that was decided, in sending order.
    case fieldsChosen([ChosenField])
    /// A request is going out, at this moment.
    case requested(at: Instant)
    /// The answer's head was held against the rules. Fields that are not the server's were added first.
    case classified(Classification, added: [HeaderField])
    /// A person changed the exchange that is under way.
    case edited(HandEdit)
    /// The body is here as far as it matters, content coding removed.
    case bodyReceived([UInt8])
    /// The transfer is over, at this moment; nil where it failed, and nobody has its figures.
    case transferred(TransferReport?, at: Instant)
    /// The answer broke off, or none came.
    case lost(ConnectionFailure)
    /// Bytes were hashed and held against what was claimed of them.
    case hashed(HashCheck)
    /// A rule was tried on an answer whose body is known.
    case judged(Judgement)
    /// The page that the session came to, whether or not the screen shows it.
    case pageKnown([UInt8])
}

/// What the cache held for an address.
public struct CacheEvidence: Sendable {
    /// The address.
    public var url: WebURL
    /// The page's name in the cache.
    public var id: PageID
    /// The stored page, whose `html` may be only its beginning; nil for none.
    public var page: StoredPage?
    /// A copy in memory that may only be compared with; nil for none.
    public var compared: StoredPage?
    /// Whether what is stored serves: as if never seen it does not.
    public var use: Use
    /// Until when Sonic is off for the page; nil when it is on.
    public var sonicOff: Instant?
    /// Where the address led when it was last asked; empty where it had a page of its own.
    public var redirects: [SessionResult.Redirect] = []
    /// Why the cache could not be read; nil when it could.
    public var failure: StoreFailure?
    /// When it was read.
    public var at: Instant

    /// Whether what is stored takes part.
    public enum Use: Sendable {
        /// It is shown, and its tags are sent.
        case serves
        /// It is left aside, as the reader wants the page as if it had never been seen.
        case leftAside
    }
}

/// A SHA-1 that was computed, and what was claimed.
public struct HashCheck: Sendable, Equatable {
    /// What was hashed.
    public var subject: Subject
    /// The SHA-1 computed here, in lower-case digits.
    public var computed: String
    /// How many bytes were hashed; nil where that is not known any more.
    public var bytes: Int?
    /// What was claimed.
    public var claims: [Claim]

    /// A check of these parts.
    public init(_ subject: Subject, computed: String, bytes: Int?, claims: [Claim] = []) {
        self.subject = subject
        self.computed = computed
        self.bytes = bytes
        self.claims = claims
    }

    /// What was hashed; the raw value is its name in words.
    public enum Subject: String, Sendable {
        /// The stored page with the update's data in it.
        case mergedPage = "the merged page"
        /// The page as it came whole.
        case page = "the page"
        /// Its template.
        case template = "its template"
    }

    /// Where a claim stood.
    public enum Source: Sendable, Equatable {
        /// The validator in the head.
        case etag
        /// `html-sha1` in the update.
        case update
        /// `html-sha1` or `sonic-html-sha1` in the head.
        case head
        /// `template-tag` in the head.
        case templateTag
        /// The stored version of this number.
        case stored(Int)
        /// The template of the stored version of this number.
        case storedTemplate(Int)
        /// What proves the merged page: `html-sha1` in the update, else the validator.
        case proof
    }

    /// A value that somebody sent or noted.
    public struct Claim: Sendable, Equatable {
        /// Where it stood.
        public var source: Source
        /// The value as it came.
        public var value: String
        /// What depends on it.
        public var bearing: Bearing

        /// A claim; nil where nothing was claimed.
        public init?(_ source: Source, _ value: String?, _ bearing: Bearing) {
            guard let value else { return nil }
            self.source = source
            self.value = value
            self.bearing = bearing
        }
    }

    /// What depends on a claim.
    public enum Bearing: Sendable, Equatable {
        /// The bytes are refused where it does not hold.
        case decides
        /// Nothing: tags are opaque, and most servers make them of this hash.
        case informs
    }

    /// Whether a claim holds: digits are compared in any case.
    public func holds(_ claim: Claim) -> Bool { Bytes.equalIgnoringCase(computed.utf8, claim.value.utf8) }
}
