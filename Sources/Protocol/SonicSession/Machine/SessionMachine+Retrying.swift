import SonicProtocol

// Retries on networks that lose requests (docs/reference/protocol.md#retries).
extension SessionMachine {
    /// Pauses before a request that failed in transit is retried; nil if it is not retried.
    mutating func retry(_ attempt: Attempt, after failure: ConnectionFailure) -> [Effect]? {
        guard failure.mayPass else { return nil }
        let pause = Backoff.pause(before: attempt.retries + 1)
        return retry(attempt, after: pause, because: .lost(failure, attempt.url))
    }

    /// Does the same for a 503 with Retry-After, unless the delay is too long to wait for.
    mutating func retry(_ attempt: Attempt, after answer: Answer, _ now: Instant) -> [Effect]? {
        guard answer.head.status == 503, let wanted = RetryAfter.seconds(in: answer.headers, now: now),
            wanted <= Backoff.longestRequestedDelay
        else { return nil }
        let pause = max(.seconds(wanted), Backoff.pause(before: attempt.retries + 1))
        return retry(attempt, after: pause, because: .unavailable(retryAfter: wanted))
    }

    private mutating func retry(
        _ attempt: Attempt, after pause: Duration, because cause: Retry.Cause
    ) -> [Effect]? {
        let wanted = order.terms(attempt.url).retries ?? (attempt.stored == nil ? 1 : 2)
        let limit = min(wanted, Backoff.maxRetries)
        guard attempt.method == .get, attempt.retries < limit else { return nil }
        var attempt = attempt
        attempt.retries += 1
        let retry = Retry(number: attempt.retries, limit: limit, pause: pause, cause: cause)
        ledger.add([.retried(retry)])
        state = .pausing(attempt)
        return [
            .notify(.retrying(retry)), .enter(.pausing), .pause(attempt: attempt.number, pause),
        ]
    }
}

/// The pauses before retries.
enum Backoff {
    /// The maximum number of retries of one request, whatever is configured.
    static let maxRetries = 10
    /// The longest `Retry-After` that is waited for, in seconds: users should not wait longer without having chosen
    /// to.
    static let longestRequestedDelay: Int64 = 10
    /// The pause before the first retry; each further one is twice as long as the one before, up to `longest`.
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(8)

    /// Returns the pause before the n-th retry, counted from 1.
    static func pause(before number: Int) -> Duration {
        min(longest, first * (1 << min(max(0, number - 1), 8)))
    }
}

extension ConnectionFailure {
    /// Whether the same request may succeed a moment later, as happens on weak networks. libcurl does not distinguish
    /// a name that does not exist from one that could not be looked up, so both are retried.
    package var mayPass: Bool {
        switch self {
        case .unknownHost, .unreachable, .timedOut, .truncated, .reset: true
        case .unsupportedScheme, .insecure, .certificateWanted, .withoutTLS, .proxy, .malformed, .undecodable,
            .refused,
            .overdue, .cancelled, .withheld,
            .unsendable, .libraryMissing, .exhausted, .other:
            false
        }
    }
}
