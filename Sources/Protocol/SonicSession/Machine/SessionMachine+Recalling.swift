import SonicProtocol

// Where an address led when it was last asked (docs/reference/protocol.md#remembered-redirects): the page stored there
// is shown at once, the address itself is asked, and its answer decides.
extension SessionMachine {
    /// Looks for the page that the address led to before; nil where nothing of it is remembered or wanted.
    mutating func followCachedRedirects(_ attempt: Attempt, _ reading: CacheReadResult) -> [Effect]? {
        guard ledger.redirects.isEmpty, order.method == .get, order.exact == nil else { return nil }
        ledger.way = Ledger.Way(id: attempt.pageID, before: reading.redirects)
        switch order.mode {
        case .reload, .forceReload: return nil
        case .open, .back, .cacheOnly: break
        }
        var attempt = attempt
        attempt.cachedRedirects = Redirection.cachedRedirects(reading.redirects, from: attempt.url)
        guard let target = attempt.cachedRedirects.last?.to else { return nil }
        state = .followingCachedRedirect(attempt, reading)
        return [.readTarget(attempt: attempt.number, pageID(of: target))]
    }

    /// Shows the page that the address led to before, where it is stored, and asks the address, where it may be asked.
    /// - Parameters:
    ///   - own: What the cache holds of the address itself.
    ///   - other: What it holds of where the address led.
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
        let told: [Effect] = [.notify(.cachedRedirectFollowed(to: target, page))]
        switch order.mode {
        case .cacheOnly, .back: return told + follow(attempt)
        case .open, .reload, .forceReload: return told + goOn(attempt, own, now)
        }
    }

    /// Goes on where the address led before, as it cannot be asked itself.
    mutating func follow(_ attempt: Attempt, without failure: ConnectionFailure? = nil) -> [Effect] {
        ledger.redirects += attempt.cachedRedirects
        ledger.unreachable = failure.map { Ledger.Unreachable(url: attempt.url, failure: $0) }
        return open(attempt.cachedRedirects.last?.to ?? attempt.url, .get)
    }

    /// How a session ends in which an address could not be asked: with the page it led to before, if that is stored.
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
            failure, unreachable.url, .init(stored, now), .init(ledger.redirects))
        return end(attempt, .offline(.connection(failure)), reason: reason, head: nil)
    }

    /// What the store is to be told of where addresses led: that of the first as it did now, and that of the page to
    /// none other.
    func remembering(_ attempt: Attempt) -> [StoreWork] {
        guard ledger.edits.isEmpty else { return [] }
        var works: [StoreWork] = []
        if let way = ledger.way {
            // One page may have several addresses: then there is no other that it leads to.
            let mayBeWritten = way.mayBeWritten && !ledger.isAuthorized && attempt.pageID != way.id
            let redirects = mayBeWritten ? Redirection.remembered(ledger.redirects) : []
            // The first hop may begin at any of the addresses that the page has.
            if !redirects.elementsEqual(way.before, by: { $0.to == $1.to && $0.status == $1.status }) {
                works.append(
                    .setRedirects(way.id, url: order.url.withoutFragment.withoutCredentials, redirects))
            }
        }
        if !attempt.remembered.isEmpty, attempt.pageID != ledger.way?.id {
            works.append(.setRedirects(attempt.pageID, url: attempt.url, []))
        }
        return works
    }
}

extension Redirection {
    /// The most bytes of addresses that are remembered as the way to a page.
    private static let longestWay = 8 << 10

    /// Hops as they are remembered: without what each took over of the address asked for. None, where their addresses
    /// are as long as pages.
    static func remembered(_ hops: [SessionResult.Redirect]) -> [SessionResult.Redirect] {
        guard hops.reduce(0, { $0 + $1.to.href.utf8.count }) <= longestWay else { return [] }
        return hops.map { hop in
            let isOwn = hop.to.fragment != hop.from.fragment
            return SessionResult.Redirect(
                from: hop.from.withoutFragment.withoutCredentials,
                to: isOwn ? hop.to : hop.to.withoutFragment, status: hop.status)
        }
    }

    /// Remembered hops for an address that is asked for now, whose fragment is handed on.
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
