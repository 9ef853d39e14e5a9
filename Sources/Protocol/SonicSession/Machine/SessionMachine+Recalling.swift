import SonicProtocol

// Cached redirects (docs/reference/protocol.md#remembered-redirects): the page stored for the last target is shown at
// once, the address itself is requested, and its response decides.
extension SessionMachine {
    /// Looks up the page of the cached redirects; nil if there are none or they are not to be used.
    mutating func followCachedRedirects(_ attempt: Attempt, _ reading: CacheReadResult) -> [Effect]? {
        guard ledger.redirects.isEmpty, order.method == .get, order.exact == nil else { return nil }
        ledger.storedRedirects = Ledger.StoredRedirects(id: attempt.pageID, before: reading.redirects)
        switch order.mode {
        case .reload, .forceReload: return nil
        case .open, .back, .forceCache, .cacheOnly, .onlyIfCached: break
        }
        var attempt = attempt
        attempt.cachedRedirects = Redirection.cachedRedirects(reading.redirects, from: attempt.url)
        guard let target = attempt.cachedRedirects.last?.to else { return nil }
        state = .followingCachedRedirect(attempt, reading)
        return [.readTarget(attempt: attempt.number, pageID(of: target))]
    }

    /// Shows the page of the cached redirects, if it is stored, and requests the address, if that is allowed.
    /// - Parameters:
    ///   - own: What the cache contains for the address itself.
    ///   - other: What it contains for the target of the redirects.
    mutating func cachedRedirectRead(
        _ attempt: Attempt, _ own: CacheReadResult, _ other: CacheReadResult, _ now: Instant
    ) -> [Effect] {
        guard let page = other.page, let target = attempt.cachedRedirects.last?.to else {
            var attempt = attempt
            attempt.cachedRedirects = []
            return serve(attempt, own, now)
        }
        var attempt = attempt
        if own.page != nil { attempt.absence = .ledElsewhere }
        let reports: [Effect] = [.notify(.cachedRedirectFollowed(to: target, page))]
        switch order.mode {
        case .cacheOnly, .back: return reports + follow(attempt)
        // Its Vary decides first.
        case .forceCache, .onlyIfCached: return follow(attempt)
        case .open, .reload, .forceReload: return reports + endOrRequest(attempt, own, now)
        }
    }

    /// Continues at the target of the cached redirects, as the address itself cannot be requested.
    mutating func follow(_ attempt: Attempt, without failure: ConnectionFailure? = nil) -> [Effect] {
        ledger.redirects += attempt.cachedRedirects
        ledger.unreachable = failure.map { Ledger.Unreachable(url: attempt.url, failure: $0) }
        return open(attempt.cachedRedirects.last?.to ?? attempt.url, .get)
    }

    /// Ends a session in which an address could not be requested: with the page of its cached redirects, if that is
    /// stored.
    mutating func endUnreachable(
        _ unreachable: Ledger.Unreachable, _ attempt: Attempt, _ now: Instant
    ) -> [Effect] {
        let failure = unreachable.failure
        guard let stored = attempt.stored else {
            return end(
                attempt, .failed(.connection(failure)),
                reason: .failed(failure, unreachable.url, post: nil), head: nil)
        }
        let reason = Reason.offline(
            failure, unreachable.url, .init(stored, attempt, now), .init(ledger.redirects))
        return end(attempt, .offline(.connection(failure)), reason: reason, head: nil)
    }

    /// Returns the changes of stored redirects: those of the requested address become the current ones, and those of
    /// the final page's address are removed.
    func remembering(_ attempt: Attempt) -> [StoreWork] {
        guard ledger.edits.isEmpty else { return [] }
        var works: [StoreWork] = []
        if let stored = ledger.storedRedirects {
            // A page may have several addresses: a redirect between them leads to no other page.
            let mayBeWritten = stored.mayBeWritten && !ledger.isAuthorized && attempt.pageID != stored.id
            let redirects = mayBeWritten ? Redirection.remembered(ledger.redirects) : []
            // The first hop may start at any address of the page.
            if !redirects.elementsEqual(stored.before, by: { $0.to == $1.to && $0.status == $1.status }) {
                works.append(
                    .setRedirects(stored.id, url: order.url.withoutFragment.withoutCredentials, redirects))
            }
        }
        if !attempt.remembered.isEmpty, attempt.pageID != ledger.storedRedirects?.id {
            works.append(.setRedirects(attempt.pageID, url: attempt.url, []))
        }
        return works
    }
}

extension Redirection {
    /// The maximum total length in bytes of stored redirect addresses.
    private static let maxRedirectBytes = 8 << 10

    /// Returns hops in the form in which they are stored: without the fragment inherited from the requested address,
    /// and without its credentials. Empty if the addresses are too long.
    static func remembered(_ hops: [SessionResult.Redirect]) -> [SessionResult.Redirect] {
        guard hops.reduce(0, { $0 + $1.to.href.utf8.count }) <= maxRedirectBytes else { return [] }
        return hops.map { hop in
            let isOwn = hop.to.fragment != hop.from.fragment
            return SessionResult.Redirect(
                from: hop.from.withoutFragment.withoutCredentials,
                to: isOwn ? hop.to : hop.to.withoutFragment, status: hop.status)
        }
    }

    /// Returns the stored hops for a request to `url`, whose fragment they inherit.
    static func cachedRedirects(_ hops: [SessionResult.Redirect], from url: WebURL) -> [SessionResult
        .Redirect]
    {
        var from = url
        return hops.map { hop in
            let to = hop.to.inheritingFragment(of: from)
            defer { from = to }
            return SessionResult.Redirect(from: from, to: to, status: hop.status, isCached: true)
        }
    }
}

/// Resolution of Location headers (RFC 9110 §10.2.2).
package enum Redirection {
    /// Resolves a Location value to an absolute address, with the fragment of `url` if it has none. Only http and
    /// https are followed: a server must not send the user to files or packages. Nor may it choose credentials: a
    /// name and a password in the address are removed.
    package static func target(
        of location: String, from url: WebURL, domainToASCII: WebURL.DomainToASCII?
    ) -> Result<WebURL, BadRedirect> {
        guard let target = url.resolve(location, domainToASCII: domainToASCII) else {
            return .failure(.invalidAddress)
        }
        guard target.scheme == "http" || target.scheme == "https" else {
            return .failure(.scheme(target.scheme))
        }
        return .success(target.withoutCredentials.inheritingFragment(of: url))
    }

    /// Returns a Location value for display: without credentials, if it has any.
    package static func withoutPassword(_ location: String, from url: WebURL) -> String {
        guard let target = url.resolve(location), target.withoutCredentials != target else { return location }
        return target.withoutCredentials.href
    }

    /// Returns the method for the new address (Fetch standard §4.4): 307 and 308 repeat a POST with its body, any
    /// other redirect of a POST is followed with GET.
    static func method(
        of method: RequestMethod, status: Int, _ old: WebURL, _ new: WebURL
    ) -> RequestMethod {
        guard case .post(let body) = method, status == 307 || status == 308 else { return .get }
        return .post(body.redirected(from: old, to: new))
    }
}
