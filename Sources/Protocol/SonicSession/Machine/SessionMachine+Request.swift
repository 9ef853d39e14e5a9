import SonicProtocol

extension SessionMachine {
    /// Starts with an address: the first one, or the target of a redirect. A POST is sent at once: what is cached for
    /// its address answers a different request.
    mutating func open(_ url: WebURL, _ method: RequestMethod) -> [Effect] {
        var attempt = attempt(at: url)
        if case .post(let body) = method {
            attempt.purpose = .posted(body)
            guard !order.mode.isOffline else {
                return end(attempt, .failed(.notStored), reason: .postNotCached, head: nil)
            }
            return ask(attempt)
        }
        state = .readingCache(attempt)
        return [.enter(.readingCache), .readCache(attempt: attempt.number, attempt.pageID)]
    }

    /// Returns the next attempt, at an address whose page is not yet known.
    mutating func attempt(at url: WebURL) -> Attempt {
        ledger.attempts += 1
        return Attempt(
            number: ledger.attempts, url: url, pageID: pageID(of: url), stored: nil,
            asked: RequestConditions(),
            purpose: .ordinary)
    }

    /// Returns the cache ID of the page at an address.
    func pageID(of url: WebURL) -> PageID {
        let terms = order.terms(url)
        let identity = terms.identity ?? order.identity ?? PageIdentity(for: url)
        return identity.apart(by: terms.exception).id(of: url, account: order.account, hashes: hashes)
    }

    mutating func cacheRead(_ attempt: Attempt, _ reading: CacheReadResult, _ now: Instant) -> [Effect] {
        if let failure = reading.failure { ledger.add([.cacheUnreadable(failure)]) }
        ledger.add((reading.page?.notes ?? []).map { .cacheRepaired($0) })
        ledger.learn(
            .cacheRead(
                CacheEvidence(
                    url: attempt.url, id: attempt.pageID, page: reading.page, compared: reading.compared,
                    use: disuse(reading) == nil ? .serves : .leftAside, sonicOff: reading.sonicOff,
                    redirects: reading.redirects, failure: reading.failure, at: now)))
        if case .readingCache = state, let recalling = followCachedRedirects(attempt, reading) {
            return recalling
        }
        return serve(attempt, reading, now)
    }

    /// Shows what the cache contained for an address, and continues once that is verified.
    mutating func serve(_ attempt: Attempt, _ reading: CacheReadResult, _ now: Instant) -> [Effect] {
        var attempt = attempt
        attempt.remembered = reading.redirects
        let disuse = disuse(reading)
        if let disuse, reading.page != nil { attempt.absence = disuse }
        if order.mode != .forceReload { attempt.compared = reading.compared }
        guard disuse == nil, let page = shown(reading) else {
            // Its beginning was there a moment ago.
            if isReadingRest, disuse == nil { attempt.absence = .damaged }
            return withdrawal + endOrRequest(attempt, reading, now)
        }
        attempt.unselected = reading.unselected
        switch page.verification {
        case .begun:
            // Nothing depends on the beginning: the attempt has no stored page yet.
            state = .readingRest(attempt)
            return [
                .notify(.cachedPageBegun(page)), .enter(.checkingCache),
                .readRest(attempt: attempt.number, attempt.pageID),
            ]
        case .done:
            attempt.stored = page
            return [.notify(.cachedPageFound(page))] + endOrRequest(attempt, reading, now)
        case .owed:
            attempt.stored = page
            let entered: [Effect] = isReadingRest ? [] : [.enter(.checkingCache)]
            state = .checkingCache(attempt, reading)
            return [.notify(.cachedPageFound(page))] + entered + [
                .verifyStored(attempt: attempt.number, attempt.pageID, page)
            ]
        }
    }

    /// Why what is stored is not used at all; nil if it is.
    private func disuse(_ reading: CacheReadResult) -> Absence? {
        switch order.mode {
        case .forceReload: .ignored
        case .forceCache, .onlyIfCached: reading.unselected.isEmpty ? nil : .unselected(reading.unselected)
        case .open, .reload, .back, .cacheOnly: nil
        }
    }

    /// The stored page that is shown. Going back shows what was seen last, whether or not it may be stored (RFC 9111 §6).
    func shown(_ reading: CacheReadResult) -> StoredPage? {
        order.mode == .back ? reading.compared ?? reading.page : reading.page
    }

    /// The effect that removes the beginning of a page from the screen, if one is shown and the page no longer
    /// exists.
    private var withdrawal: [Effect] { isReadingRest ? [.notify(.cachedPageWithdrawn)] : [] }

    private var isReadingRest: Bool {
        if case .readingRest = state { true } else { false }
    }

    /// Handles the verification of the page on the screen: it is valid, another version replaces it, or there is
    /// none.
    mutating func storedPageVerified(
        _ attempt: Attempt, _ shown: CacheReadResult, _ verified: CacheReadResult, _ now: Instant
    ) -> [Effect] {
        if let failure = verified.failure { ledger.add([.cacheUnreadable(failure)]) }
        ledger.add((verified.page?.notes ?? []).map { .cacheRepaired($0) })
        var attempt = attempt
        attempt.stored = verified.page
        let event: SessionEvent
        switch verified.page {
        case let page? where page.number == shown.page?.number: event = .cachedPageVerified
        case let page?: event = .cachedPageFound(page)
        case nil:
            event = .cachedPageWithdrawn
            attempt.absence = .damaged
        }
        return [.notify(event)] + endOrRequest(attempt, shown, now)
    }

    /// Ends with the stored page if no request is due, otherwise sends a request.
    mutating func endOrRequest(_ attempt: Attempt, _ reading: CacheReadResult, _ now: Instant) -> [Effect] {
        if let (url, failure) = ledger.unreachable { return endUnreachable(url, failure, attempt, now) }
        switch (order.mode, attempt.stored) {
        case (.back, let stored?), (.forceCache, let stored?), (.cacheOnly, let stored?),
            (.onlyIfCached, let stored?):
            let (shown, redirect) = (
                Reason.ShownVersion(stored, attempt, now), Reason.CachedRedirect(ledger.redirects)
            )
            ledger.next = next(stored, at: attempt.url, posted: reading.posted, now)
            return order.mode.isOffline
                ? end(attempt, .fresh(.cacheOnly), reason: .cacheOnly(shown, redirect), head: nil)
                : end(attempt, .fresh(.history), reason: .history(shown, redirect), head: nil)
        case (.cacheOnly, nil), (.onlyIfCached, nil):
            return end(attempt, .failed(.notStored), reason: .notCached(attempt.absence), head: nil)
        case (.open, _), (.reload, _), (.forceReload, _), (.back, nil), (.forceCache, nil):
            // The page after a POST shows the effect of that POST (RFC 9111 §4.4).
            let next = next(attempt.stored, at: attempt.url, posted: reading.posted, now)
            if order.mode == .open, order.method == .get, let stored = attempt.stored,
                case .fresh(let lifetime, let since, _) = next
            {
                ledger.next = next
                let age = now.milliseconds &- since.milliseconds
                let reason = Reason.fresh(lifetime, age: age, version: stored.number)
                let works = remembering(attempt)
                guard !works.isEmpty else {
                    return end(attempt, .fresh(.lifetime), reason: reason, head: nil)
                }
                let result = ledger.result(attempt, .fresh(.lifetime), reason: reason, head: nil)
                state = .writing(attempt: attempt.number, result)
                return [.enter(.storing), .write(attempt: attempt.number, attempt.pageID, works)]
            }
            var attempt = attempt
            if let until = reading.sonicOff, until > now { attempt.purpose = .sonicOff(until: until) }
            return ask(attempt)
        }
    }

    /// Sends the request of an attempt, with the validators that its stored page and purpose allow.
    mutating func ask(_ attempt: Attempt) -> [Effect] {
        var attempt = attempt
        var (asked, notes) = Self.asked(attempt)
        let exact = exact(attempt)
        if asked.sonic, asked.validator != nil { asked.validator = attempt.stored.flatMap(validator) }
        if let exact { (asked, notes) = (RequestConditions(exact.headers), [.exact]) }
        attempt.asked = asked
        ledger.answeredBy = nil
        if let stored = attempt.stored { ledger.add(stored.version.unsendable.map { .noted($0) }) }
        state = .asking(attempt)
        let plan = RequestPlan(
            url: attempt.url, cause: order.cause.redirected(by: ledger.redirects.map(\.from)),
            pageID: attempt.pageID, method: attempt.method, asked: asked,
            lastModified: Self.lastModified(attempt.stored),
            reload: reloadHint, notes: notes, exact: exact)
        return [.send(attempt: attempt.number, plan)]
    }

    /// Returns the request that a person wrote to replace the attempt's own. Second attempts and requests after a
    /// redirect are the ordinary ones.
    func exact(_ attempt: Attempt) -> Request? {
        attempt.isRetry || !ledger.redirects.isEmpty ? nil : order.exact
    }

    /// Whether an attempt's validators are those of the stored page: validators that a person wrote may belong to
    /// another.
    func asksAbout(_ stored: StoredPage, _ attempt: Attempt) -> Bool {
        if let tag = attempt.asked.validator { return tag == validator(of: stored) }
        guard let exact = exact(attempt) else { return true }
        return exact.headers.first("if-modified-since") == stored.version.headers.first("last-modified")
    }

    /// Returns the validator of a stored page as it is sent: another client sends what it would have stored.
    private func validator(of stored: StoredPage) -> HeaderValue? {
        let (page, client) = (stored.version, order.headers.client)
        guard client.isAnother, page.isSonic, let received = page.sentETag else { return page.validator }
        return HeaderValue(client.stored(received, named: page.etagName))
    }

    /// Requests the same page again for another purpose, as a new attempt.
    mutating func askAgain(_ attempt: Attempt, _ purpose: RequestPurpose) -> [Effect] {
        ledger.attempts += 1
        var next = attempt
        next.number = ledger.attempts
        next.purpose = purpose
        return ask(next)
    }

    private var reloadHint: RequestHeaders.ReloadHint {
        switch order.mode {
        case .open, .back, .forceCache, .cacheOnly, .onlyIfCached: .none
        case .reload: .validate
        case .forceReload: .bypass
        }
    }

    /// Returns the tags that an attempt sends, and why.
    static func asked(_ attempt: Attempt) -> (RequestConditions, notes: [RequestNote]) {
        switch attempt.purpose {
        case .withoutTags(.edited): return (RequestConditions(), [.serverVersionWanted])
        case .withoutTags: return (RequestConditions(), [.updateRejected])
        case .withoutSonic: return (RequestConditions(sonic: false), [.sonicRejected])
        case .posted(let body): return (RequestConditions(sonic: false), [.posted(body)])
        case .sonicOff(let until): return plainlyAsked(attempt.stored, [.sonicOff(until: until)])
        case .ordinary:
            guard let page = attempt.stored?.version else {
                let redirected = !attempt.cachedRedirects.isEmpty
                return (RequestConditions(), [.nothingStored(redirected ? .redirected : attempt.absence)])
            }
            guard page.isSonic else {
                var (asked, notes) = plainlyAsked(attempt.stored, [])
                asked.sonic = true
                notes.append(.storedWithoutSonic)
                return (asked, notes)
            }
            guard page.updateFailures < SessionLimits.updateFailures else {
                return (RequestConditions(), [.updatesFailed(page.updateFailures)])
            }
            if page.isEdited {
                return (
                    RequestConditions(
                        etag: page.sentETag == nil ? nil : page.etag,
                        templateTag: page.sentTemplateTag == nil ? nil : page.templateTag),
                    [.receivedTagsOnly]
                )
            }
            return (
                RequestConditions(validator: page.validator, template: page.template),
                [.tags(ofVersion: attempt.stored?.number ?? 0)]
                    + (page.sentTemplateTag == nil ? [.templateTagNotReceived] : [])
                    + (page.sentETag == nil ? [.etagNotReceived] : [])
            )
        }
    }

    /// Returns a condition with the server's own validators, verbatim (RFC 9110 §13.1).
    private static func plainlyAsked(_ stored: StoredPage?, _ notes: [RequestNote]) -> (
        RequestConditions, notes: [RequestNote]
    ) {
        guard let stored, !stored.version.isSonic else { return (RequestConditions(sonic: false), notes) }
        let hasDate = lastModified(stored) != nil
        return (
            RequestConditions(
                validator: stored.version.validator, template: nil, date: hasDate, sonic: false),
            notes + [.validators(ofVersion: stored.number)]
        )
    }

    private static func lastModified(_ stored: StoredPage?) -> HeaderValue? {
        guard let version = stored?.version, !version.isSonic else { return nil }
        return version.headers.sendable("last-modified")
    }
}
