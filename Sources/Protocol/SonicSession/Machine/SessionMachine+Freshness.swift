import SonicProtocol

// Pages that may be shown without asking their server (docs/reference/protocol.md#freshness).
extension SessionMachine {
    /// Why a stored page may be shown without asking; nil where its server is to be asked.
    func freshness(of stored: StoredPage, at url: WebURL, posted: Instant?, _ now: Instant) -> Reason? {
        // What follows a POST shows what the POST did, and so does whatever it was sent to (RFC 9111 §4.4).
        guard order.mode == .open, order.method == .get, !stored.version.isEdited,
            posted.map({ $0 < stored.checked }) ?? true
        else {
            return nil
        }
        let terms = order.terms(url)
        let headers = stored.version.headers.adding(order.added(to: stored.version.headers, from: url))
        // The commonest answer first: it saves reading dates.
        guard terms.lifetime.isOverride || !CacheDirectives(response: headers).has("no-cache"),
            PageFreshness.isSame(headers.all("vary"))
        else { return nil }
        let page = PageFreshness(headers, of: url, checked: stored.checked, terms, now)
        guard page.isFresh, let basis = page.basis, Self.isSound(stored, headers) else { return nil }
        return .fresh(basis, age: page.age, version: stored.number)
    }

    /// Whether stored bytes may be what their headers say: others are asked for again, however long they were to last.
    /// Of a page that was read by its beginning only, nobody can tell.
    private static func isSound(_ stored: StoredPage, _ headers: Headers) -> Bool {
        let html = stored.version.html
        return html.count < stored.length || BodyCheck.objection(to: html, as: headers) == nil
    }
}

/// How long a page may be shown without asking, and what that rests on.
struct PageFreshness {
    /// In milliseconds, bounded by what the reader allows the server.
    private(set) var lifetime: Int64
    /// In milliseconds.
    let age: Int64
    /// What it rests on; nil where nobody says how long.
    private(set) var basis: Reason.Lifetime?

    /// Whether nothing is to be asked.
    var isFresh: Bool { age < lifetime }

    /// The freshness of a page with these headers, which hold no `no-cache` that counts, last checked then.
    init(_ headers: Headers, of url: WebURL, checked: Instant, _ terms: SiteTerms, _ now: Instant) {
        let limit = min(max(0, terms.freshPages), DeltaSeconds.greatest)
        // Only headers and moments count for it.
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

    /// Follows the server no longer than the reader wants, in seconds.
    /// - Returns: That limit, where it counts.
    private mutating func bound(to limit: Int64) -> Int64? {
        guard lifetime > limit * 1000 else { return nil }
        lifetime = limit * 1000
        return limit
    }

    /// Whether an answer with this Vary is the same for every request of this program: others may differ by what
    /// is not known of the request before.
    static func isSame(_ vary: [String]) -> Bool {
        let constant = ["accept-diff", "accept-encoding"]
        return vary.joined(separator: ",").split(separator: ",").allSatisfy { name in
            constant.contains(String(decoding: Bytes.trimmed(Array(name.utf8)), as: UTF8.self).lowercased())
        }
    }
}

extension ChosenLifetime {
    /// Whether it counts whatever the server said, `no-cache` included.
    fileprivate var isOverride: Bool {
        switch self {
        case .override: true
        case .server, .fallback: false
        }
    }
}
