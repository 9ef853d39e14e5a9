import SonicProtocol

/// Carries out what one fetch's machine decides, one effect after the other.
struct FetchRunner {
    private let engine: HTTPEngine
    private let review: (@Sendable (ReceivedAnswer) async -> AnswerReview)?
    private let report: @Sendable (FetchEvent) -> Void
    /// The bytes that the reader has not read yet; nil if there is no reader.
    private let unread: UnreadBody?
    private var machine: FetchMachine
    private var pending: [FetchMachine.Effect] = []
    /// The flight that this fetch carries out for others, which wait for it.
    private var leading: Flight?
    /// The number of the last request in the engine's traffic.
    private var asked: Int?
    /// The manual edits of the current exchange, in order.
    private var edits: [HandEdit] = []
    /// Whether a server other than the one of the exception responds.
    private var isPassedOver = false
    /// The request for which cookies were looked up.
    private var cookieRequest: CookieRequest?
    /// The current exchange, if exchanges are reported, and the part of its body that was received.
    private var trace: SessionTrace?
    private var body: [UInt8] = []

    init(
        _ request: FetchRequest, purpose: CacheQuery.Purpose = .answer, engine: HTTPEngine,
        unread: UnreadBody? = nil, report: @escaping @Sendable (FetchEvent) -> Void = { _ in }
    ) {
        self.engine = engine
        self.report = report
        self.unread = unread
        review = request.choices.review
        machine = FetchMachine(request, purpose: purpose, bodyLimit: engine.bodyLimit)
    }

    /// Runs the fetch to its end. Cancelling the calling task stops it.
    mutating func run() async {
        handle(.began)
        while !pending.isEmpty {
            await perform(pending.removeFirst())
            if Task.isCancelled, !machine.hasEnded { handle(.stopRequested) }
        }
        await settle()
        await forgetAsked()
    }

    private mutating func handle(_ event: FetchMachine.Event) {
        pending += machine.handle(event, at: engine.clocks.now())
    }

    private mutating func perform(_ effect: FetchMachine.Effect) async {
        switch effect {
        case .lookUp(let key, let cookies, let flight): await lookUp(key, cookies, flight)
        case .readBody(let number, let key, let range):
            // What cannot be read is requested, as if it no longer existed.
            handle(.bodyRead(try? await engine.store.body(of: number, under: key, range)))
        case .send(let request): await send(request)
        case .stopTransfer: break  // It has stopped: no transfer runs while effects are performed here.
        case .review(let answer): handle(.reviewed(await review?(answer) ?? .keep))
        case .write(let writes):
            await write(writes)
            handle(.written)
        case .settle: await settle()
        case .refresh(let request): await refresh(request)
        case .notify(let event): await send(event)
        }
    }

    private mutating func send(_ event: FetchEvent) async {
        report(event)
        if case .headReceived(let head) = event, head.source == .cache { reportStored(head) }
        guard case .bodyReceived(let bytes) = event, let unread, await unread.sent(bytes.count) else {
            return
        }
        // Fetches that wait for the same response should not wait for a slow reader as well.
        await settle()
        await unread.room()
    }

    private mutating func lookUp(_ key: CacheKey?, _ request: CookieRequest, _ flight: Flight?) async {
        if let flight, leading != flight { leading = await engine.traffic.enter(flight) ? flight : nil }
        let cookies = await engine.cookies.line(for: request).line
        cookieRequest = request
        guard let key else { return handle(.lookedUp([], cookies: cookies)) }
        // A store that cannot be read does not fail the fetch.
        handle(.lookedUp((try? await engine.store.variants(of: key)) ?? [], cookies: cookies))
    }

    private mutating func settle() async {
        guard let flight = leading else { return }
        leading = nil
        await engine.traffic.leave(flight)
    }

    private mutating func forgetAsked() async {
        guard let number = asked else { return }
        asked = nil
        await engine.traffic.forget(number)
    }

    private mutating func send(_ request: Request) async {
        // Stopped meanwhile: nothing is sent.
        guard machine.isTransferring else { return }
        await forgetAsked()
        (edits, isPassedOver) = ([], false)
        begin(request)
        defer { reportExchange() }
        asked = await engine.traffic.ask(
            machine.order.choices.key(of: request.url))
        for await event in engine.connection.exchange(request) {
            let isLast = await handle(event, of: request)
            if await performUrgent() || isLast { return }
            if Task.isCancelled { break }
        }
        handle(Task.isCancelled ? .stopRequested : .transferFailed(.reset(detail: "it sent no response")))
    }

    /// Performs the effects that cannot wait until a transfer has ended: reports to the caller, and releasing other
    /// fetches.
    /// - Returns: Whether the transfer is to be stopped.
    private mutating func performUrgent() async -> Bool {
        while let effect = pending.first {
            switch effect {
            case .notify, .settle:
                pending.removeFirst()
                await perform(effect)
            case .stopTransfer: return true
            case .lookUp, .readBody, .send, .review, .write, .refresh: return false
            }
        }
        return false
    }

    /// Handles an event of a transfer.
    /// - Returns: Whether it is the last one.
    private mutating func handle(_ event: ResponseEvent, of request: Request) async -> Bool {
        switch event {
        case .entered, .bodySent: break
        case .requestSent(let bytes): record(.requestSent(bytes))
        case .edited(let edit):
            edits.append(edit)
            record(.learnt(.edited(edit)))
        case .noted(let finding):
            if finding.rule == .hostMappingDead, machine.order.choices.exception(request.url) != nil {
                isPassedOver = true
            }
            handle(.transferNoted(finding))
        case .headReceived(let head):
            let lines = edits.serverCookies(of: head)
            if !lines.isEmpty, !isPassedOver, let cookieRequest {
                await engine.cookies.receive(lines, to: cookieRequest)
            }
            record(.headReceived(head))
            handle(.headReceived(head))
        case .bodyReceived(let bytes):
            if trace != nil { body += bytes }
            handle(.bodyReceived(bytes))
        case .finished(let report):
            record(
                .learnt(.bodyReceived(body)), .learnt(.transferred(report, at: engine.clocks.now())))
            handle(.transferFinished)
            return true
        case .failed(let failure):
            record(.learnt(.lost(failure)), .learnt(.transferred(nil, at: engine.clocks.now())))
            handle(.transferFailed(failure))
            return true
        }
        return false
    }

    // MARK: Reports of exchanges

    private mutating func begin(_ request: Request) {
        guard engine.report != nil else { return }
        trace = SessionTrace(request.url, mode: .open)
        record(.requestDecided(request, notes: []), .learnt(.requested(at: engine.clocks.now())))
    }

    /// Records events of the current exchange, if exchanges are reported.
    private mutating func record(_ events: SessionEvent...) {
        for event in events { trace?.handle(event, at: .zero) }
    }

    /// Reports the current exchange, unless it was stopped before there was a result.
    private mutating func reportExchange() {
        if let trace, trace.head != nil || trace.turns.last?.failure != nil {
            engine.report?(machine.order.cause, trace)
        }
        (trace, body) = (nil, [])
    }

    /// Reports a response from the store.
    private mutating func reportStored(_ head: FetchHead) {
        reportExchange()
        begin(Request(method: machine.order.method, url: head.url, headers: machine.order.headers))
        let response = ResponseHead(
            version: "HTTP/1.1", status: head.status, reason: head.reason, headers: head.headers, raw: [])
        let report = TransferReport(answeredBy: .cache)
        record(.headReceived(response), .learnt(.transferred(report, at: engine.clocks.now())))
        reportExchange()
    }

    /// Whether the response is unedited and from the expected server; any other is not stored.
    private var isOwn: Bool { edits.isEmpty && !isPassedOver }

    /// Writes to the store, up to the first failure, which does not fail the fetch.
    private func write(_ writes: [StoreWrite]) async {
        do throws(StoreFailure) {
            for write in writes {
                switch write {
                case .save where !isOwn, .freshen where !isOwn: break
                case .save(let response, let body, let key, let replacing):
                    // A response from before a change would be taken for one from after it (RFC 9111 §4.4).
                    if let asked, await !engine.traffic.isCurrent(asked) { continue }
                    _ = try await engine.store.save(response, body: body, under: key, replacing: replacing)
                case .freshen(let number, let key, let response):
                    try await engine.store.freshen(number, under: key, to: response)
                case .remove(let number, let key): try await engine.store.remove(number, under: key)
                case .invalidate(let key):
                    await engine.traffic.overtake(key)
                    try await engine.store.remove(key)
                }
            }
        } catch {}
    }

    private func refresh(_ request: FetchRequest) async {
        let engine = engine
        let key = request.choices.key(of: request.url)
        await engine.traffic.refresh(Flight(key: key, headers: request.headers)) {
            var runner = FetchRunner(request, purpose: .refresh, engine: engine)
            await runner.run()
        }
    }
}

/// The activity of an engine: requests that others wait for, and revalidations in the background.
actor FetchTraffic {
    /// The fetches that wait for each request that was sent.
    private var waiting: [Flight: [AsyncStream<Never>.Continuation]] = [:]
    private var refreshes: [Flight: Task<Void, Never>] = [:]
    /// The keys requested, by the number of the request; without those that were overtaken.
    private var asked: [Int: CacheKey] = [:]
    private var lastNumber = 0

    /// Joins equivalent requests; ends when cancelled.
    /// - Returns: True for the one that is to be sent; the others return false when its outcome is known, so that
    ///   they find the response stored, or are sent themselves.
    func enter(_ flight: Flight) async -> Bool {
        guard waiting[flight] != nil else {
            waiting[flight] = []
            return true
        }
        let (outcome, continuation) = AsyncStream<Never>.makeStream()
        waiting[flight]?.append(continuation)
        for await _ in outcome {}
        return false
    }

    /// Releases the fetches that wait for a request.
    func leave(_ flight: Flight) {
        for continuation in waiting.removeValue(forKey: flight) ?? [] { continuation.finish() }
    }

    /// Records that a request is sent whose response may be stored under a key.
    /// - Returns: The request's number.
    func ask(_ key: CacheKey) -> Int {
        lastNumber += 1
        asked[lastNumber] = key
        return lastNumber
    }

    /// Records a change at the server: a response being received for this key may be from before it.
    func overtake(_ key: CacheKey) { asked = asked.filter { $0.value != key } }

    /// Whether the request with this number was not overtaken.
    func isCurrent(_ number: Int) -> Bool { asked[number] != nil }

    /// Removes the request with this number.
    func forget(_ number: Int) { asked[number] = nil }

    /// Runs work in the background unless equivalent work is running.
    func refresh(_ flight: Flight, _ work: @escaping @Sendable () async -> Void) {
        guard refreshes[flight] == nil else { return }
        refreshes[flight] = Task {
            await work()
            self.forget(flight)
        }
    }

    private func forget(_ flight: Flight) { refreshes[flight] = nil }

    /// Waits until no work is running in the background.
    func finish() async {
        // Each task removes itself from the dictionary before it ends.
        while let (_, task) = refreshes.first { await task.value }
    }
}
