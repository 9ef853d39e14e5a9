/// What an answer means for a question.
public enum AnswerVerdict: Sendable, Equatable {
    /// It goes to the caller, whatever becomes of what is stored.
    case passedOn(StorageDecision)
    /// It confirms this stored response, which becomes the second one or, where that is nil, stays as it is;
    /// nil for the whole outcome of `renewal` means that it is to be forgotten.
    case confirmed(StoredVariant, Renewal, note: String)
    /// It continues the stored part; together they are this response.
    case continued(StoredVariant, StoredResponse, note: String)
    /// It cannot be used: the server is to be asked again without conditions.
    case unusable(note: String)
}

/// What a confirmation makes of what is stored.
public enum Renewal: Sendable, Equatable {
    /// Its head becomes this one.
    case renewed(StoredResponse)
    /// It stays as it is.
    case untouched
    /// It is to be stored no longer.
    case forgotten(StoredResponse)

    /// The response as the caller gets it.
    public func shown(_ stored: StoredResponse) -> StoredResponse {
        switch self {
        case .renewed(let response), .forgotten(let response): response
        case .untouched: stored
        }
    }
}

extension CachePolicy {
    /// What an answer's head means for what was asked.
    ///
    /// - Parameters:
    ///   - head: The final answer's head.
    ///   - question: What was asked.
    ///   - url: The address that answered.
    ///   - requested: When the request went out.
    ///   - received: When the head came.
    public func verdict(
        on head: ResponseHead, to question: CacheQuestion, of url: WebURL, requested: Instant,
        received: Instant
    ) -> AnswerVerdict {
        switch (question.purpose, head.status) {
        case (.validate(let variants), 304):
            return confirmation(head, among: variants, requested: requested, received: received)
        case (.complete(let variant, let validator), 206):
            return continuation(head, of: variant, validator, requested: requested, received: received)
        case (.complete, 304), (.complete, 416):
            return .unusable(note: "\(head.status) to a request for the rest: asked again for all of it.")
        case (.fetch, _), (.validate, _), (.complete, _):
            return .passedOn(storageDecision(head, of: url, requested: requested, received: received))
        }
    }

    // MARK: 304

    /// Which stored response a 304 confirms, and what becomes of it (RFC 9111 §4.3.4).
    private func confirmation(
        _ head: ResponseHead, among variants: [StoredVariant], requested: Instant, received: Instant
    ) -> AnswerVerdict {
        let tag = EntityTag(head.headers)
        let named = tag.flatMap { tag in
            variants.first { EntityTag($0.response.headers)?.matchesWeakly(tag) == true }
        }
        guard let variant = named ?? (variants.count == 1 ? variants[0] : nil) else {
            return .unusable(note: "A 304 that does not say by ETag which response it confirms: asked again.")
        }
        guard named != nil || !contradicts(head.headers, variant.response.headers) else {
            return .confirmed(
                variant, .untouched,
                note: "304 with another validator: what is stored answers, and is not renewed.")
        }
        let renewed = variant.response.confirmed(
            by: head.headers, request: query.headers, requested: requested, received: received)
        let sentence = tag.map { "304 with ETag \($0.text)" } ?? "304"
        if CacheDirectives(response: head.headers).has("no-store") {
            return .confirmed(
                variant, .forgotten(renewed), note: sentence + " and no-store: stored no longer.")
        }
        return .confirmed(variant, .renewed(renewed), note: sentence + ": what is stored is current.")
    }

    /// Whether a 304 has a validator of which the stored response has another value.
    private func contradicts(_ news: Headers, _ stored: Headers) -> Bool {
        if let tag = EntityTag(news), let known = EntityTag(stored) { return !tag.matchesWeakly(known) }
        guard let date = news.first("last-modified"), let known = stored.first("last-modified") else {
            // A strong validator that nothing stored has selects nothing.
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
            !head.headers.isCoded, Self.names(head.headers, validator)
        else {
            return .unusable(note: "A 206 that does not continue what is stored: asked again for all of it.")
        }
        var whole = response.confirmed(
            by: head.headers, request: query.headers, requested: requested, received: received)
        let total = range.total ?? known
        if whole.status != 200 { (whole.status, whole.reason) = (200, "OK") }
        whole.headers.remove("content-range")
        whole.headers.remove("content-length")
        if let total { whole.headers.append("Content-Length", "\(total)") }
        whole.extent = .part(0..<kept.upperBound, of: total)
        return .continued(
            variant, whole,
            note: "206 continues the \(kept.count) stored bytes: \(validator.text) still holds.")
    }

    /// Whether a 206 to an If-Range is of the bytes that it named. Without any validator it says so by being one; a
    /// weak tag says of no bytes that they are the same (RFC 9110 §15.3.7.3).
    private static func names(_ headers: Headers, _ validator: StrongValidator) -> Bool {
        let own = StrongValidator(headers)
        return own == validator || (own == nil && EntityTag(headers) == nil)
    }
}

extension StoredResponse {
    /// This response after another with these headers confirmed it (RFC 9111 §3.2, §4.3.4).
    func confirmed(
        by confirmation: Headers, request: Headers, requested: Instant, received: Instant
    ) -> StoredResponse {
        var renewed = self
        renewed.headers = headers.confirmed(by: confirmation, received: received)
        renewed.requested = requested
        renewed.received = received
        renewed.requests = requests(joinedBy: VaryKey(response: renewed.headers, request: request))
        return renewed
    }

    /// The requests it answers, `key` among them; those told apart by other fields than Vary names now are
    /// gone.
    private func requests(joinedBy key: VaryKey) -> [VaryKey] {
        let others = requests.filter { $0 != key && $0.names == key.names }
        return [key] + others.prefix(7)
    }
}
