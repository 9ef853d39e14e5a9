import SonicProtocol

extension FetchMachine {
    // MARK: The headers

    mutating func headReceived(
        _ hop: Hop, _ exchange: Exchange, _ head: ResponseHead, _ now: Instant
    ) -> [Effect] {
        // Interim responses are followed by a final one (RFC 9110 §15.2).
        guard head.status >= 200 else { return [] }
        noteUnsendable(head.headers)
        guard let policy = hop.policy, let question = exchange.question else {
            let gone = CachePolicy.invalidated(by: head, method: hop.request.method, url: hop.request.url)
            let writes = gone.map { StoreWrite.invalidate(key(of: $0)) }
            return deliver(hop, exchange, head, keeping: nil, writes: writes)
        }
        if CachePolicy.isTrouble(head.status), let rescue = policy.rescue(at: now) {
            return [.stopTransfer] + serve(hop, rescue, from: .cache, now)
        }
        let verdict = policy.verdict(
            on: head, to: question, of: hop.request.url, requested: exchange.requested, received: now)
        switch verdict {
        case .passedOn(let kept):
            let outdated = policy.outdated(by: head.status, to: question, at: now)
            return passOn(
                hop, exchange, head, kept, policy, outdated.map { .remove($0, under: hop.key) }, now)
        case .confirmed(let variant, let renewal):
            state = .receiving(hop, exchange, .confirming(variant, renewal))
            return []
        case .continued(let variant, let whole): return continueBody(hop, exchange, variant, whole)
        case .unusable: return [.stopTransfer] + ask(hop, .fetch, now)
        }
    }

    private mutating func passOn(
        _ hop: Hop, _ exchange: Exchange, _ head: ResponseHead, _ kept: StoredResponse?,
        _ policy: CachePolicy, _ removals: [StoreWrite], _ now: Instant
    ) -> [Effect] {
        if let kept { return deliver(hop, exchange, head, keeping: kept, removals: removals, writes: []) }
        guard policy.query.method == .head else {
            return deliver(hop, exchange, head, keeping: nil, writes: removals)
        }
        let changes = policy.changes(afterHEAD: head, requested: exchange.requested, received: now)
        let writes = changes.map { number, updated -> StoreWrite in
            updated.map { .freshen(number, under: hop.key, $0) } ?? .remove(number, under: hop.key)
        }
        return deliver(hop, exchange, head, keeping: nil, writes: writes)
    }

    private mutating func deliver(
        _ hop: Hop, _ exchange: Exchange, _ head: ResponseHead, keeping kept: StoredResponse?,
        removals: [StoreWrite] = [], writes: [StoreWrite]
    ) -> [Effect] {
        let shown = FetchHead(
            url: hop.request.url, source: .network, status: head.status, reason: head.reason,
            headers: head.headers)
        let sequel =
            sequel(hop, status: head.status, head.headers)
            ?? .end(.answered(FetchAnswer(head: shown, body: [])))
        let isShown = sequel.isAnswer
        let delivery = Delivery(sequel: sequel, kept: kept, removals: removals, writes: writes)
        state = .receiving(hop, exchange, .delivering(delivery))
        return (kept == nil ? [.settle] : []) + (isShown ? [.notify(.headReceived(shown))] : [])
    }

    /// Continues a stored body with a 206, from the end of the stored bytes.
    private mutating func continueBody(
        _ hop: Hop, _ exchange: Exchange, _ variant: StoredVariant, _ whole: StoredResponse
    ) -> [Effect] {
        let head = FetchHead(
            url: hop.request.url, source: .revalidated, status: whole.status, reason: whole.reason,
            headers: whole.headers)
        let delivery = Delivery(
            sequel: .end(.answered(FetchAnswer(head: head, body: []))), kept: whole, body: exchange.beginning,
            replacing: [variant.number])
        state = .receiving(hop, exchange, .delivering(delivery))
        return [.notify(.headReceived(head)), .notify(.bodyReceived(exchange.beginning))]
    }

    private func key(of url: WebURL) -> CacheKey { order.choices.key(of: url) }

    // MARK: The body

    mutating func bodyReceived(_ bytes: [UInt8]) -> [Effect] {
        guard case .receiving(let hop, let exchange, .delivering(var delivery)) = state else { return [] }
        // While the copy in the state exists, appending to this one would copy all previous bytes.
        state = .idle
        var effects: [Effect] = []
        if delivery.kept != nil {
            if delivery.body.count + bytes.count > bodyLimit {
                delivery.kept = nil
                delivery.body = []
                delivery.writes += delivery.removals
                effects.append(.settle)
            } else {
                delivery.body += bytes
            }
        }
        let isShown = delivery.sequel.isAnswer
        state = .receiving(hop, exchange, .delivering(delivery))
        return effects + (isShown ? [.notify(.bodyReceived(bytes))] : [])
    }

    // MARK: The end of a transfer

    mutating func finished(_ hop: Hop, _ reception: Reception, _ now: Instant) -> [Effect] {
        switch reception {
        case .confirming(let variant, let renewal): confirmed(hop, variant, renewal, now)
        case .delivering(let delivery): completed(hop, delivery)
        }
    }

    private mutating func confirmed(
        _ hop: Hop, _ variant: StoredVariant, _ renewal: Renewal, _ now: Instant
    ) -> [Effect] {
        let shown = StoredVariant(number: variant.number, response: renewal.shown(variant.response))
        let writes: [StoreWrite] =
            switch renewal {
            case .renewed(let response): [.freshen(variant.number, under: hop.key, response)]
            case .untouched: []
            case .forgotten: [.remove(variant.number, under: hop.key)]
            }
        // The confirmed response may lack what Range requests.
        guard let use = hop.policy?.use(of: shown) else { return ask(hop, .fetch, now) }
        return serve(hop, use, from: .revalidated, writing: writes, now)
    }

    /// Handles a response that was received in full, as far as the connection can tell.
    private mutating func completed(_ hop: Hop, _ delivery: Delivery) -> [Effect] {
        guard let kept = delivery.kept, let policy = hop.policy else {
            return conclude(delivery.writes, delivery.sequel)
        }
        switch policy.completeness(of: kept, count: delivery.body.count) {
        case .complete(let response):
            if response.extent.isWhole, !response.isError,
                BodyCheck.contradicts(delivery.body, response.headers)
            {
                // What is stored stays, as after an error.
                return conclude(delivery.writes, delivery.sequel)
            }
            guard order.choices.review != nil else { return store(hop, delivery, response) }
            state = .reviewing(hop, delivery, response)
            return [
                .review(ReceivedAnswer(url: hop.request.url, response: response, body: delivery.body))
            ]
        case .partial(let response): return store(hop, delivery, response)
        case .invalid: return conclude(delivery.writes, delivery.sequel)
        }
    }

    /// Handles a transfer that failed before its headers.
    mutating func failed(_ hop: Hop, _ failure: ConnectionFailure, _ now: Instant) -> [Effect] {
        if failure == .cancelled { return end(.failed(.stopped)) }
        if let rescue = hop.policy?.rescue(at: now) { return serve(hop, rescue, from: .cache, now) }
        return end(.failed(.connection(failure)))
    }

    /// Handles a transfer that failed within its body.
    mutating func broken(
        _ hop: Hop, _ reception: Reception, _ failure: ConnectionFailure, _ now: Instant
    ) -> [Effect] {
        switch reception {
        case .confirming:
            // A 304 consists of headers only.
            if failure != .cancelled { return finished(hop, reception, now) }
            return end(.failed(.stopped))
        case .delivering(var delivery):
            if delivery.sequel.isAnswer {
                delivery.sequel = .end(.failed(failure == .cancelled ? .stopped : .connection(failure)))
            } else if failure == .cancelled {
                delivery.sequel = .end(.failed(.stopped))
            }
            guard let kept = delivery.kept,
                let part = hop.policy?.broken(kept, after: delivery.body.count)
            else { return conclude(delivery.writes, delivery.sequel) }
            return store(hop, delivery, part)
        }
    }

    // MARK: Storing

    mutating func reviewed(
        _ hop: Hop, _ delivery: Delivery, _ response: StoredResponse, _ review: AnswerReview
    ) -> [Effect] {
        var response = response
        switch review {
        case .keep: break
        case .keepFor(let seconds): response.assignedLifetime = seconds
        case .refuse: return conclude(delivery.writes + delivery.removals, delivery.sequel)
        }
        return store(hop, delivery, response)
    }

    /// Stores a response; a part is joined with the stored parts.
    private mutating func store(
        _ hop: Hop, _ delivery: Delivery, _ response: StoredResponse
    ) -> [Effect] {
        guard let policy = hop.policy else { return conclude(delivery.writes, delivery.sequel) }
        var delivery = delivery
        delivery.kept = response
        guard response.status == 206, !response.extent.isWhole else {
            // A response that was cut off or completed has the status of the full one.
            delivery.replacing += policy.superseded(by: response)
            return save(hop, delivery)
        }
        switch policy.placement(of: response) {
        case .alone(let replacing):
            delivery.replacing += replacing
            return save(hop, delivery)
        case .joined(let variant, let joined):
            delivery.replacing += [variant.number]
            state = .reading(hop, .joining(variant, joined, delivery))
            return [.readBody(variant.number, under: hop.key, 0..<variant.response.extent.count)]
        case .dropped: return conclude(delivery.writes, delivery.sequel)
        }
    }

    mutating func join(
        _ hop: Hop, _ variant: StoredVariant, _ joined: StoredResponse, _ delivery: Delivery,
        _ stored: [UInt8]
    ) -> [Effect] {
        guard let part = delivery.kept else { return save(hop, delivery) }
        var delivery = delivery
        delivery.body = CachePolicy.joinedBody(
            stored, at: variant.response.extent.range.lowerBound, with: delivery.body,
            at: part.extent.range.lowerBound)
        delivery.kept = joined
        return save(hop, delivery)
    }

    mutating func save(_ hop: Hop, _ delivery: Delivery) -> [Effect] {
        guard let kept = delivery.kept, kept.extent.count == delivery.body.count else {
            return conclude(delivery.writes, delivery.sequel)
        }
        let write = StoreWrite.save(
            kept, body: delivery.body, under: hop.key, replacing: delivery.replacing + hop.gone)
        return conclude(delivery.writes + [write], delivery.sequel)
    }
}

extension FetchMachine.Sequel {
    /// Whether the response is passed to the caller.
    var isAnswer: Bool {
        if case .end(.answered) = self { true } else { false }
    }
}
