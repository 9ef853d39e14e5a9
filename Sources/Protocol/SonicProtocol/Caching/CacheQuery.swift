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

/// The decision about a request, given the stored responses.
public enum CacheDecision: Sendable, Equatable {
    /// The stored response is used.
    case use(StoredUse)
    /// The stored response is used although it is stale, and is then validated in the background.
    case useAndRefresh(StoredUse)
    /// A request is sent to the server.
    case ask(CacheQuestion)
    /// The request has only-if-cached and no stored response can be used: 504 (RFC 9111 §5.2.1.7).
    case gatewayTimeout
    /// The mode is only-if-cached and no stored response can be used: a network error (Fetch §4.6).
    case notCached
}

/// The purpose of a request to the server.
public enum CacheQuestion: Sendable, Equatable {
    /// To fetch the resource, regardless of stored responses.
    case fetch
    /// To validate these stored responses; never empty.
    case validate([StoredVariant])
    /// To fetch the rest of this response, whose beginning is stored, if the validator still matches.
    case complete(StoredVariant, StrongValidator)

    /// Returns the headers of the request: the caller's, with its conditions.
    public func headers(_ callers: Headers) -> Headers {
        var sent = callers
        func append(_ name: String, _ value: [UInt8]) {
            sent.append(HeaderField(nameBytes: name.utf8, valueBytes: value))
        }
        switch self {
        case .fetch: break
        case .validate(let variants):
            let tags = variants.compactMap { EntityTag($0.response.headers)?.bytes }
            if !tags.isEmpty { append("If-None-Match", Array(tags.joined(separator: ", ".utf8))) }
            // With several responses, a date is ambiguous (RFC 9111 §4.3.1).
            if variants.count == 1, let modified = variants[0].response.headers.sendable("last-modified") {
                append("If-Modified-Since", modified.bytes)
            }
        case .complete(let variant, let validator):
            sent.append("Range", "bytes=\(variant.response.extent.count)-")
            append("If-Range", validator.bytes)
        }
        return sent
    }
}

/// A stored response used for a request.
public struct StoredUse: Sendable, Equatable {
    /// The part of the body that is used.
    public enum Portion: Sendable, Equatable {
        /// The whole body.
        case whole
        /// This range of a body of this length, nil if unknown: a 206.
        case range(Range<Int>, of: Int?)
        /// No body: the request is a HEAD.
        case headOnly
    }

    /// The stored response.
    public var variant: StoredVariant
    /// The part of its body that is used.
    public var portion: Portion

    /// Creates a use of a stored response.
    public init(_ variant: StoredVariant, _ portion: Portion) {
        self.variant = variant
        self.portion = portion
    }

    /// The range of the used bytes within the stored bytes.
    public var storedRange: Range<Int> {
        let extent = variant.response.extent
        switch portion {
        case .whole: return 0..<extent.count
        case .headOnly: return 0..<0
        case .range(let range, _):
            let start = extent.range.lowerBound
            return (range.lowerBound - start)..<(range.upperBound - start)
        }
    }

    /// The status of the resulting response.
    public var status: Int {
        switch portion {
        case .whole, .headOnly: variant.response.status
        case .range: 206
        }
    }

    /// The reason phrase of the resulting response.
    public var reason: String {
        status == variant.response.status ? variant.response.reason : "Partial Content"
    }

    /// Returns the headers of the resulting response, with Age if it was not validated for this request
    /// (RFC 9111 §5.1).
    /// - Parameter age: The age in seconds; nil for a validated response.
    public func headers(age: Int64?) -> Headers {
        var headers = variant.response.headers
        if let age { headers.replace("Age", "\(age)") }
        switch portion {
        case .whole, .headOnly: break
        case .range(let range, let total):
            headers.replace("Content-Length", "\(range.count)")
            headers.replace("Content-Range", ContentRange(range, of: total).text)
        }
        return headers
    }
}
