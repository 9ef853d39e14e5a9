extension CachePolicy {
    /// Returns what a response from the network is stored as, its extent to be set once the body is received; nil if
    /// it may not be stored (RFC 9111 §3).
    ///
    /// - Parameters:
    ///   - head: The head of the final response; neither a 304 nor the continuation of a stored part.
    ///   - url: The URL of the response.
    ///   - requested: When the request was sent.
    ///   - received: When the head was received.
    public func storable(
        _ head: ResponseHead, of url: WebURL, requested: Instant, received: Instant
    ) -> StoredResponse? {
        guard isStorable(head, received: received) else { return nil }
        let key = VaryKey(response: head.headers, request: query.headers)
        var requests = [key]
        var extent = BodyExtent.whole(0)
        var status = head.status
        var headers = head.headers.storable(received: received)
        if status == 206 {
            guard let range = ContentRange(head.headers), let bytes = range.bytes, !head.headers.isCoded
            else { return nil }
            extent = .part(bytes, of: range.total)
            if let asked = query.headers.first("range") { requests.append(key.adding(range: asked)) }
            // A range of all bytes is a complete response (RFC 9111 §3.4).
            if bytes.lowerBound == 0, bytes.upperBound == range.total {
                status = 200
                extent = .whole(bytes.count)
                requests = [key]
                headers.remove("content-range")
            }
        }
        return StoredResponse(
            url: url.withoutFragment.withoutCredentials, status: status,
            reason: status == head.status ? head.reason : "OK", version: head.version, headers: headers,
            requests: requests, requested: requested, received: received, extent: extent)
    }

    /// Whether the request, the status and the directives of a response allow it to be stored.
    private func isStorable(_ head: ResponseHead, received: Instant) -> Bool {
        let given = CacheDirectives(response: head.headers)
        let status = head.status
        guard query.method == .get, query.mode != .noStore, !query.directives.has("no-store"), status >= 200,
            status != 304, !CachePolicy.concernsOneRequest(status),
            status < 400 || query.kept != .withoutErrors, status != 206 || query.headers.contains("range")
        else { return false }
        // no-store in addition to must-understand is for caches that do not implement the status
        // (RFC 9111 §5.2.2.3).
        guard given.has("must-understand") ? CachePolicy.isUnderstood(status) : !given.has("no-store") else {
            return false
        }
        return given.has("public") || given.has("private")
            || query.lifetime != .server && CachePolicy.takesChosenLifetime(status)
            || ResponseFreshness.explicit(head.headers, received: received) != nil
            || CachePolicy.isHeuristicallyCacheable(status)
    }

    /// Returns the numbers of stored responses that a new one replaces: those over which it would always be selected,
    /// and the oldest above the limit per key. An error does not replace a success, which is used again when the error
    /// has expired.
    public func superseded(by response: StoredResponse) -> [Int] {
        let isForAll = response.requests.contains(.fields([]))
        let gone = stored.filter {
            (isForAll || $0.response.answers(query.headers) || $0.response.requests.contains(.any))
                && (!response.isError || $0.response.isError)
        }
        let rest = stored.filter { variant in !gone.contains { $0.number == variant.number } }
            .sorted { $0.number > $1.number }
        return gone.map(\.number) + rest.dropFirst(Self.variantLimit - 1).map(\.number)
    }

    /// Returns the numbers of stored responses to remove because a response with this status was received to their
    /// validation and is not stored in their place (RFC 9111 §4.3.3): a stale one would otherwise be used again without
    /// validation. Fresh responses are kept, and all are kept after an error.
    public func outdated(by status: Int, to question: CacheQuestion, at now: Instant) -> [Int] {
        guard (200...399).contains(status), status != 304 else { return [] }
        let asked: [StoredVariant]
        switch question {
        case .fetch: asked = []
        case .validate(let variants): asked = variants
        case .complete(let variant, _): asked = [variant]
        }
        // Other variants may have been included in the request; the response does not concern them.
        return asked.filter { variant in
            variant.response.answers(query.headers)
                && !ResponseFreshness(variant.response, choice: query.lifetime, at: now).isFresh
        }.map(\.number)
    }

    /// Returns the numbers of stale stored errors for which a stored success exists.
    public func spentErrors(at now: Instant) -> [Int] {
        let fitting = stored.filter { $0.response.answers(query.headers) }
        guard fitting.contains(where: { !$0.response.isError }) else { return [] }
        return fitting.filter { variant in
            variant.response.isError
                && !ResponseFreshness(variant.response, choice: query.lifetime, at: now).isFresh
        }.map(\.number)
    }

    /// The maximum number of responses stored under one key.
    private static var variantLimit: Int { 32 }

    /// Returns the effect of a response to HEAD on stored responses to GET (RFC 9111 §4.3.5), by their numbers: those
    /// that it describes are updated, those that it contradicts are removed (nil). After 404 and 410, all are removed.
    public func changes(
        afterHEAD head: ResponseHead, requested: Instant, received: Instant
    ) -> [(number: Int, updated: StoredResponse?)] {
        guard query.mode != .noStore, [200, 404, 410].contains(head.status) else { return [] }
        let isKept = head.status == 200 && !CacheDirectives(response: head.headers).has("no-store")
        return stored.filter { $0.response.answers(query.headers) }.map { variant in
            guard isKept, variant.response.isDescribed(by: head.headers) else { return (variant.number, nil) }
            let updated = variant.response.confirmed(
                by: head.headers, request: query.headers, requested: requested, received: received)
            return (variant.number, updated)
        }
    }

    /// Returns the URLs whose stored responses are invalidated by a response to another method (RFC 9111 §4.4): the
    /// target URI, and same-origin URLs in Location and Content-Location. None after an error.
    public static func invalidated(by head: ResponseHead, method: String, url: WebURL) -> [WebURL] {
        guard !Request.isSafe(method), (200...399).contains(head.status) else { return [] }
        let others = ["location", "content-location"].flatMap { name in
            head.headers.all(name).compactMap { url.resolve($0) }.filter {
                $0.origin != nil && $0.origin == url.origin
            }
        }
        return [url] + others
    }
}

extension StoredResponse {
    /// Whether the headers of a HEAD describe this response: lengths, tags and dates that both have are equal.
    fileprivate func isDescribed(by news: Headers) -> Bool {
        if status != 200 { return false }
        if let tag = EntityTag(news) {
            guard let known = EntityTag(headers), known.matchesWeakly(tag) else { return false }
        }
        return ["last-modified", "content-length"].allSatisfy { name in
            guard let new = news.first(name), let known = headers.first(name) else { return true }
            return new == known
        }
    }
}
