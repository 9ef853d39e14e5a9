import SonicProtocol

/// A request for one resource, through the cache or bypassing it.
public struct FetchRequest: Sendable {
    /// The method, as sent; only GET and HEAD use the cache.
    public var method: String
    /// The address; its fragment is ignored.
    public var url: WebURL
    /// The fields in sending order. Conditions and Cache-Control are the caller's.
    public var headers: Headers
    /// The body; empty for none.
    public var body: RequestBody
    /// How the cache is used.
    public var mode: CacheMode
    /// How a redirect is handled.
    public var redirect: RedirectMode
    /// The caller's choices that override the server.
    public var choices: CacheChoices
    /// What caused the request, for cookies.
    public var cause: RequestCause
    /// The conversion of non-ASCII host names in redirects; with nil, such redirects are not followed.
    public var domainToASCII: WebURL.DomainToASCII?

    /// Creates a request, by default a GET like that of a link.
    public init(
        method: String = "GET", url: WebURL, headers: Headers = Headers(), body: [UInt8] = [],
        mode: CacheMode = .default, redirect: RedirectMode = .follow, choices: CacheChoices = CacheChoices(),
        cause: RequestCause = .person, domainToASCII: WebURL.DomainToASCII? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = RequestBody(body)
        self.mode = mode
        self.redirect = redirect
        self.choices = choices
        self.cause = cause
        self.domainToASCII = domainToASCII
    }
}

/// How a redirect is handled (Fetch §2.2.5, redirect mode).
public enum RedirectMode: String, Sendable, CaseIterable {
    /// It is followed, at most twenty times.
    case follow
    /// It is the response.
    case manual
    /// It is a failure.
    case error
}

/// The caller's choices for the cache, for one request.
public struct CacheChoices: Sendable {
    /// How the server's freshness lifetime is used, for stored responses and for those stored now.
    public var lifetime: ChosenLifetime
    /// The query parameters that do not distinguish responses.
    public var ignoredParameters: IgnoredParameters
    /// Which responses are stored at all.
    public var kept: StoredResponseFilter
    /// Responses received since then are used as they are: they were fetched for the same page; nil for none.
    public var since: Instant?
    /// Reviews every response before it is stored, with its full body; nil stores all as they are.
    public var review: (@Sendable (ReceivedAnswer) async -> AnswerReview)?
    /// The exception under which another server responds at an address; called for each address of a fetch. Set by
    /// the engine.
    var exception: @Sendable (WebURL) -> OriginException? = { _ in nil }
    /// The headers that are only sent to their origin. Set by the engine.
    var secretHeaders = SecretHeaders.standard

    /// Creates choices, by default none.
    public init(
        lifetime: ChosenLifetime = .server, ignoredParameters: IgnoredParameters = .none,
        kept: StoredResponseFilter = .all, review: (@Sendable (ReceivedAnswer) async -> AnswerReview)? = nil
    ) {
        self.lifetime = lifetime
        self.ignoredParameters = ignoredParameters
        self.kept = kept
        self.review = review
    }

    /// Returns the key that responses of an address are stored under.
    func key(of url: WebURL) -> CacheKey {
        CacheKey(url, ignoring: ignoredParameters, under: exception(url))
    }
}

/// A response as received from the network, before it is stored.
public struct ReceivedAnswer: Sendable {
    /// The address of the response.
    public let url: WebURL
    /// The status and fields, as they will be stored.
    public let response: StoredResponse
    /// The whole body.
    public let body: [UInt8]

    /// Creates a response.
    public init(url: WebURL, response: StoredResponse, body: [UInt8]) {
        self.url = url
        self.response = response
        self.body = body
    }
}

/// The caller's decision about a response.
public enum AnswerReview: Hashable, Sendable {
    /// Store it as it is.
    case keep
    /// Store it as fresh for this number of seconds, whatever its headers say; 0 for stale at once.
    case keepFor(seconds: Int64)
    /// Do not store it, for this reason; for example, it could not be parsed.
    case refuse(reason: String)
}
