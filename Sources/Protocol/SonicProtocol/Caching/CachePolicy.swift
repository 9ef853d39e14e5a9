/// Decides what a private cache does with one request, from the request and the responses stored under its key. Pure:
/// times are arguments, and there are no side effects (RFC 9111; docs/reference/http-caching.md).
public struct CachePolicy: Sendable, Equatable {
    /// The request.
    public let query: CacheQuery
    /// The responses stored under its key, whatever their Vary.
    public let stored: [StoredVariant]

    /// Creates a policy for a request and stored responses.
    public init(_ query: CacheQuery, stored: [StoredVariant]) {
        self.query = query
        self.stored = stored
    }

    /// Returns the policy without this stored response, for example because it was removed meanwhile.
    public func without(_ variant: StoredVariant) -> CachePolicy { without([variant.number]) }

    /// Returns the policy without the stored responses of these numbers.
    public func without(_ numbers: [Int]) -> CachePolicy {
        numbers.isEmpty ? self : CachePolicy(query, stored: stored.filter { !numbers.contains($0.number) })
    }

    /// Returns the first step for the request.
    public func decide(at now: Instant) -> CacheDecision {
        if let since = query.since, query.mode != .noStore, let selected, selected.response.received >= since,
            let portion = portion(of: selected)
        {
            return .use(StoredUse(selected, portion))
        }
        switch query.mode {
        case .noStore, .reload: return .ask(.fetch)
        case .forceCache: return atAnyAge() ?? .ask(selected.map(questionForRest) ?? questionForMissing())
        case .onlyIfCached: return atAnyAge() ?? .notCached
        case .default, .noCache:
            let decision = ordinary(at: now)
            guard case .ask = decision, query.directives.has("only-if-cached") else { return decision }
            return .gatewayTimeout
        }
    }

    /// The selected response: of those whose Vary matches, the most recent by Date (RFC 9111 §4.1).
    var selected: StoredVariant? {
        stored.filter { $0.response.answers(query.headers) }.max { left, right in
            let dates = (left.response.date, right.response.date)
            return dates.0 == dates.1 ? left.number < right.number : dates.0 < dates.1
        }
    }

    private func atAnyAge() -> CacheDecision? {
        guard let selected, let portion = portion(of: selected) else { return nil }
        return .use(StoredUse(selected, portion))
    }

    private func ordinary(at now: Instant) -> CacheDecision {
        guard let selected else { return .ask(questionForMissing()) }
        guard let portion = portion(of: selected) else { return .ask(questionForRest(of: selected)) }
        return reuse(StoredUse(selected, portion), at: now)
    }

    // MARK: Questions

    func validation(of use: StoredUse) -> CacheQuestion {
        guard query.method == .get, !query.headers.hasCondition, use.variant.response.hasValidator else {
            return .fetch
        }
        return .validate([use.variant])
    }

    /// Returns the request if no response is selected: other variants may match what the server would send
    /// (RFC 9111 §4.1).
    private func questionForMissing() -> CacheQuestion {
        let tagged = stored.filter { $0.response.extent.isWhole && EntityTag($0.response.headers) != nil }
        guard query.method == .get, !query.headers.hasCondition, !query.headers.contains("range"),
            !tagged.isEmpty
        else { return .fetch }
        return .validate(Array(tagged.prefix(Self.tagLimit)))
    }

    /// Returns the request if the bytes of the selected response do not satisfy the query.
    private func questionForRest(of variant: StoredVariant) -> CacheQuestion {
        let response = variant.response
        guard query.method == .get, !query.headers.hasCondition, !query.headers.contains("range"),
            case .part(let range, _) = response.extent, range.lowerBound == 0, !range.isEmpty,
            !response.isCoded, let validator = StrongValidator(response.headers)
        else { return .fetch }
        return .complete(variant, validator)
    }

    /// The maximum number of entity tags in one request.
    private static let tagLimit = 16

    // The meaning of status codes for a cache.

    /// Whether a response with this status is heuristically cacheable (RFC 9110 §15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Whether this cache implements the caching requirements of the status, as must-understand requires
    /// (RFC 9111 §5.2.2.3): the final statuses defined in RFC 9110 §15.
    static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...206, 300...305, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: false
        }
    }

    /// Whether the status is about a part of one request (its credentials, condition, range or connection) rather than
    /// the resource. Clients react to it with another request, which a stored response must not prevent.
    static func concernsOneRequest(_ status: Int) -> Bool { [401, 407, 412, 416, 421].contains(status) }

    /// Whether a caller's lifetime applies to a response with this status. For errors and temporary redirects only the
    /// server's does: after those the original address is to be requested again (RFC 9110 §15.4).
    static func takesChosenLifetime(_ status: Int) -> Bool {
        status < 400 && ![302, 303, 307].contains(status)
    }

    /// Whether a status is a server error for which `rescue` may apply (RFC 5861 §4).
    public static func isTrouble(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
}
