import SonicProtocol

/// What a session has to do.
public struct SessionOrder: Sendable {
    /// The address to open.
    public var url: WebURL
    /// The account whose cache and cookies are used; empty for none.
    public var account: String
    /// What caused the session, for cookies; by default a person.
    public var cause = RequestCause.person
    /// The method of the request. A POST bypasses the cache and Sonic.
    public var method: RequestMethod
    /// How cache and server are used.
    public var mode: SessionMode
    /// The session's first request, sent instead of the ordinary one: its address is `url`, and its conditions are
    /// read from its headers. Later requests (redirects, second attempts) are the session's own; nil for the ordinary
    /// request.
    public var exact: Request?
    /// The program's name and the user's own headers.
    public var headers: RequestHeaders
    /// Headers added to the session's responses if these have none of the same name. They affect what a response is
    /// taken for, but are neither shown with it nor stored (`HeaderField.mayBeAdded` says which have an effect).
    public var responseHeaders: [HeaderField] = []
    /// The origin that Authorization and Cookie among the user's headers are for; they are sent to no other. By
    /// default that of `url`.
    public var secretsOrigin: String?
    /// Which addresses are the same page; nil for the default rules of the address.
    public var identity: PageIdentity?
    /// Returns the user's terms for single sites. Called for each address of a session, because a redirect may lead
    /// to a site with other terms.
    public var terms: @Sendable (WebURL) -> SiteTerms = { _ in SiteTerms() }
    /// The limits of the session.
    public var limits: SessionLimits
    /// The conversion of non-ASCII host names in redirects; with nil, such redirects are not followed.
    public var domainToASCII: WebURL.DomainToASCII?
    /// How a response that is a file is handled; by default like a page.
    public var files = FileHandling.taken
    /// Which responses the result contains as received; none by default, because bodies are large.
    public var retention: ResponseRetention = .nothing
    /// The program's hooks. Sessions that are shared (`SessionPool`) have those of the order they were started with.
    public var hooks: SessionHooks

    /// Creates an order to open `url`, by default like a link.
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

    /// Returns the fields added to a response from an address: those of the order, and those of the site that the
    /// order does not contain.
    func added(to answer: Headers, from url: WebURL) -> [HeaderField] {
        let others = terms(url).responseHeaders.filter { field in
            !responseHeaders.contains { $0.isNamed(field.name) }
        }
        return answer.taking(others + responseHeaders)
    }

    /// Whether a session with this order would report exactly what one with the other would: apart from fragments,
    /// all that decides the requests is the same. Never for a POST or an exact request, which must be sent as often
    /// as requested. `terms` cannot be compared: after changing them, create a new pool.
    func asksLike(_ other: SessionOrder) -> Bool {
        guard method == .get, other.method == .get, exact == nil, other.exact == nil else { return false }
        return url.withoutFragment == other.url.withoutFragment && account == other.account
            && mode == other.mode && cause == other.cause && headers == other.headers
            && responseHeaders == other.responseHeaders && secretsOrigin == other.secretsOrigin
            && identity == other.identity && limits == other.limits && retention == other.retention
            && files == other.files
    }
}

/// How cache and server are used; in parentheses the corresponding cache mode of Fetch.
public enum SessionMode: Sendable, Equatable {
    /// Show the stored page and request what changed (`default`; Sonic pages are requested at every opening).
    case open
    /// The same, but intermediate caches have to revalidate (`no-cache`).
    case reload
    /// Ignore stored data and send no tags (`reload`). The history stays.
    case forceReload
    /// Show the page that was seen last, at any age, whatever its Vary (RFC 9111 §6); send a request only if there is
    /// none.
    case back
    /// The same, for pages that Vary selects (`force-cache`).
    case forceCache
    /// Never send a request; show the stored page, whatever its Vary.
    case cacheOnly
    /// The same, for pages that Vary selects (`only-if-cached`).
    case onlyIfCached

    /// Creates the mode that corresponds to one of Fetch; `no-store` opens like any page, with a separate store.
    package init(_ mode: CacheMode) {
        switch mode {
        case .default, .noStore: self = .open
        case .noCache: self = .reload
        case .reload: self = .forceReload
        case .forceCache: self = .forceCache
        case .onlyIfCached: self = .onlyIfCached
        }
    }

    /// Whether requests are not allowed.
    package var isOffline: Bool { self == .cacheOnly || self == .onlyIfCached }
}

/// The limits of a session.
public struct SessionLimits: Sendable, Equatable {
    /// The maximum length of a body in bytes, content coding removed. 256 MiB by default.
    public var bodyBytes: Int
    /// The maximum number of redirects in a row. 20 by default, as in browsers.
    public var redirects: Int

    /// Creates limits with the given values.
    public init(bodyBytes: Int = 256 << 20, redirects: Int = 20) {
        self.bodyBytes = bodyBytes
        self.redirects = redirects
    }

    /// The maximum number of bytes kept of an error page, to be shown on request.
    static let answerBytes = 1 << 20
    /// The number of failed updates under one template tag after which no tags are sent.
    static let updateFailures = 2
}
