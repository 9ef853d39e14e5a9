/// A request as the cache sees it.
public struct CacheQuery: Sendable, Equatable {
    /// The methods that have to do with what is stored.
    public enum Method: Sendable {
        /// Answered by head and body.
        case get
        /// Answered by the head of what GET would bring.
        case head
    }

    /// Why it is asked.
    public enum Purpose: Sendable {
        /// Somebody waits for the answer.
        case answer
        /// What is stored was given out stale and is to be brought up to date (RFC 5861 §3).
        case refresh
    }

    /// The method.
    public var method: Method
    /// The fields as the caller gave them, cookies included, without those that the mode adds.
    public var headers: Headers
    /// The effective mode (see `CacheMode.effective`).
    public var mode: CacheMode
    /// How the server's word on freshness counts.
    public var lifetime: ChosenLifetime
    /// Which answers are stored.
    public var kept: StoredResponseFilter
    /// Why it is asked.
    public var purpose: Purpose

    /// A query of these parts, by default an ordinary GET.
    public init(
        method: Method = .get, headers: Headers = Headers(), mode: CacheMode = .default,
        lifetime: ChosenLifetime = .server, kept: StoredResponseFilter = .all, purpose: Purpose = .answer
    ) {
        self.method = method
        self.headers = headers
        self.mode = mode
        self.lifetime = lifetime
        self.kept = kept
        self.purpose = purpose
    }

    /// What the request says of caching.
    var directives: CacheDirectives { CacheDirectives(request: headers) }
}

/// Which answers are stored, of those that may be.
public enum StoredResponseFilter: Hashable, Sendable {
    /// All.
    case all
    /// None with a status of 400 or above.
    case withoutErrors
}
