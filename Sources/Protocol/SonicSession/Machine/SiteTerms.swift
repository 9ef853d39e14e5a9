import SonicProtocol

/// The user's terms for one address, in addition to the order's settings for all.
public struct SiteTerms: Sendable, Equatable {
    /// The product in User-Agent, replacing that of the order; nil to keep that one.
    public var product: String?
    /// Headers for requests to this address; those of the order replace them by name.
    public var headers: [HeaderField] = []
    /// Headers added to responses from this address that have none of the same name; those of the order replace them
    /// by name.
    public var responseHeaders: [HeaderField] = []
    /// The user's headers that are only sent to the origin they were given for.
    public var secretHeaders = SecretHeaders.standard
    /// The exception under which another server may respond; nil if the site itself does, as far as is known.
    public var exception: OriginException?
    /// Which addresses are the same page; nil for the order's rules and then those of the address.
    public var identity: PageIdentity?
    /// Whether nothing of the site may be written; what was stored before is still used.
    public var isPrivate = false
    /// Who compares pages whose server does not.
    public var localServer = LocalServer.on
    /// The maximum number of seconds for which a page is shown without a request while max-age or Expires allows it;
    /// 0 sends a request at every opening.
    public var freshPages = 300
    /// The user's choice of how long pages and resources are fresh, which supplements or overrides the server's.
    public var lifetime = ChosenLifetime.server
    /// Whether pages and resources are stored. If not, pages are kept in memory, for comparing and showing.
    public var isStored = true
    /// How often a request that failed in transit is retried; nil for once if no stored page is shown, otherwise
    /// twice.
    public var retries: Int?
    /// The maximum duration of a session, except for a response that is handed over as a file; nil for no limit.
    public var timeLimit: Duration?
    /// The number of seconds for which `cache-offline: http` turns Sonic off for a page; six hours by default, as in
    /// VasSonic.
    public var sonicOff = 6 * 3600

    /// Creates terms that add nothing to the order, apart from these changes.
    public init(_ change: (inout SiteTerms) -> Void = { _ in }) { change(&self) }

    /// The corresponding choices for the resources of a page, and for other requests through the HTTP cache.
    public var cacheChoices: CacheChoices {
        let ignored: IgnoredParameters =
            switch identity {
            case .ignoring(let patterns): .fitting(patterns)
            case .only(let patterns): .others(than: patterns)
            case .wholeAddress, .namedParameters, .apart, nil: .none
            }
        // A lifetime chosen by the user is meant for successful responses: an error would be shown for as long.
        return CacheChoices(
            lifetime: lifetime, ignoredParameters: ignored,
            kept: lifetime == .server ? .all : .withoutErrors)
    }

    /// Whether anything of the site may be written.
    public var mayBeWritten: Bool { isStored && !isPrivate }

    /// Returns the cache mode for a resource requested with mode `wanted`: nothing is stored of a site of which
    /// nothing may be written.
    public func mode(_ wanted: CacheMode) -> CacheMode {
        switch wanted {
        case .default, .noStore, .reload, .noCache, .forceCache: mayBeWritten ? wanted : .noStore
        case .onlyIfCached: wanted
        }
    }
}

extension RequestHeaders {
    /// Returns the headers without the user's secret ones.
    public func without(_ secrets: SecretHeaders) -> RequestHeaders {
        var headers = self
        headers.custom.removeAll(where: secrets.contains)
        return headers
    }

    /// Returns the headers for one address.
    /// - Parameters:
    ///   - url: The address.
    ///   - terms: The terms for the address.
    ///   - secretsOrigin: The origin that secrets among these headers are for: what the user entered for one server
    ///     must not reach another through a redirect or a link. Headers from `terms` are for their own address.
    public func at(_ url: WebURL, _ terms: SiteTerms, secretsOrigin: String?) -> RequestHeaders {
        var headers = url.origin == secretsOrigin ? self : without(terms.secretHeaders)
        if let product = terms.product { headers.product = product }
        let others = terms.headers.filter { field in !headers.custom.contains { $0.isNamed(field.name) } }
        headers.custom = others + headers.custom
        return headers
    }
}

/// Whether this program performs the server's part of Sonic for HTML pages whose server does not: tags by SHA-1,
/// splitting and comparison (docs/reference/protocol.md#local-server).
public enum LocalServer: String, Sendable, Equatable {
    /// Such pages go through the four outcomes, compared here.
    case on
    /// Such pages are plain: shown from the store, and not compared.
    case off
}
