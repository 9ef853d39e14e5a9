import SonicProtocol

/// What a session is to do.
public struct SessionOrder: Sendable {
    /// The address to open.
    public var url: WebURL
    /// The account whose cache and cookies serve; empty for none.
    public var account: String
    /// What caused it, as far as cookies ask; by default a person.
    public var cause = RequestCause.person
    /// How the page is asked for. A POST takes no part in the cache and speaks no Sonic.
    public var method: RequestMethod
    /// How cache and server share the work.
    public var mode: SessionMode
    /// The session's first request, as it goes out in place of the one that would: its address is `url`, and what it
    /// asks is read from its headers. What follows (redirects, second attempts) is the session's own; nil for
    /// the ordinary request.
    public var exact: Request?
    /// The program's name and the reader's own headers.
    public var headers: RequestHeaders
    /// Headers for the session's answers where they have none of their names. They count for what an answer is,
    /// and are neither shown with it nor stored (`HeaderField.mayBeAdded` says which can count).
    public var responseHeaders: [HeaderField] = []
    /// The origin that Authorization and Cookie among the reader's headers are for; no other is sent them.
    /// By default that of `url`.
    public var secretsOrigin: String?
    /// Which pages are one page; nil lets the address decide.
    public var identity: PageIdentity?
    /// What the reader wants of single sites; asked for each address a session comes to, for a redirect may lead
    /// to a site with other terms.
    public var terms: @Sendable (WebURL) -> SiteTerms = { _ in SiteTerms() }
    /// The bounds of the session.
    public var limits: SessionLimits
    /// The conversion of host names outside ASCII in redirects; nil follows none of them.
    public var domainToASCII: WebURL.DomainToASCII?
    /// What becomes of an answer that is a file; by default it is taken in as a page is.
    public var files = FileHandling.taken
    /// What the result has of the answers as they came; nothing by default, as bodies are large.
    public var retention: ResponseRetention = .nothing
    /// What is asked and told on the way. Sessions that are shared (`SessionPool`) have those of the order they
    /// began with.
    public var hooks: SessionHooks

    /// An order to open `url`, by default as a link does.
    public init(
        url: WebURL, account: String = "", method: RequestMethod = .get, mode: SessionMode = .open,
        headers: RequestHeaders, identity: PageIdentity? = nil, limits: SessionLimits = SessionLimits(),
        domainToASCII: WebURL.DomainToASCII? = nil, hooks: SessionHooks = SessionHooks()
    ) {
        self.url = url
        self.account = account
        self.method = method
        self.mode = mode
        self.headers = headers
        secretsOrigin = url.origin
        self.identity = identity
        self.limits = limits
        self.domainToASCII = domainToASCII
        self.hooks = hooks
    }

    /// What is added to an answer from an address: the order's headers, and those of the site it has none of.
    func added(to answer: Headers, from url: WebURL) -> [HeaderField] {
        let others = terms(url).responseHeaders.filter { field in
            !responseHeaders.contains { $0.isNamed(field.name) }
        }
        return answer.taking(others + responseHeaders)
    }

    /// Whether a session with this order tells just what one with the other would: fragments apart, all that
    /// decides the requests is the same. Never for a POST and an exact request, which are
    /// to be sent as often as they are asked for.
    /// `terms` cannot be compared: who changes them begins a new pool.
    func asksLike(_ other: SessionOrder) -> Bool {
        guard method == .get, other.method == .get, exact == nil, other.exact == nil else { return false }
        return url.withoutFragment == other.url.withoutFragment && account == other.account
            && mode == other.mode && cause == other.cause && headers == other.headers
            && responseHeaders == other.responseHeaders && secretsOrigin == other.secretsOrigin
            && identity == other.identity && limits == other.limits && retention == other.retention
            && files == other.files
    }
}

/// How cache and server share the work; in brackets the mode of Fetch it answers to.
public enum SessionMode: Sendable, Equatable {
    /// Show the stored page and ask what changed (`default`; Sonic pages are asked at every opening).
    case open
    /// The same, and caches on the way ask the origin (`no-cache`).
    case reload
    /// As if the page had never been seen: no tags (`reload`). History stays.
    case forceReload
    /// Show the stored page at any age; ask only when there is none (`force-cache`).
    case back
    /// Never ask (`only-if-cached`).
    case cacheOnly
}

extension SessionMode {
    /// The mode that answers to one of Fetch's; `no-store` opens as any page, in a store of its own.
    package init(_ mode: CacheMode) {
        switch mode {
        case .default, .noStore: self = .open
        case .noCache: self = .reload
        case .reload: self = .forceReload
        case .forceCache: self = .back
        case .onlyIfCached: self = .cacheOnly
        }
    }
}

/// The bounds of a session.
public struct SessionLimits: Sendable, Equatable {
    /// The largest body in bytes, content coding removed. 256 MiB by default.
    public var bodyBytes: Int
    /// The most redirects in a row. 20 by default, as browsers have it.
    public var redirects: Int

    /// Limits with the given values.
    public init(bodyBytes: Int = 256 << 20, redirects: Int = 20) {
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }

    /// How many bytes of an error page are kept to be shown on demand.
    static let answerBytes = 1 << 20
    /// After so many failed updates under one template tag no tags are sent.
    static let updateFailures = 2
}
