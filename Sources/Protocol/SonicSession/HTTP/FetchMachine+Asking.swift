import SonicProtocol

extension FetchMachine {
    /// Starts with a request: the first one, or the one after a redirect.
    mutating func open(_ request: Request) -> [Effect] {
        record.urls.append(request.url)
        let mode = order.mode.effective(for: request.headers)
        let key = order.choices.key(of: request.url)
        let hop = Hop(request: request, mode: mode, key: key)
        state = .lookingUp(hop)
        let takesPart = Self.method(request) != nil && mode != .noStore
        let cause = order.cause.redirected(by: Array(record.urls.dropLast()))
        let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method)
        let cookies = CookieRequest(request.url, causedBy: cause, isSafe: isSafe)
        return [.lookUp(takesPart ? key : nil, cookies, flight(hop))]
    }

    /// Returns the method for the cache; nil if the cache is bypassed.
    private static func method(_ request: Request) -> CacheQuery.Method? {
        guard request.body.isEmpty else { return nil }
        switch request.method {
        case "GET": return .get
        case "HEAD": return .head
        default: return nil
        }
    }

    /// Returns the key of equivalent requests; only for those whose response, once stored, can serve all of them.
    private func flight(_ hop: Hop) -> Flight? {
        switch hop.mode {
        case .default, .forceCache: break
        case .reload, .noCache: if order.choices.since == nil { return nil }
        case .noStore, .onlyIfCached: return nil
        }
        let asked = CacheDirectives(request: hop.request.headers)
        guard purpose == .answer, Self.method(hop.request) == .get, !hop.request.headers.contains("range"),
            !asked.has("no-store"), !asked.has("no-cache"), !asked.has("only-if-cached")
        else { return nil }
        // What a page's sonic-link names is waited for, whatever it is requested as.
        return Flight(key: hop.key, headers: order.choices.since == nil ? hop.request.headers : Headers())
    }

    mutating func lookedUp(
        _ hop: Hop, _ variants: [StoredVariant], _ cookies: HeaderValue?, _ now: Instant
    ) -> [Effect] {
        var hop = hop
        hop.cookies = cookies
        guard let method = Self.method(hop.request) else {
            return hop.mode == .onlyIfCached ? end(.failed(.notCached)) : ask(hop, nil, now)
        }
        let query = CacheQuery(
            method: method, headers: hop.headers, mode: hop.mode, lifetime: order.choices.lifetime,
            kept: order.choices.kept, since: order.choices.since, purpose: purpose)
        for variant in variants { noteUnsendable(variant.response.headers) }
        var policy = CachePolicy(query, stored: variants)
        hop.gone = policy.spentErrors(at: now)
        policy = policy.without(hop.gone)
        hop.policy = policy
        return carryOut(policy.decide(at: now), hop, now)
    }

    private mutating func carryOut(_ decision: CacheDecision, _ hop: Hop, _ now: Instant) -> [Effect] {
        switch decision {
        case .use(let use): return [.settle] + serve(hop, use, from: .cache, now)
        case .useAndRefresh(let use):
            return [.settle, .refresh(refreshment(of: hop))] + serve(hop, use, from: .cache, now)
        case .ask(let question):
            guard case .complete(let variant, _) = question else { return ask(hop, question, now) }
            state = .reading(hop, .beginning(variant, question))
            return [.readBody(variant.number, under: hop.key, 0..<variant.response.extent.count)]
        case .gatewayTimeout:
            let head = FetchHead(
                url: hop.request.url, source: .cache, status: 504, reason: "Gateway Timeout",
                headers: Headers([HeaderField("Content-Length", "0")]))
            return [.notify(.headReceived(head))] + end(.answered(FetchAnswer(head: head, body: [])))
        case .notCached: return end(.failed(.notCached))
        }
    }

    /// Sends the request of a hop.
    /// - Parameters:
    ///   - question: What it asks; nil if the cache is bypassed.
    ///   - beginning: The stored bytes that are to be completed.
    mutating func ask(
        _ hop: Hop, _ question: CacheQuestion?, beginning: [UInt8] = [], _ now: Instant
    ) -> [Effect] {
        var sent = hop.request
        sent.headers = hop.mode.announced(in: hop.headers)
        if let question { sent.headers = question.headers(sent.headers) }
        // Positions in an encoded body are not positions in the decoded one (Fetch §4.6).
        if sent.headers.contains("range") { sent.headers.replace("Accept-Encoding", "identity") }
        state = .asking(hop, Exchange(question: question, requested: now, beginning: beginning))
        return [.send(sent)]
    }

    /// Requests the resource because the body of a stored response no longer exists. That response is not used any
    /// more, not even if the server fails.
    private mutating func askInPlace(of variant: StoredVariant, _ hop: Hop, _ now: Instant) -> [Effect] {
        var hop = hop
        hop.policy = hop.policy?.without(variant)
        hop.gone.append(variant.number)
        return ask(hop, .fetch, now)
    }

    /// Returns the request that revalidates what is stored for a hop.
    private func refreshment(of hop: Hop) -> FetchRequest {
        // Whatever range was requested, the full response is stored.
        var headers = hop.request.headers
        headers.remove("range")
        return FetchRequest(
            url: hop.request.url, headers: headers, mode: hop.mode, redirect: .manual, choices: order.choices,
            cause: order.cause.redirected(by: Array(record.urls.dropLast())),
            domainToASCII: order.domainToASCII)
    }

    // MARK: Serving stored responses

    /// Serves a stored response, or follows its redirect.
    mutating func serve(
        _ hop: Hop, _ use: StoredUse, from source: FetchSource, writing writes: [StoreWrite] = [],
        _ now: Instant
    ) -> [Effect] {
        let response = use.variant.response
        let freshness = ResponseFreshness(response, choice: order.choices.lifetime, at: now)
        // A confirmation that itself comes from a cache has an Age, and then so has the response (RFC 9111 §5.1).
        let hasAge = source == .cache || response.headers.contains("age")
        let age = hasAge ? freshness.ageInSeconds : nil
        if let sequel = sequel(hop, status: use.status, response.headers) { return conclude(writes, sequel) }
        guard !use.storedRange.isEmpty else { return handOn(hop, use, source, age, writes, []) }
        state = .reading(hop, .answer(use, source, age: age, writing: writes))
        return [.readBody(use.variant.number, under: hop.key, use.storedRange)]
    }

    mutating func bodyRead(
        _ hop: Hop, _ reading: BodyUse, _ bytes: [UInt8]?, _ now: Instant
    ) -> [Effect] {
        switch (reading, bytes) {
        case (.answer(let use, let source, let age, let writes), .some(let bytes)):
            return handOn(hop, use, source, age, writes, bytes)
        case (.beginning(_, let question), .some(let bytes)): return ask(hop, question, beginning: bytes, now)
        case (.joining(let variant, let joined, let delivery), .some(let bytes)):
            return join(hop, variant, joined, delivery, bytes)
        case (.answer, .none) where hop.mode == .onlyIfCached: return end(.failed(.notCached))
        case (.answer(let use, _, _, _), .none): return askInPlace(of: use.variant, hop, now)
        case (.beginning(let variant, _), .none): return askInPlace(of: variant, hop, now)
        case (.joining(_, _, let delivery), .none): return save(hop, delivery)
        }
    }

    private mutating func handOn(
        _ hop: Hop, _ use: StoredUse, _ source: FetchSource, _ age: Int64?, _ writes: [StoreWrite],
        _ body: [UInt8]
    ) -> [Effect] {
        let head = FetchHead(
            url: hop.request.url, source: source, status: use.status, reason: use.reason,
            headers: use.headers(age: age))
        let piece: [Effect] = body.isEmpty ? [] : [.notify(.bodyReceived(body))]
        return [.notify(.headReceived(head))] + piece
            + conclude(writes, .end(.answered(FetchAnswer(head: head, body: []))))
    }

    // MARK: Redirects

    /// Returns what follows a redirect, by the caller's redirect mode; nil if the response is for the caller.
    func sequel(_ hop: Hop, status: Int, _ headers: Headers) -> Sequel? {
        guard let location = RedirectRule.location(status: status, headers) else { return nil }
        switch order.redirect {
        case .manual: return nil
        case .error: return .end(.failed(.redirected(to: location)))
        case .follow: break
        }
        let target = RedirectRule.target(
            of: location, from: hop.request.url, domainToASCII: order.domainToASCII)
        switch target {
        case .failure(let problem): return .end(.failed(.badRedirect(problem)))
        case .success(let target):
            guard record.urls.count <= RedirectRule.limit else { return .end(.failed(.tooManyRedirects)) }
            return .follow(
                RedirectRule.request(
                    hop.request, redirectedTo: target, status: status, secrets: order.choices.secretHeaders))
        }
    }
}
