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
    func key(of url: WebURL) -> CacheKey { CacheKey(url, ignoring: ignoredParameters, under: exception(url)) }
}

/// A response as received from the network, before it is stored.
public struct ReceivedAnswer: Sendable {
    /// The address of the response.
    public let url: WebURL
    /// The status and fields, as they will be stored.
    public let response: StoredResponse
    /// The whole body.
    public let body: [UInt8]
}

/// The caller's decision about a response.
public enum AnswerReview: Hashable, Sendable {
    /// Store it as it is.
    case keep
    /// Store it as fresh for this number of seconds, whatever its headers say; 0 for stale at once.
    case keepFor(seconds: Int64)
    /// Do not store it; for example, it could not be parsed.
    case refuse
}

/// The result of a fetch.
public struct FetchResult: Sendable, Equatable {
    /// The response, or why there is none.
    public var ending: FetchEnding
    /// The addresses requested, in order; more than one after redirects.
    public var urls: [WebURL]
    /// Irregularities of a response, or of what was stored.
    public var findings: [Finding] = []

    /// The response; nil if there is none.
    public var answer: FetchAnswer? {
        if case .answered(let answer) = ending { answer } else { nil }
    }
}

/// How a fetch ended.
public enum FetchEnding: Sendable, Equatable {
    /// There is a response, with any status.
    case answered(FetchAnswer)
    /// There is none: what Fetch calls a network error.
    case failed(FetchFailure)
}

/// A response with its body.
public struct FetchAnswer: Sendable, Equatable {
    /// The status line and fields, and their source.
    public var head: FetchHead
    /// The body, content coding removed; empty for HEAD and for 304.
    public var body: [UInt8]
}

/// The status and headers of a response.
public struct FetchHead: Sendable, Equatable {
    /// The address of the response, after redirects.
    public var url: WebURL
    /// The source of the response.
    public var source: FetchSource
    /// The status code.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The fields in wire order, repeated ones separate; from the cache with their Age.
    public var headers: Headers
}

/// The source of a response.
public enum FetchSource: String, Sendable, CaseIterable {
    /// The server, with headers and body.
    case network
    /// The cache; no request was sent, or the server could not respond.
    case cache
    /// The cache, after the server confirmed what is stored or sent what was missing.
    case revalidated
}

/// Why there is no response.
public enum FetchFailure: Error, Equatable, Sendable {
    /// The exchange failed.
    case connection(ConnectionFailure)
    /// Only the cache was allowed, and it contains no suitable response.
    case notCached
    /// More than twenty redirects.
    case tooManyRedirects
    /// A redirect was received, but none was to be followed.
    case redirected(to: String)
    /// The redirect cannot be followed, for this reason.
    case badRedirect(BadRedirect)
    /// The response is longer than the limit in bytes for responses fetched as a whole.
    case tooLarge(limit: Int)
    /// Stopped by the caller.
    case stopped
}

/// What a fetch reports to its reader, in order: at most one head, then chunks of its body, then the end.
public enum FetchEvent: Sendable, Equatable {
    /// The response's status and headers are known.
    case headReceived(FetchHead)
    /// A chunk of the response's body, never empty.
    case bodyReceived([UInt8])
    /// The fetch has ended. A response that failed within its body ends as a failure; the body in this result is
    /// empty, because it was reported in chunks.
    case ended(FetchResult)
}
