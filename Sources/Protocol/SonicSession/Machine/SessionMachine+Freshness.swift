import SonicProtocol

// Pages that may be shown without a request to their server (docs/reference/protocol.md#freshness).
extension SessionMachine {
    /// Returns what opening an address does with its stored page, nil for none.
    /// - Parameter posted: When this program last posted to the page; nil if it never did.
    func next(_ stored: StoredPage?, at url: WebURL, posted: Instant? = nil, _ now: Instant) -> NextRequest {
        guard let stored else { return .due(.notStored) }
        // The page that was posted to shows the effect of that POST (RFC 9111 §4.4).
        guard posted.map({ $0 < stored.checked }) ?? true else { return .due(.posted) }
        guard !stored.version.isEdited else { return .due(.edited) }
        let terms = order.terms(url)
        let headers = stored.version.headers.adding(order.added(to: stored.version.headers, from: url))
        let isOverridden = if case .override = terms.lifetime { true } else { false }
        // The most common answer first: it avoids parsing dates.
        guard isOverridden || !CacheDirectives(response: headers).has("no-cache") else {
            return .due(.noCache)
        }
        guard Self.isSame(headers.all("vary")) else { return .due(.varies) }
        // Only headers and times matter here.
        let response = StoredResponse(
            url: url, status: 200, reason: "", version: "", headers: headers, requests: [],
            requested: stored.checked, received: stored.checked, extent: .whole(0))
        let found = ResponseFreshness(response, choice: terms.lifetime, at: now)
        // Only lifetimes set by servers are limited.
        let limit = min(Int64(max(0, terms.freshPages)), DeltaSeconds.greatest)
        var lifetime = min(found.lifetime, limit * 1000)
        let countedAs = lifetime < found.lifetime ? limit : nil
        let basis: Reason.Lifetime
        switch found.basis {
        case .caller, .fallback:
            lifetime = found.lifetime
            basis = .configuration(lifetime / 1000)
        case .maxAge: basis = .maxAge(found.lifetime / 1000, countedAs: countedAs)
        case .expires: basis = .expires(found.lifetime / 1000, countedAs: countedAs)
        case .heuristic, .unreadable, .nothing: return .due(.noLifetime)
        }
        guard found.age < lifetime else { return .due(.stale(basis)) }
        guard Self.isSound(stored, headers) else { return .due(.unsound) }
        let since = Instant(milliseconds: now.milliseconds &- found.age)
        return .fresh(basis, since: since, until: since.adding(seconds: lifetime / 1000))
    }

    /// Returns what opening an attempt's address does after the store has done this work.
    func next(_ attempt: Attempt, after works: [StoreWork], _ now: Instant) -> NextRequest {
        var page = attempt.stored
        var sonicOff = attempt.sonicOff
        for work in works {
            switch work {
            case .commit(let version), .storeInMemory(let version, .toShow):
                page = StoredPage(number: 0, version: version, checked: now)
            case .renew(_, let headers, let checked), .renewInMemory(_, let headers, let checked):
                page?.version.headers = headers
                page?.checked = checked
            case .remove, .forgetInMemory: page = nil
            case .setSonicOff(_, let until): sonicOff = until
            case .storeInMemory(_, .toCompare), .setRedirects: break
            }
        }
        let next = next(page, at: attempt.url, now)
        guard case .due = next, let sonicOff else { return next }
        return .sonicOff(until: sonicOff)
    }

    /// Whether a response with this Vary is the same for every request of this program: others may depend on request
    /// headers that are not stored.
    private static func isSame(_ vary: [String]) -> Bool {
        let constant = ["accept-diff", "accept-encoding"]
        return vary.joined(separator: ",").split(separator: ",").allSatisfy { name in
            constant.contains(String(decoding: Bytes.trimmed(Array(name.utf8)), as: UTF8.self).lowercased())
        }
    }

    /// Whether stored bytes may be what their headers say: otherwise they are requested again, however long they are
    /// fresh. Of a page of which only the beginning was read, this is unknown, and it counts as sound.
    private static func isSound(_ stored: StoredPage, _ headers: Headers) -> Bool {
        let html = stored.version.html
        return html.count < stored.length || !BodyCheck.contradicts(html, headers)
    }

    // Responses that came from the site itself despite an exception, because the server that should have answered did
    // not.

    /// Whether the exception for an address was bypassed, and the servers that DNS returns were contacted instead:
    /// their responses are not stored with those of the exception's server.
    func isPassedOver(at url: WebURL) -> Bool {
        ledger.findings.contains { $0.rule == .hostMappingDead } && order.terms(url).exception != nil
    }
}
