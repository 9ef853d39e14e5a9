import SonicProtocol

/// Carries out what a session's machine decides: one actor per session, one piece of work at a time.
actor SessionRunner {
    private var machine: SessionMachine
    private let engine: SessionEngine
    private var output: SessionOutput
    private let start: Duration
    /// When the session started, by the wall clock.
    private let began: Instant

    /// The next piece of work; nil while one is being done.
    private var due: ((isolated SessionRunner) async -> Void)?
    /// The durations measured so far, several of some phases; a list, because the first dictionary of phases would be
    /// created before the first paint.
    private var timings: [(SessionPhase, Duration)] = []
    /// The running phase of the session itself, and since when; the phases of a transfer are timed by the connection.
    private var running: (phase: SessionPhase, since: Duration)?
    private var request: Request?
    /// What was edited in the current exchange, in order.
    private var edits: [HandEdit] = []
    /// The events after the response's headers; nil before they are received.
    private var transfer: ResponseEvents?
    /// What the session's watchers have on the screen because of it.
    private var screen = SessionScreen()
    /// The number of the stored version in use; nil for none.
    private var found: Int?
    /// The trace for the log; nil if there is no log.
    private var trace: SessionTrace?
    /// Events not yet reported: a single event would wake the reader's thread, and most come in a row. Reported
    /// before the session waits for anything.
    private var pending: [SessionEvent] = []
    /// The last hook called; each one waits for the one before it.
    private var lastHook: Task<Void, Never>?

    init(_ order: SessionOrder, engine: SessionEngine, output: SessionOutput) {
        self.engine = engine
        self.output = output
        trace = engine.record.map { _ in SessionTrace(order.url, mode: order.mode) }
        machine = SessionMachine(order, hashes: engine.hashes)
        start = engine.clocks.uptime()
        began = engine.clocks.now()
    }

    /// Runs the session, one piece of work after the other, and returns when none is left. Done in one task: a task
    /// per piece would switch threads for most of them.
    func run() async {
        handle(.began)
        while let work = due {
            due = nil
            await work(self)
        }
    }

    /// Stops the session.
    /// - Returns: Whether the session has ended: then nothing waits for the running work, and the task of `run` may
    ///   be cancelled. A write that has begun is completed.
    func cancel() -> Bool {
        handle(.cancelRequested)
        reportPending()
        return !machine.isBusy
    }

    /// Adds a reader, who first gets this event and all that was reported before.
    func join(_ reader: Channel<SessionEvent>, _ first: SessionEvent) {
        // What is pending is in the body already.
        reportPending()
        output.join(reader, [first] + known)
    }

    /// What a reader who joins now gets.
    var known: [SessionEvent] { output.known(arrived: machine.bodyArrived) }

    private func handle(_ event: SessionMachine.Event) {
        let effects = machine.handle(event, at: engine.clocks.now())
        if let step = engine.step { step(SessionStep(event, effects, machine.state)) }
        for effect in effects { perform(effect) }
    }

    private func perform(_ effect: SessionMachine.Effect) {
        switch effect {
        case .enter(let phase): enter(phase)
        case .notify(let event):
            let cause = ReloadCause(event, on: screen)
            announce(event)
            if let cause, let hook = machine.order.hooks.requiresReload {
                call { await hook(cause) }
            }
        case .readCache(let attempt, let id):
            let extent: PageExtent = engine.pageShown == nil ? .whole : .beginning
            due = { await $0.readCache(attempt, id, extent) }
        case .readTarget(let attempt, let id): due = { await $0.readTarget(attempt, id) }
        case .readRest(let attempt, let id):
            due = { runner in
                runner.reportPending()
                await runner.engine.pageShown?()
                await runner.readCache(attempt, id, .whole)
            }
        case .verifyStored(let attempt, let id, let page): due = { await $0.verify(attempt, id, page) }
        case .send(let attempt, let plan):
            settle()
            due = { await $0.send(attempt, plan) }
        case .stopTransfer, .stopPause:
            // `send` notices that its response is no longer needed, and the caller of `cancel` ends the wait.
            break
        case .handOver(_, let head):
            guard let transfer, let request else { break }
            let cause = machine.order.cause
            announce(.handedOver(BodyHandoff(request: request, head: head, cause: cause, rest: transfer)))
        case .pause(let attempt, let time):
            due = { runner in
                runner.reportPending()
                await runner.engine.clocks.wait(time)
                runner.handle(.pauseOver(attempt: attempt))
            }
        case .evaluate(let attempt, let question):
            due = { runner in
                runner.reportPending()
                let evaluation = await Self.evaluate(question, runner.engine.hashes, runner.engine.memory)
                runner.handle(.evaluated(attempt: attempt, evaluation))
            }
        case .write(let attempt, let id, let works): due = { await $0.write(attempt, id, works) }
        case .end(let result):
            settle()
            var result = result
            result.exception = machine.order.terms(result.url).exception
            result.timings = Dictionary(timings, uniquingKeysWith: +)
            result.request = request
            result.began = began
            result.pageBytes = screen.length
            guard lastHook != nil || machine.order.hooks.completed != nil else { return finish(result) }
            reportPending()
            call { [hook = machine.order.hooks.completed, result] in
                await hook?(result)
                await self.finish(result)
            }
        }
    }

    /// Queues an event for the reader, and logs it.
    private func announce(_ event: SessionEvent) {
        if case .cachedPageFound(let page) = event { found = page.number }
        screen.handle(event)
        if let record = engine.record, let known = trace?.log.count {
            let now = engine.clocks.now()
            trace?.handle(event, at: engine.clocks.uptime() - start)
            for line in trace?.log[known...] ?? [] { record(line, now) }
        }
        if pending.isEmpty { pending.reserveCapacity(Self.usualBatchSize) }
        pending.append(event)
    }

    /// Enough for most batches, so that the list need not grow step by step.
    private static let usualBatchSize = 16

    private func reportPending(isLast: Bool = false) {
        guard isLast || !pending.isEmpty else { return }
        output.append(pending, isLast: isLast)
        pending = []
    }

    private func finish(_ result: SessionResult) {
        announce(.ended(result))
        guard let remember = engine.remember,
            let past = PastSession(
                result, found: found, began: began, took: engine.clocks.uptime() - start)
        else { return reportPending(isLast: true) }
        reportPending()
        // Stopping the session from now on does not stop this, which is no longer part of it.
        lastHook = Task {
            await remember(past)
            reportPending(isLast: true)
        }
    }

    /// Calls a hook after those before it have returned, and waits for none of them.
    private func call(_ hook: @escaping @Sendable () async -> Void) {
        lastHook = Task { [lastHook] in
            await lastHook?.value
            await hook()
        }
    }

    private func enter(_ phase: SessionPhase) {
        settle()
        let now = engine.clocks.uptime()
        running = (phase, now)
        announce(.entered(phase, at: now - start))
    }

    /// Ends the running phase, if any.
    private func settle() {
        guard let running else { return }
        self.running = nil
        switch running.phase {
        case .readingCache, .checkingCache, .pausing, .verifying, .storing:
            timings.append((running.phase, engine.clocks.uptime() - running.since))
        case .resolving, .connecting, .securing, .waiting, .receiving: break
        }
    }

    private func readCache(_ attempt: Int, _ id: PageID, _ extent: PageExtent) async {
        var reading = CacheReadResult()
        do throws(StoreFailure) {
            reading = try await engine.read(id, extent, for: machine)
        } catch {
            reading.failure = error
        }
        handle(.cacheRead(attempt: attempt, reading))
    }

    private func readTarget(_ attempt: Int, _ id: PageID) async {
        var reading = CacheReadResult()
        do throws(StoreFailure) {
            reading = try await engine.pages.read(id, .whole)
            if let page = reading.page { reading.page = try await engine.pages.store.verify(page, of: id) }
        } catch {
            reading = CacheReadResult(failure: error)
        }
        handle(.cacheRead(attempt: attempt, reading))
    }

    private func verify(_ attempt: Int, _ id: PageID, _ page: StoredPage) async {
        reportPending()
        await engine.pageShown?()
        var reading = CacheReadResult()
        do throws(StoreFailure) {
            reading.page = try await engine.pages.store.verify(page, of: id)
        } catch {
            reading.failure = error
        }
        handle(.storedPageVerified(attempt: attempt, reading))
    }

    private func send(_ attempt: Int, _ plan: RequestPlan) async {
        if engine.pageShown != nil || machine.order.hooks.willRequest != nil { reportPending() }
        let cookieRequest = CookieRequest(plan.url, causedBy: plan.cause, isSafe: plan.method == .get)
        let cookies = await engine.cookies.line(for: cookieRequest)
        // Stopped meanwhile: nothing is sent, and nothing counts as posted.
        guard machine.transferring == attempt else { return }
        let terms = machine.order.terms(plan.url)
        let headers = machine.order.headers.at(
            plan.url, terms, secretsOrigin: machine.order.secretsOrigin)
        var fields = headers.chosen(
            plan.asked, lastModified: plan.lastModified, cookies: cookies.line, reload: plan.reload,
            method: plan.method)
        if let exact = plan.exact {
            fields = exact.headers.fields.map { ChosenField($0, why: "the edited request has it") }
        }
        var request = Request(
            method: plan.exact?.method ?? plan.method.name, url: plan.url,
            headers: Headers(fields.map(\.field)))
        if let limit = terms.timeLimit {
            request.time = .left(
                limit - (engine.clocks.uptime() - start), limit: limit,
                countsForFiles: machine.order.files == .taken)
        }
        if case .post(let body) = plan.method {
            request.body = body.body
            await engine.pages.posted(to: plan.pageID, at: engine.clocks.now())
        }
        switch await machine.order.hooks.willRequest?(request) ?? .send {
        case .send: break
        case .sendWith(let others):
            request.headers.overlay(others)
            fields.overlay(others, why: "set by the program that uses the engine")
        case .withhold(let reason):
            return handle(.transferFailed(attempt: attempt, .withheld(reason: reason)))
        }
        guard machine.isBusy else { return }
        self.request = request
        edits = []
        let decided = SessionMachine.Event.requestDecided(
            attempt: attempt, request, fields,
            notes: plan.notes + (plan.exact == nil ? cookies.notes.map { .cookies($0) } : []))
        if let pageShown = engine.pageShown {
            handle(decided)
            reportPending()
            await pageShown()
            guard machine.isBusy else { return }
        }
        var answer = engine.connection.exchange(request).makeAsyncIterator()
        // Without a screen to wait for, this is reported while the request is being sent.
        if engine.pageShown == nil {
            // A connection on the same thread sends it meanwhile.
            if engine.executor != nil { await Task.yield() }
            handle(decided)
            reportPending()
        }
        defer { transfer = nil }
        while let event = await answer.next(isolation: self) {
            if case .headReceived = event { transfer = answer.rest }
            await handle(event, attempt: attempt, cookieRequest)
            if !event.isFollowedAtOnce { reportPending() }
            guard machine.transferring == attempt else { return }
        }
        // For a connection that ends without a final event, as a cancelled one does; otherwise the machine ignores
        // it.
        handle(.transferFailed(attempt: attempt, .cancelled))
    }

    private func handle(_ event: ResponseEvent, attempt: Int, _ cookieRequest: CookieRequest) async {
        switch event {
        case .entered(let phase): handle(.transferEntered(attempt: attempt, phase))
        case .requestSent(let bytes): handle(.requestSent(attempt: attempt, bytes))
        case .bodySent(let count, let total): handle(.bodySent(attempt: attempt, count, of: total))
        case .noted(let finding): handle(.transferNoted(attempt: attempt, finding))
        case .edited(let edit):
            edits.append(edit)
            handle(.transferEdited(attempt: attempt, edit))
        case .headReceived(let head):
            let lines = edits.serverCookies(of: head)
            if !lines.isEmpty, !machine.isPassedOver(at: cookieRequest.url) {
                await engine.cookies.receive(lines, to: cookieRequest)
            }
            handle(.headReceived(attempt: attempt, head))
        case .bodyReceived(let bytes): handle(.bodyReceived(attempt: attempt, bytes))
        case .finished(let transfer):
            timings += transfer.timings.map { (SessionPhase($0), $1) }
            handle(.transferFinished(attempt: attempt, transfer))
        case .failed(let failure): handle(.transferFailed(attempt: attempt, failure))
        }
    }

    private func write(_ attempt: Int, _ id: PageID, _ works: [StoreWork]) async {
        // Marking a page as checked shows nothing new.
        if !works.allSatisfy(\.isRenewal) { reportPending() }
        var number: Int?
        do throws(StoreFailure) {
            for work in works {
                if let made = try await engine.pages.perform(work, for: id) { number = made }
            }
            handle(.written(attempt: attempt, .success(number)))
        } catch {
            handle(.written(attempt: attempt, .failure(error)))
        }
    }

    /// Runs off the actor: a body of several megabytes must not delay a cancellation.
    @concurrent private static func evaluate(_ question: Question, _ hashes: Hashes, _ memory: PageMemory)
        async
        -> Evaluation
    {
        question.evaluate(hashes, in: memory)
    }
}
