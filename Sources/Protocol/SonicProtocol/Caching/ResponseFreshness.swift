/// The freshness lifetime and the age of a stored response (RFC 9111 §4.2). All durations are milliseconds, with
/// saturating arithmetic.
public struct ResponseFreshness: Hashable, Sendable {
    /// The source of a lifetime.
    public enum Basis: Hashable, Sendable {
        /// The caller, overriding the server.
        case caller
        /// The caller, as the server gave none.
        case fallback
        /// `max-age`.
        case maxAge
        /// Expires, relative to Date.
        case expires
        /// A tenth of the time since Last-Modified (§4.2.2).
        case heuristic
        /// The lifetime in max-age or Expires is invalid: stale (§4.2.1).
        case unreadable
        /// No lifetime is known.
        case nothing
    }

    /// The freshness lifetime, from when the origin generated the response; 0 for never.
    public let lifetime: Int64
    /// The source of the lifetime.
    public let basis: Basis
    /// The current age.
    public let age: Int64

    /// The remaining lifetime; 0 or less if it is stale.
    public var remaining: Int64 { Self.difference(lifetime, age) }
    /// Whether it is fresh.
    public var isFresh: Bool { remaining > 0 }
    /// The age in whole seconds, as in the Age header.
    public var ageInSeconds: Int64 { min(age / 1000, DeltaSeconds.greatest) }

    /// Computes the freshness of a response at `now`, with the caller's choice.
    public init(_ response: StoredResponse, choice: ChosenLifetime = .server, at now: Instant) {
        (lifetime, basis) = Self.lifetime(of: response, choice)
        age = Self.age(of: response, at: now)
    }

    /// Whether the server itself limited the use of a response: by max-age, Expires or no-cache.
    public static func isExplicit(in response: StoredResponse) -> Bool {
        explicit(response.headers, received: response.received) != nil
            || CacheDirectives(response: response.headers).has("no-cache")
    }

    // MARK: Lifetime

    /// Returns the lifetime and its source.
    private static func lifetime(of response: StoredResponse, _ choice: ChosenLifetime) -> (Int64, Basis) {
        guard CachePolicy.takesChosenLifetime(response.status) else {
            return explicit(response.headers, received: response.received) ?? heuristic(response)
        }
        if case .override(let seconds) = choice { return (milliseconds(seconds), .caller) }
        if let seconds = response.assignedLifetime { return (milliseconds(seconds), .caller) }
        if let explicit = explicit(response.headers, received: response.received) { return explicit }
        if case .fallback(let seconds) = choice { return (milliseconds(seconds), .fallback) }
        return heuristic(response)
    }

    /// Returns the lifetime from max-age or Expires; nil if there is neither. s-maxage does not apply to private caches
    /// (§5.2.2.10).
    static func explicit(_ headers: Headers, received: Instant) -> (Int64, Basis)? {
        switch CacheDirectives(response: headers).seconds("max-age") {
        case .count(let seconds): return (seconds * 1000, .maxAge)
        case .invalid: return (0, .unreadable)
        case .absent: break
        }
        let lines = headers.all("expires")
        guard let line = lines.first else { return nil }
        // Several dates together are an invalid value.
        guard lines.count == 1, let end = HTTPDate.parse(line, now: received) else { return (0, .unreadable) }
        return (max(0, difference(end.milliseconds, date(headers, received).milliseconds)), .expires)
    }

    private static func heuristic(_ response: StoredResponse) -> (Int64, Basis) {
        let isPublic = CacheDirectives(response: response.headers).has("public")
        guard isPublic || CachePolicy.isHeuristicallyCacheable(response.status),
            let text = response.headers.first("last-modified"),
            let modified = HTTPDate.parse(text, now: response.received)
        else { return (0, .nothing) }
        let unchanged = difference(
            date(response.headers, response.received).milliseconds, modified.milliseconds)
        return unchanged > 0 ? (min(unchanged / 10, longestGuess), .heuristic) : (0, .nothing)
    }

    /// One week: a resource unchanged for years may still change tomorrow.
    private static let longestGuess: Int64 = 7 * 86_400_000

    // MARK: Age

    /// Returns the Date, or the time of receipt if it is missing or invalid.
    private static func date(_ headers: Headers, _ received: Instant) -> Instant {
        headers.first("date").flatMap { HTTPDate.parse($0, now: received) } ?? received
    }

    /// Returns the current age (RFC 9111 §4.2.3).
    private static func age(of response: StoredResponse, at now: Instant) -> Int64 {
        let received = response.received.milliseconds
        let apparent = max(0, difference(received, date(response.headers, response.received).milliseconds))
        let delay = max(0, difference(received, response.requested.milliseconds))
        let initial = max(apparent, sum(ageField(response.headers) * 1000, delay))
        let resident = difference(now.milliseconds, received)
        // The clock was set back since then, so the resident time is unknown.
        guard resident >= -60_000 else { return .max }
        return sum(initial, max(0, resident))
    }

    /// Returns the seconds of Age: of its first member, 0 if it is invalid (§5.1).
    private static func ageField(_ headers: Headers) -> Int64 {
        guard let line = headers.first("age"), let first = Headers.members(of: [line]).first else { return 0 }
        return DeltaSeconds.parse(first) ?? 0
    }

    // MARK: Arithmetic without end

    private static func milliseconds(_ seconds: Int64) -> Int64 {
        min(max(0, seconds), DeltaSeconds.greatest) * 1000
    }

    private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? .min : .max) : value
    }

    private static func difference(_ left: Int64, _ right: Int64) -> Int64 {
        let (value, overflow) = left.subtractingReportingOverflow(right)
        return overflow ? (right < 0 ? .max : .min) : value
    }

    /// Whether it is fresh, or stale for less time than a directive allows.
    func isWithin(_ seconds: CacheDirectives.Seconds) -> Bool {
        switch seconds {
        case .absent, .invalid: false
        case .count(let limit): remaining > -limit * 1000
        }
    }
}

/// A caller's choice about the freshness lifetime of responses. For errors (4xx and 5xx) and temporary redirects (302,
/// 303 and 307), only the server's information counts.
public enum ChosenLifetime: Hashable, Sendable {
    /// The server's lifetime; if there is none, the heuristic of RFC 9111.
    case server
    /// The server's lifetime; if there is none, this number of seconds instead of the heuristic.
    case fallback(seconds: Int64)
    /// This number of seconds, regardless of the server's lifetime and of `no-cache`; `no-store` still applies.
    case override(seconds: Int64)
}
