import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// What a play cannot say (Plays): events at moments of their own.
@Suite struct SessionMachineTests {
    private let reset = ConnectionFailure.reset(detail: "by peer")

    @Test func `a session stopped before it begins ends, and cannot begin any more`() {
        let order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0"))
        var machine = SessionMachine(order, hashes: .nettle)
        let effects = machine.handle(.cancelRequested, at: Play.now)
        guard case .end(let result) = effects.first, effects.count == 1 else {
            return #expect(Bool(false), "it goes on")
        }
        #expect(result.outcome == .failed(.stopped))
        #expect(machine.handle(.began, at: Play.now).isEmpty && !machine.isBusy)
    }

    @Test func `only temporary failures are retried`() {
        let passing: [ConnectionFailure] = [
            .unknownHost("a"), .unreachable(host: "a", port: 1, detail: ""), reset,
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
                var play = Play([.failure(failure), .failure(failure)])
                play.terms.retries = nil
                let lines = play.run()
                let asked = lines.split(separator: "\n").count { $0.hasPrefix("ask ") }
                #expect(asked == count, "\(failure)")
            }
        }
    }

    @Test func `stopping ends the pause, and later events have no effect`() {
        var machine = SessionMachine(
            SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")), hashes: .nettle)
        _ = machine.handle(.began, at: Play.now)
        _ = machine.handle(.cacheRead(attempt: 1, CacheReadResult()), at: Play.now)
        let pausing = machine.handle(.transferFailed(attempt: 1, reset), at: Play.now)
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

    @Test func `stopping while the rest is being read ends the session`() {
        var (begun, owed) = (Sample.stored(v1), Sample.stored(v1))
        (begun.verification, owed.verification) = (.begun(length: begun.version.html.count), .owed)
        var machine = SessionMachine(
            SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")), hashes: .nettle)
        _ = machine.handle(.began, at: Play.now)
        _ = machine.handle(.cacheRead(attempt: 1, CacheReadResult(page: begun)), at: Play.now)
        guard case .end(let result)? = machine.handle(.cancelRequested, at: Play.now).first else {
            Issue.record("it does not end")
            return
        }
        #expect(result.outcome == .failed(.stopped))
        #expect(!machine.isBusy)
        #expect(machine.handle(.cacheRead(attempt: 1, CacheReadResult(page: owed)), at: Play.now).isEmpty)
    }

    @Test func `a redirect to an international domain name uses its ASCII form`() throws {
        let order = SessionOrder(
            url: Play.url, headers: RequestHeaders(product: "sonic/0"),
            domainToASCII: { $0 == "bücher.example" ? "xn--bcher-kva.example" : nil })
        var machine = SessionMachine(order, hashes: .nettle)
        _ = machine.handle(.began, at: Play.now)
        _ = machine.handle(.cacheRead(attempt: 1, CacheReadResult()), at: Play.now)
        let raw = Array("HTTP/1.1 302 Found\r\nLocation: http://bücher.example/a\r\n\r\n".utf8)
        let head = try #require(ResponseHead(raw: raw))
        _ = machine.handle(.headReceived(attempt: 1, head), at: Play.now)
        let effects = machine.handle(.transferFinished(attempt: 1, TransferReport()), at: Play.now)
        let targets = effects.compactMap { effect -> String? in
            guard case .notify(.redirected(_, let target, 302)) = effect else { return nil }
            return target.href
        }
        #expect(targets == ["http://xn--bcher-kva.example/a"])
    }

    @Test func `a request notes which of its tags were not received in a head`() {
        var attempt = Attempt(
            number: 1, url: Play.url, pageID: PageID(account: "", digest: "x"), stored: Sample.stored(v1),
            asked: RequestConditions(), purpose: .ordinary)
        #expect(SessionMachine.asked(attempt).notes.count == 1)
        attempt.stored = Sample.stored(v1, tags: false)
        #expect(
            SessionMachine.asked(attempt).notes.dropFirst() == [
                .templateTagNotReceived, .etagNotReceived,
            ])
    }

    @Test func `a full response with the requested ETag counts as 304`() throws {
        var play = Play(stored: Sample.stored(v1), [Sample.full(v1)])
        _ = play.run()
        var result = try #require(play.result)
        result.request = Request(
            url: Play.url, headers: Headers([HeaderField("If-None-Match", Sample.sha1(v1))]))
        var trace = SessionTrace(Play.url, mode: .open)
        trace.handle(.ended(result), at: .zero)
        let callback = DiffCallback(trace, at: .zero)
        #expect(callback?.srcCode == 304)
    }
}
