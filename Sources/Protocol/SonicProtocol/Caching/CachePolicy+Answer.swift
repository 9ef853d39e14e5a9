/// The meaning of a response for a request of the cache.
public enum AnswerVerdict: Sendable, Equatable {
    /// It is returned to the caller, and stored as this response; nil if it is not stored.
    case passedOn(StoredResponse?)
    /// It validates this stored response, with this effect on it.
    case confirmed(StoredVariant, Renewal)
    /// It continues the stored part; together they are this response.
    case continued(StoredVariant, StoredResponse)
    /// It cannot be used: the request is sent again without conditions.
    case unusable
}

/// The effect of a successful validation on the stored response.
public enum Renewal: Sendable, Equatable {
    /// Its headers are updated to these.
    case renewed(StoredResponse)
    /// It is unchanged.
    case untouched
    /// It is removed from the store.
    case forgotten(StoredResponse)

    /// Returns the response that the caller receives.
    public func shown(_ stored: StoredResponse) -> StoredResponse {
        switch self {
        case .renewed(let response), .forgotten(let response): response
        case .untouched: stored
        }
    }
}

extension CachePolicy {
    /// Interprets the head of a response to a request of the cache.
    ///
    /// - Parameters:
    ///   - head: The head of the final response.
    ///   - question: The request.
    ///   - url: The URL of the response.
    ///   - requested: When the request was sent.
    ///   - received: When the head was received.
    public func verdict(
        on head: ResponseHead, to question: CacheQuestion, of url: WebURL, requested: Instant,
        received: Instant
    ) -> AnswerVerdict {
        switch (question, head.status) {
        case (.validate(let variants), 304):
            return confirmation(head, among: variants, requested: requested, received: received)
        case (.complete(let variant, let validator), 206):
            return continuation(head, of: variant, validator, requested: requested, received: received)
        case (.complete, 304), (.complete, 416): return .unusable
        case (.fetch, _), (.validate, _), (.complete, _):
            return .passedOn(storable(head, of: url, requested: requested, received: received))
        }
    }

    // MARK: 304

    /// Selects the stored response that a 304 validates, and the effect on it (RFC 9111 §4.3.4).
    private func confirmation(
        _ head: ResponseHead, among variants: [StoredVariant], requested: Instant, received: Instant
    ) -> AnswerVerdict {
        let tag = EntityTag(head.headers)
        let named = tag.flatMap { tag in
            variants.first { EntityTag($0.response.headers)?.matchesWeakly(tag) == true }
        }
        guard let variant = named ?? (variants.count == 1 ? variants[0] : nil) else { return .unusable }
        guard named != nil || !contradicts(head.headers, variant.response.headers) else {
            return .confirmed(variant, .untouched)
        }
        let renewed = variant.response.confirmed(
            by: head.headers, request: query.headers, requested: requested, received: received)
        let isKept = !CacheDirectives(response: head.headers).has("no-store")
        return .confirmed(variant, isKept ? .renewed(renewed) : .forgotten(renewed))
    }

    /// Whether a 304 has a validator that differs from the stored one.
    private func contradicts(_ news: Headers, _ stored: Headers) -> Bool {
        if let tag = EntityTag(news), let known = EntityTag(stored) { return !tag.matchesWeakly(known) }
        guard let date = news.first("last-modified"), let known = stored.first("last-modified") else {
            // A strong validator that no stored response has selects none.
            return EntityTag(news).map { !$0.isWeak && EntityTag(stored) == nil } ?? false
        }
        return date != known
    }

    // MARK: 206

    /// RFC 9111 §3.4.
    private func continuation(
        _ head: ResponseHead, of variant: StoredVariant, _ validator: StrongValidator, requested: Instant,
        received: Instant
    ) -> AnswerVerdict {
        let response = variant.response
        guard case .part(let kept, let known) = response.extent, let range = ContentRange(head.headers),
            range.bytes?.lowerBound == kept.upperBound,
            known == nil || range.total == nil || known == range.total,
            !head.headers.isCoded, StrongValidator(head.headers) == validator
        else { return .unusable }
        var whole = response.confirmed(
            by: head.headers, request: query.headers, requested: requested, received: received)
        let total = range.total ?? known
        if whole.status != 200 { (whole.status, whole.reason) = (200, "OK") }
        whole.headers.remove("content-range")
        whole.headers.remove("content-length")
        if let total { whole.headers.append("Content-Length", "\(total)") }
        whole.extent = .part(0..<kept.upperBound, of: total)
        return .continued(variant, whole)
    }
}
