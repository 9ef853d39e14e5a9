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
        attempt.cachedRedirects = RedirectRule.cachedRedirects(reading.redirects, from: attempt.url)
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
        if own.page != nil { attempt.absence = .redirected }
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
        ledger.unreachable = failure.map { (attempt.url, $0) }
        return open(attempt.cachedRedirects.last?.to ?? attempt.url, .get)
    }

    /// Ends a session in which an address could not be requested: with the page of its cached redirects, if that is
    /// stored.
    mutating func endUnreachable(
        _ url: WebURL, _ failure: ConnectionFailure, _ attempt: Attempt, _ now: Instant
    ) -> [Effect] {
        guard let stored = attempt.stored else {
            return end(
                attempt, .failed(.connection(failure)),
                reason: .failed(failure, url, post: nil), head: nil)
        }
        let reason = Reason.offline(
            failure, url, .init(stored, attempt, now), .init(ledger.redirects))
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
            let redirects = mayBeWritten ? RedirectRule.remembered(ledger.redirects) : []
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
