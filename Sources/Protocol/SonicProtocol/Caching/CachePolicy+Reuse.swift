extension CachePolicy {
    /// Applies RFC 9111 §4 to the selected response.
    func reuse(_ use: StoredUse, at now: Instant) -> CacheDecision {
        let response = use.variant.response
        let freshness = ResponseFreshness(response, choice: query.lifetime, at: now)
        if case .noCache = query.mode { return reuseUnderNoCache(use, freshness) }
        let asked = query.directives
        if asked.has("no-cache") {
            return .ask(validation(of: use, "Stored, but the request has Cache-Control: no-cache."))
        }
        if response.mustBeConfirmed, freshness.basis != .caller {
            return .ask(validation(of: use, "Stored with Cache-Control: no-cache."))
        }
        if let objection = objection(asked, freshness) { return .ask(validation(of: use, objection)) }
        return freshness.isFresh ? .use(use, note: freshness.sentence) : stale(use, freshness, asked)
    }

    private func reuseUnderNoCache(_ use: StoredUse, _ freshness: ResponseFreshness) -> CacheDecision {
        let response = use.variant.response
        let isImmutable = CacheDirectives(response: response.headers).has("immutable")
        guard isImmutable, freshness.isFresh, !response.mustBeConfirmed else {
            let note = "Stored, and confirmed before it is used: the mode is no-cache."
            return .ask(validation(of: use, note))
        }
        return .use(use, note: "Cache-Control: immutable, and fresh: no request is needed (RFC 8246).")
    }

    /// Returns why the request's max-age or min-fresh excludes the response (RFC 9111 §5.2.1); nil if they do not.
    private func objection(_ asked: CacheDirectives, _ freshness: ResponseFreshness) -> String? {
        switch asked.seconds("max-age") {
        case .absent: break
        case .invalid: return "The request has a max-age that cannot be read."
        case .count(let limit) where freshness.age >= limit * 1000:
            return "Stored \(freshness.ageInSeconds) s ago, and the request has max-age=\(limit)."
        case .count: break
        }
        switch asked.seconds("min-fresh") {
        case .absent: return nil
        case .invalid: return "The request has a min-fresh that cannot be read."
        case .count(let least) where freshness.remaining < least * 1000:
            return "The request has min-fresh=\(least), longer than the response stays fresh."
        case .count: return nil
        }
    }

    /// Applies the rules for stale responses (RFC 9111 §4.2.4, §5.2.1.2; RFC 5861 §3).
    private func stale(
        _ use: StoredUse, _ freshness: ResponseFreshness, _ asked: CacheDirectives
    ) -> CacheDecision {
        let given = CacheDirectives(response: use.variant.response.headers)
        guard !given.has("must-revalidate") else {
            let note = freshness.sentence + " Cache-Control has must-revalidate."
            return .ask(validation(of: use, note))
        }
        if asked.isBare("max-stale") || freshness.isWithin(asked.seconds("max-stale")) {
            return .use(use, note: freshness.sentence + " The request allows it: max-stale.")
        }
        guard query.purpose == .answer, freshness.isWithin(given.seconds("stale-while-revalidate")) else {
            return .ask(validation(of: use, freshness.sentence))
        }
        return .useAndRefresh(
            use, note: freshness.sentence + " It is validated meanwhile: stale-while-revalidate.")
    }

    /// Returns the stored response to use instead of a server error, under stale-if-error (RFC 5861 §4); nil for none.
    public func rescue(at now: Instant) -> (use: StoredUse, note: String)? {
        switch query.mode {
        case .noStore, .reload, .onlyIfCached: return nil
        case .default, .noCache, .forceCache: break
        }
        guard query.purpose == .answer, let selected, let portion = portion(of: selected) else { return nil }
        let given = CacheDirectives(response: selected.response.headers)
        guard !given.has("must-revalidate"), !given.has("no-cache") else { return nil }
        let freshness = ResponseFreshness(selected.response, choice: query.lifetime, at: now)
        for (directives, place) in [(given, "response"), (query.directives, "request")]
        where freshness.isWithin(directives.seconds("stale-if-error")) {
            let note = "The stored response is used instead: stale-if-error in Cache-Control of the \(place)."
            return (StoredUse(selected, portion), note)
        }
        return nil
    }

    /// Returns the part of a stored response that satisfies the request; nil if its bytes do not.
    func portion(of variant: StoredVariant) -> StoredUse.Portion? {
        let response = variant.response
        guard query.method == .get else { return response.status == 206 ? nil : .headOnly }
        guard let range = query.headers.first("range"), isRangeMeant(for: response) else {
            return response.extent.isWhole ? .whole : nil
        }
        let total: Int?
        switch response.extent {
        case .whole(let count): total = count
        case .part(_, let length): total = length
        }
        let kept = response.extent.range
        guard !response.isCoded, query.headers.all("range").count == 1, let asked = ByteRange(range) else {
            return nil
        }
        if let wanted = asked.resolved(in: total), kept.lowerBound <= wanted.lowerBound,
            wanted.upperBound <= kept.upperBound
        {
            return .range(wanted, of: total)
        }
        // The same Range may be reused if the stored bytes are all within it: a server may send less than requested.
        let isSame = !response.extent.isWhole && response.requests.contains { $0.range == range }
        return isSame && asked.holds(kept, of: total) ? .range(kept, of: total) : nil
    }

    /// Whether Range applies: only to a response that would be a 200, and only if If-Range, if present, matches
    /// (RFC 9110 §13.1.5, §14.2).
    private func isRangeMeant(for response: StoredResponse) -> Bool {
        guard response.status == 200 || response.status == 206 else { return false }
        guard let condition = query.headers.firstBytes("if-range") else { return true }
        return StrongValidator(response.headers)?.isNamed(by: condition) ?? false
    }
}

extension StoredResponse {
    /// Whether it must be validated before every use, fresh or not. The form with field names is treated like the one
    /// without, as RFC 9111 §5.2.2.4 allows.
    var mustBeConfirmed: Bool { CacheDirectives(response: headers).has("no-cache") }
}

extension ResponseFreshness {
    /// Whether it is fresh, or stale for less time than a directive allows.
    func isWithin(_ seconds: CacheDirectives.Seconds) -> Bool {
        switch seconds {
        case .absent, .invalid: false
        case .count(let limit): remaining > -limit * 1000
        }
    }

    /// The freshness as a sentence.
    var sentence: String {
        let state = isFresh ? "Fresh" : "Stale"
        switch basis {
        case .caller, .fallback:
            return "\(state): \(ageInSeconds) s old, of \(lifetime / 1000) s that the caller gave."
        case .maxAge: return "\(state): \(ageInSeconds) s old, Cache-Control: max-age=\(lifetime / 1000)."
        case .expires: return "\(state): \(ageInSeconds) s old, Expires is \(lifetime / 1000) s after Date."
        case .heuristic:
            return "\(state): \(ageInSeconds) s old, Last-Modified lets guess \(lifetime / 1000) s."
        case .unreadable(let field): return "\(state): \(field) cannot be read."
        case .nothing: return "\(state): neither Cache-Control nor Expires says how long it is fresh."
        }
    }
}
