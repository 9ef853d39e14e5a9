import SessionWords
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Which requests are retried because the network may have lost them, and which are not.
@Suite struct RetryTests {
    private static let reset = ConnectionFailure.reset(detail: "by peer")
    private static let lost = "lost(reset(detail: by peer), http://news.example/)"

    private func play(
        stored: StoredPage? = nil, retries: Int? = nil, _ replies: [Reply], method: RequestMethod = .get
    ) -> (lines: String, result: SessionResult?) {
        var play = Play(stored: stored, replies)
        play.terms.retries = retries
        return (play.run(.open, method), play.result)
    }

    @Test func `without a stored page a lost request is retried once, after half a second`() {
        let (lines, result) = play([.failure(Self.reset), Sample.full(v1)])
        #expect(
            lines
                == """
                ask http://news.example/ accept-diff
                retry (number: 1, limit: 1, pause: 500 ms, cause: \(Self.lost))
                pause 500 ms
                ask http://news.example/ accept-diff
                piece of 50 bytes
                piece of 50 bytes
                show page of 100 bytes
                write commit 100 bytes
                end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), \
                noCopy)
                """.filled)
        #expect(
            result?.findings.map(CaseText.line) == [
                "retried(number: 1, limit: 1, pause: 500 ms, cause: \(Self.lost))"
            ])
    }

    @Test func `with a stored page it is retried twice with its tags, the second time after a longer pause`()
    {
        let (lines, _) = play(stored: Sample.stored(v1), Array(repeating: .failure(Self.reset), count: 3))
        #expect(
            lines
                == """
                show version 3
                ask http://news.example/ accept-diff etag=X1 tag=T1
                retry (number: 1, limit: 2, pause: 500 ms, cause: \(Self.lost))
                pause 500 ms
                ask http://news.example/ accept-diff etag=X1 tag=T1
                retry (number: 2, limit: 2, pause: 1000 ms, cause: \(Self.lost))
                pause 1000 ms
                ask http://news.example/ accept-diff etag=X1 tag=T1
                end offline -: offline(reset(detail: by peer), http://news.example/, (number: 3, checked: \
                -300 s, now: now, unselected: []), -)
                """.filled)
    }

    @Test func `only temporary failures are retried`() {
        let passing: [ConnectionFailure] = [
            .unknownHost("a"), .unreachable(host: "a", port: 1, detail: ""), Self.reset,
            .timedOut(.waiting, after: .seconds(1)), .timedOut(.resolving, after: .seconds(1)),
            .truncated(received: 0, expected: nil),
        ]
        let lasting: [ConnectionFailure] = [
            .unsupportedScheme("a"), .insecure(host: "a", detail: ""), .withoutTLS(port: 1, detail: ""),
            .proxy(detail: ""),
            .malformed(detail: ""), .undecodable(detail: ""), .refused(by: "rules", detail: ""), .cancelled,
            .overdue(limit: .seconds(1)),
            .certificateWanted(host: "a", detail: ""), .withheld(reason: ""), .unsendable(detail: ""),
            .libraryMissing(detail: ""),
            .exhausted(detail: ""),
            .other(code: 1, detail: ""),
        ]
        for (failures, count) in [(passing, 2), (lasting, 1)] {
            for failure in failures {
                let (lines, _) = play([.failure(failure), .failure(failure)])
                let asked = lines.split(separator: "\n").count { $0.hasPrefix("ask ") }
                #expect(asked == count, "\(failure)")
            }
        }
    }

    @Test func `nothing is retried once a response head was received`() {
        let (lines, result) = play([.cut(Sample.head(v1), body: "<title>", Self.reset)])
        #expect(!lines.contains("pause"))
        #expect(result?.outcome == .failed(.connection(Self.reset)))
    }

    @Test func `a POST is never retried`() {
        let body = PostBody(Array("a=b".utf8), contentType: "text/plain", origin: nil)
        let (lines, _) = play(retries: 5, [.failure(Self.reset)], method: .post(body))
        #expect(!lines.contains("pause") && lines.contains("end failed"))
    }

    @Test func `the number of retries is configurable, and pauses grow to eight seconds`() {
        let (none, _) = play(stored: Sample.stored(v1), retries: 0, [.failure(Self.reset)])
        #expect(!none.contains("pause"))
        let (many, _) = play(retries: 99, Array(repeating: .failure(Self.reset), count: 11))
        let pauses = many.split(separator: "\n").filter { $0.hasPrefix("pause ") }.map { String($0) }
        #expect(
            pauses == [500, 1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000].map { "pause \($0) ms" })
    }

    @Test func `each address of a session has its own retries`() {
        let lost = Reply.failure(Self.reset)
        let (lines, result) = play([
            lost, .answer("302 Found\nLocation: /next", body: ""), lost, Sample.full(v1),
        ])
        #expect(lines.split(separator: "\n").count { $0.hasPrefix("pause ") } == 2)
        #expect(result?.outcome == .firstLoad)
    }

    @Test func `a 503 with a short Retry-After is retried after that time`() {
        func answers(_ wish: String) -> [Reply] {
            [.answer("503 Busy\nRetry-After: \(wish)", body: ""), .answer("200 OK", body: "<p>hi")]
        }
        #expect(
            play(answers("3")).lines.hasPrefix(
                """
                ask http://news.example/ accept-diff
                retry (number: 1, limit: 1, pause: 3000 ms, cause: unavailable(retryAfter: 3))
                pause 3000 ms
                ask http://news.example/
                """))
        let soon = HTTPDate.text(Play.now.adding(seconds: 2))
        let past = HTTPDate.text(Play.now.adding(seconds: -2))
        for (wish, pause) in [("0", 500), (soon, 2000), (past, 500), ("10", 10_000)] {
            #expect(play(answers(wish)).lines.contains("pause \(pause) ms"), "\(wish)")
        }
        for wish in ["-1", "soon", ""] {
            let (lines, _) = play(answers(wish))
            #expect(!lines.contains("pause") && lines.contains("show page of 5 bytes"), "\(wish)")
        }
    }

    @Test func `a 503 with a long Retry-After is not retried, not even without Sonic`() {
        let late = HTTPDate.text(Play.now.adding(seconds: 11))
        for wish in ["11", late, "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"] {
            let (lines, result) = play([
                .answer("503 Busy\nRetry-After: \(wish)", body: "busy"), .answer("200 OK", body: "<p>hi"),
            ])
            #expect(lines.split(separator: "\n").count { $0.hasPrefix("ask ") } == 1, "\(wish)")
            #expect(result?.outcome == .failed(.status(503)), "\(wish)")
        }
        let (lines, _) = play(
            retries: 0,
            [.answer("503 Busy\nRetry-After: 3", body: "busy"), .answer("200 OK", body: "<p>hi")])
        #expect(lines.split(separator: "\n").count { $0.hasPrefix("ask ") } == 1)
    }

    @Test func `a second 503 without Sonic is retried while retries remain`() {
        let busy = Reply.answer("503 Busy\nRetry-After: 1", body: "busy")
        let (lines, result) = play(stored: Sample.stored(v1), [busy, busy, busy])
        #expect(lines.split(separator: "\n").count { $0.hasPrefix("pause ") } == 2)
        #expect(result?.outcome == .failed(.status(503)))
        #expect(result?.answerBody == Array("busy".utf8))
    }

    @Test func `stopping ends the pause, and later events have no effect`() {
        var machine = SessionMachine(
            SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")), hashes: .nettle)
        _ = machine.handle(.began, at: Play.now)
        _ = machine.handle(.cacheRead(attempt: 1, CacheReadResult()), at: Play.now)
        let pausing = machine.handle(.transferFailed(attempt: 1, Self.reset), at: Play.now)
        guard case .pause(1, .milliseconds(500))? = pausing.last else {
            Issue.record("\(pausing)")
            return
        }
        #expect(machine.isBusy)
        #expect(machine.handle(.transferFailed(attempt: 1, .cancelled), at: Play.now).isEmpty)
        #expect(machine.handle(.pauseOver(attempt: 2), at: Play.now).isEmpty)
        let effects = machine.handle(.cancelRequested, at: Play.now)
        guard case .stopPause(1)? = effects.first, case .end(let result)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(result.outcome == .failed(.stopped))
        #expect(machine.handle(.pauseOver(attempt: 1), at: Play.now).isEmpty)
    }

    // MARK: Performed

    /// Time that passes when the test says so, and the tasks that wait for it.
    private actor Time {
        private(set) var waits: [Duration] = []
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func wait(_ time: Duration) async {
            waits.append(time)
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    if Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
                }
            } onCancel: {
                Task { await self.pass() }
            }
        }

        func pass() {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }

        func untilWaited() async {
            while waits.isEmpty || waiting.isEmpty { await Task.yield() }
        }
    }

    private func session(_ time: Time, _ script: Script) -> Session {
        let clocks = SessionEngine.Clocks(
            now: { Play.now }, uptime: { .zero }, wait: { await time.wait($0) })
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: MemoryStore(), hashes: .nettle,
            clocks: clocks)
        return engine.open(SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")))
    }

    @Test func `no request is sent before the pause has passed`() async {
        let time = Time()
        let script = Script([[.failed(Self.reset)], response(Sample.head(v1), v1)])
        let session = session(time, script)
        let listening = Task { await session.result() }
        await time.untilWaited()
        #expect(await script.requests.count == 1)
        #expect(await time.waits == [.milliseconds(500)])
        await time.pass()
        let result = await listening.value
        #expect(result?.outcome == .firstLoad)
        #expect(await script.requests.count == 2)
    }

    @Test func `a session stopped during the pause ends at once and sends no more requests`() async {
        let time = Time()
        let script = Script([[.failed(Self.reset)]])
        let session = session(time, script)
        var told: [Retry] = []
        var outcome: Outcome?
        for await event in session.events {
            if case .retrying(let retry) = event {
                told.append(retry)
                await time.untilWaited()
                await session.cancel()
            }
            if case .ended(let result) = event { outcome = result.outcome }
        }
        #expect(
            told == [
                Retry(number: 1, limit: 1, pause: .milliseconds(500), cause: .lost(Self.reset, Play.url))
            ])
        #expect(outcome == .failed(.stopped))
        #expect(await script.requests.count == 1)
    }
}
