import SonicProtocol

/// What the reader wants at one address beside what the order says of all.
public struct SiteTerms: Sendable, Equatable {
    /// What stands in User-Agent in place of the order's product; nil for that one.
    public var product: String?
    /// Headers for requests to this address; those of the order replace them by name.
    public var headers: [HeaderField]
    /// Headers for answers from this address that have none of their names; those of the order replace them by
    /// name.
    public var responseHeaders: [HeaderField]
    /// The headers of the reader that stay with the origin they were given for.
    public var secretHeaders: SecretHeaders
    /// What changes who answers there; nil where the site itself does, as far as is known.
    public var exception: OriginException?
    /// Which pages are one page there; nil lets the order and then the address decide.
    public var identity: PageIdentity?
    /// Whether nothing of the site may be written; what was stored before still serves.
    public var isPrivate: Bool
    /// Who compares pages whose server does not.
    public var localServer: LocalServer
    /// For how many seconds at most a page is shown without asking while max-age or Expires says so; 0 asks at
    /// every opening.
    public var freshPages: Int64
    /// The reader's own word on how long pages and resources are fresh, beside or over the server's.
    public var lifetime: ChosenLifetime
    /// Whether pages and resources are stored. Where not, pages are kept in memory, to be compared and shown.
    public var isStored: Bool
    /// How often a request is made again that was lost on the way; nil: once where nothing stored is shown, else
    /// twice.
    public var retries: Int?
    /// How long a session may take in all, an answer that is handed over as a file apart; nil for no bound.
    public var timeLimit: Duration?
    /// For how many seconds `cache-offline: http` turns Sonic off for a page: six hours, as in VasSonic, unless somebody
    /// says otherwise.
    public var sonicOff: Int64 = 6 * 3600

    /// Terms of these parts; by default nothing but what the order says.
    public init(
        product: String? = nil, headers: [HeaderField] = [], responseHeaders: [HeaderField] = [],
        identity: PageIdentity? = nil, isPrivate: Bool = false, localServer: LocalServer = .on,
        freshPages: Int64 = 300, lifetime: ChosenLifetime = .server, isStored: Bool = true,
        retries: Int? = nil, timeLimit: Duration? = nil, exception: OriginException? = nil,
        secretHeaders: SecretHeaders = .standard
    ) {
        self.product = product
        self.headers = headers
        self.responseHeaders = responseHeaders
        self.identity = identity
        self.isPrivate = isPrivate
        self.localServer = localServer
        self.freshPages = freshPages
        self.lifetime = lifetime
        self.isStored = isStored
        self.retries = retries
        self.timeLimit = timeLimit
        self.exception = exception
        self.secretHeaders = secretHeaders
    }
}

extension SiteTerms {
    /// The same for what a page names, and for other requests through the HTTP cache.
    public var cacheChoices: CacheChoices {
        let ignored: IgnoredParameters =
            switch identity {
            case .ignoring(let patterns): .fitting(patterns)
            case .only(let patterns): .others(than: patterns)
            case .wholeAddress, .namedParameters, .apart, nil: .none
            }
        // A lifetime that the reader gives is for what works: an error would be seen for as long.
        return CacheChoices(
            lifetime: lifetime, ignoredParameters: ignored,
            kept: lifetime == .server ? .all : .withoutErrors)
    }

    /// Whether something of the site may be written.
    public var mayBeWritten: Bool { isStored && !isPrivate }

    /// The mode in which a request for a resource is made that was to be made in this one: nothing is kept of a
    /// site of which nothing may be written.
    public func mode(_ wanted: CacheMode) -> CacheMode {
        switch wanted {
        case .default, .noStore, .reload, .noCache, .forceCache: mayBeWritten ? wanted : .noStore
        case .onlyIfCached: wanted
        }
    }
}

extension RequestHeaders {
    /// The headers without those among the reader's whose values are secrets.
    public func without(_ secrets: SecretHeaders) -> RequestHeaders {
        var headers = self
        headers.custom.removeAll(where: secrets.contains)
        return headers
    }

    /// The headers as they are for one address.
    /// - Parameters:
    ///   - url: The address.
    ///   - terms: What is wanted there.
    ///   - secretsOrigin: The origin that secrets among these headers are for: what the reader
    ///     gave for one server must not reach another through a redirect or a link. What `terms` give is for
    ///     their own address.
    public func at(_ url: WebURL, _ terms: SiteTerms, secretsOrigin: String?) -> RequestHeaders {
        var headers = url.origin == secretsOrigin ? self : without(terms.secretHeaders)
        if let product = terms.product { headers.product = product }
        let others = terms.headers.filter { field in !headers.custom.contains { $0.isNamed(field.name) } }
        headers.custom = others + headers.custom
        return headers
    }
}
