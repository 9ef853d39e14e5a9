extension CachePolicy {
    /// Applies RFC 9111 §4 to the selected response.
    func reuse(_ use: StoredUse, at now: Instant) -> CacheDecision {
        let response = use.variant.response
        let freshness = ResponseFreshness(response, choice: query.lifetime, at: now)
        if case .noCache = query.mode {
            // An immutable response that is fresh needs no request (RFC 8246).
            let isImmutable = CacheDirectives(response: response.headers).has("immutable")
            let isUsed = isImmutable && freshness.isFresh && !response.mustBeConfirmed
            return isUsed ? .use(use) : .ask(validation(of: use))
        }
        let asked = query.directives
        if asked.has("no-cache") || response.mustBeConfirmed && freshness.basis != .caller
            || excludes(asked, freshness)
        {
            return .ask(validation(of: use))
        }
        return freshness.isFresh ? .use(use) : stale(use, freshness, asked)
    }

    /// Whether the request's max-age or min-fresh excludes the response (RFC 9111 §5.2.1). Invalid ones exclude all.
    private func excludes(_ asked: CacheDirectives, _ freshness: ResponseFreshness) -> Bool {
        switch asked.seconds("max-age") {
        case .absent: break
        case .invalid: return true
        case .count(let limit): if freshness.age >= limit * 1000 { return true }
        }
        switch asked.seconds("min-fresh") {
        case .absent: return false
        case .invalid: return true
        case .count(let least): return freshness.remaining < least * 1000
        }
    }

    /// Applies the rules for stale responses (RFC 9111 §4.2.4, §5.2.1.2; RFC 5861 §3).
    private func stale(
        _ use: StoredUse, _ freshness: ResponseFreshness, _ asked: CacheDirectives
    ) -> CacheDecision {
        let given = CacheDirectives(response: use.variant.response.headers)
        guard !given.has("must-revalidate") else { return .ask(validation(of: use)) }
        if asked.isBare("max-stale") || freshness.isWithin(asked.seconds("max-stale")) { return .use(use) }
        guard query.purpose == .answer, freshness.isWithin(given.seconds("stale-while-revalidate")) else {
            return .ask(validation(of: use))
        }
        return .useAndRefresh(use)
    }

    /// Returns the stored response to use instead of a server error, under stale-if-error (RFC 5861 §4); nil for none.
    public func rescue(at now: Instant) -> StoredUse? {
        switch query.mode {
        case .noStore, .reload, .onlyIfCached: return nil
        case .default, .noCache, .forceCache: break
        }
        guard query.purpose == .answer, let selected, let portion = portion(of: selected) else { return nil }
        let given = CacheDirectives(response: selected.response.headers)
        guard !given.has("must-revalidate"), !given.has("no-cache") else { return nil }
        let freshness = ResponseFreshness(selected.response, choice: query.lifetime, at: now)
        let isAllowed = [given, query.directives].contains {
            freshness.isWithin($0.seconds("stale-if-error"))
        }
        return isAllowed ? StoredUse(selected, portion) : nil
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
