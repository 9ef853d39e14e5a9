import SonicProtocol

// Pages that may be shown without a request to their server (docs/reference/protocol.md#freshness).
extension SessionMachine {
    /// Returns why a stored page may be shown without a request; nil if its server must be requested.
    func freshness(of stored: StoredPage, at url: WebURL, posted: Instant?, _ now: Instant) -> Reason? {
        // The page after a POST shows the effect of that POST, and so does the page that was posted to (RFC 9111
        // §4.4).
        guard order.mode == .open, order.method == .get, !stored.version.isEdited,
            posted.map({ $0 < stored.checked }) ?? true
        else {
            return nil
        }
        let terms = order.terms(url)
        let headers = stored.version.headers.adding(order.added(to: stored.version.headers, from: url))
        // The most common answer first: it avoids parsing dates.
        guard terms.lifetime.isOverride || !CacheDirectives(response: headers).has("no-cache"),
            PageFreshness.isSame(headers.all("vary"))
        else { return nil }
        let page = PageFreshness(headers, of: url, checked: stored.checked, terms, now)
        guard page.isFresh, let basis = page.basis, Self.isSound(stored, headers) else { return nil }
        return .fresh(basis, age: page.age, version: stored.number)
    }

    /// Whether stored bytes may be what their headers say: otherwise they are requested again, however long they are
    /// fresh. Of a page of which only the beginning was read, this is unknown, and it counts as sound.
    private static func isSound(_ stored: StoredPage, _ headers: Headers) -> Bool {
        let html = stored.version.html
        return html.count < stored.length || BodyCheck.objection(to: html, as: headers) == nil
    }
}

/// How long a page may be shown without a request, and on what basis.
struct PageFreshness {
    /// In milliseconds, at most the user's limit for lifetimes set by servers.
    private(set) var lifetime: Int64
    /// In milliseconds.
    let age: Int64
    /// The source of the lifetime; nil if it is not specified.
    private(set) var basis: Reason.Lifetime?

    /// Whether no request is needed.
    var isFresh: Bool { age < lifetime }

    /// Computes the freshness of a page with these headers, which contain no effective `no-cache`, last checked at
    /// `checked`.
    init(_ headers: Headers, of url: WebURL, checked: Instant, _ terms: SiteTerms, _ now: Instant) {
        let limit = min(max(0, terms.freshPages), DeltaSeconds.greatest)
        // Only headers and times matter here.
        let response = StoredResponse(
            url: url, status: 200, reason: "", version: "", headers: headers, requests: [],
            requested: checked, received: checked, extent: .whole(0))
        let freshness = ResponseFreshness(response, choice: terms.lifetime, at: now)
        (lifetime, age) = (freshness.lifetime, freshness.age)
        switch freshness.basis {
        case .caller, .fallback:
            basis = .configuration(lifetime / 1000)
        case .maxAge: basis = .maxAge(lifetime / 1000, countedAs: bound(to: limit))
        case .expires: basis = .expires(lifetime / 1000, countedAs: bound(to: limit))
        case .heuristic, .unreadable, .nothing: basis = nil
        }
    }

    /// Limits the server's lifetime to the user's limit, in seconds.
    /// - Returns: The limit, if it is effective.
    private mutating func bound(to limit: Int64) -> Int64? {
        guard lifetime > limit * 1000 else { return nil }
        lifetime = limit * 1000
        return limit
    }

    /// Whether a response with this Vary is the same for every request of this program: others may depend on request
    /// headers that are not stored.
    static func isSame(_ vary: [String]) -> Bool {
        let constant = ["accept-diff", "accept-encoding"]
        return vary.joined(separator: ",").split(separator: ",").allSatisfy { name in
            constant.contains(String(decoding: Bytes.trimmed(Array(name.utf8)), as: UTF8.self).lowercased())
        }
    }
}

extension ChosenLifetime {
    /// Whether it overrides what the server said, including `no-cache`.
    fileprivate var isOverride: Bool {
        switch self {
        case .override: true
        case .server, .fallback: false
        }
    }
}

// Responses that came from the site itself despite an exception, because the server that should have answered did
// not.
extension SessionMachine {
    /// Whether the exception for an address was bypassed, and the servers that DNS returns were contacted instead:
    /// their responses are not stored with those of the exception's server.
    func isPassedOver(at url: WebURL) -> Bool {
        ledger.findings.contains { $0.rule == .hostMappingDead } && order.terms(url).exception != nil
    }
}
