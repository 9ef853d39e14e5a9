import SonicProtocol

/// One resource to be fetched, through the cache or past it.
public struct FetchRequest: Sendable {
    /// The method, as it is sent; only GET and HEAD have to do with what is stored.
    public var method: String
    /// The address; its fragment takes no part.
    public var url: WebURL
    /// The fields in the order in which they are sent. Conditions and Cache-Control are the caller's own word.
    public var headers: Headers
    /// The body; empty for none.
    public var body: RequestBody
    /// How the cache takes part.
    public var mode: CacheMode
    /// What becomes of a redirect.
    public var redirect: RedirectMode
    /// What the caller knows better than the server.
    public var choices: CacheChoices
    /// What caused it, as far as cookies ask.
    public var cause: RequestCause
    /// The conversion of host names outside ASCII in redirects; nil follows none of them.
    public var domainToASCII: WebURL.DomainToASCII?

    /// A request, by default a GET as a link makes it.
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

/// What becomes of a redirect (Fetch §2.2.5, redirect mode).
public enum RedirectMode: String, Sendable, CaseIterable {
    /// It is followed, twenty times at most.
    case follow
    /// It is the answer.
    case manual
    /// It is a failure.
    case error
}

/// What a caller knows better than the server, for one request.
public struct CacheChoices: Sendable {
    /// How the server's word on freshness counts, for what is found stored and for what is stored now.
    public var lifetime: ChosenLifetime
    /// Which query parameters do not tell answers apart.
    public var ignoredParameters: IgnoredParameters
    /// Which answers are stored at all.
    public var kept: StoredResponseFilter
    /// Sees every answer before it is stored, with its whole body; nil keeps all as they are.
    public var review: (@Sendable (ReceivedAnswer) async -> AnswerReview)?
    /// What changes who answers at an address; asked for each address a fetch comes to. The engine's, which puts its
    /// own in place.
    var exception: @Sendable (WebURL) -> OriginException? = { _ in nil }
    /// The headers that stay with their origin. The engine's, which puts its own in place.
    var secretHeaders = SecretHeaders.standard

    /// Choices, by default none.
    public init(
        lifetime: ChosenLifetime = .server, ignoredParameters: IgnoredParameters = .none,
        kept: StoredResponseFilter = .all, review: (@Sendable (ReceivedAnswer) async -> AnswerReview)? = nil
    ) {
        self.lifetime = lifetime
        self.ignoredParameters = ignoredParameters
        self.kept = kept
        self.review = review
    }

    /// What responses of an address are stored under.
    func key(of url: WebURL) -> CacheKey {
        CacheKey(url, ignoring: ignoredParameters, under: exception(url))
    }
}

/// An answer as it came from the network, before it is stored.
public struct ReceivedAnswer: Sendable {
    /// The address that was answered.
    public let url: WebURL
    /// Status and fields, as they will be stored.
    public let response: StoredResponse
    /// The whole body.
    public let body: [UInt8]

    /// An answer of these parts.
    public init(url: WebURL, response: StoredResponse, body: [UInt8]) {
        self.url = url
        self.response = response
        self.body = body
    }
}

/// What a caller wants to become of an answer.
public enum AnswerReview: Hashable, Sendable {
    /// Store it as it is.
    case keep
    /// Store it as fresh for so many seconds, whatever its headers say; 0 for stale at once.
    case keepFor(seconds: Int64)
    /// Do not store it, for this reason: it could not be read, for example.
    case refuse(reason: String)
}
