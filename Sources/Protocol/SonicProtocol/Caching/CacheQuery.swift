/// A request to the cache.
public struct CacheQuery: Sendable, Equatable {
    /// The methods that concern stored responses.
    public enum Method: Sendable {
        /// Returns head and body.
        case get
        /// Returns the head that GET would return.
        case head
    }

    /// The purpose of a request.
    public enum Purpose: Sendable {
        /// A caller waits for the response.
        case answer
        /// A stale response was used and is validated in the background (RFC 5861 §3).
        case refresh
    }

    /// The method.
    public var method: Method
    /// The headers as given by the caller, including cookies, without those that the mode adds.
    public var headers: Headers
    /// The effective mode (see `CacheMode.effective`).
    public var mode: CacheMode
    /// How the server's freshness information is applied.
    public var lifetime: ChosenLifetime
    /// The responses that are stored.
    public var kept: StoredResponseFilter
    /// Responses received since then are used as they are: they were fetched for the same page; nil for none.
    public var since: Instant?
    /// The purpose of the request.
    public var purpose: Purpose

    /// Creates a query; by default, an ordinary GET.
    public init(
        method: Method = .get, headers: Headers = Headers(), mode: CacheMode = .default,
        lifetime: ChosenLifetime = .server, kept: StoredResponseFilter = .all, since: Instant? = nil,
        purpose: Purpose = .answer
    ) {
        self.method = method
        self.headers = headers
        self.mode = mode
        self.lifetime = lifetime
        self.kept = kept
        self.since = since
        self.purpose = purpose
    }

    /// The cache directives of the request.
    var directives: CacheDirectives { CacheDirectives(request: headers) }
}

/// The responses that are stored, of those that may be.
public enum StoredResponseFilter: Hashable, Sendable {
    /// All responses.
    case all
    /// All except those with a status of 400 or above.
    case withoutErrors
}
