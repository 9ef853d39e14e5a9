import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// What can go wrong: bad updates, lost connections, redirects, errors, limits.
@Suite struct SessionTroubleTests {
    @Test func `an update with a wrong hash is requested again without tags, once`() {
        let lie = Sample.sha1("lie")
        check(
            stored: Sample.stored(v1), [Sample.data(v2, sha1: lie), Sample.full(v2)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            ask http://news.example/ accept-diff
            show page of 100 bytes
            write commit 100 bytes
            end templateChange 2000: templateChange((change: true, etag: X2, sha1: X2, purpose: \
            withoutTags(merge(wrongHash(claimed: \(Words.short(lie)), computed: X2)))), \
            updateRejected(merge(wrongHash(claimed: \(Words.short(lie)), computed: X2)), isSameTemplate: \
            true))
            """.filled)
        check(
            stored: Sample.stored(v1), [Sample.data(v2, sha1: lie), Sample.data(v2, sha1: lie)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            ask http://news.example/ accept-diff
            end failed -: rejectedTwice(merge(wrongHash(claimed: \(Words.short(lie)), computed: X2)), \
            change: false, storedPage)
            """.filled)
    }

    @Test func `after two failed updates under one template tag, no tags are sent`() {
        var play = Play(
            stored: Sample.stored(v1, failures: 1),
            [Sample.data(v2, sha1: Sample.sha1("lie")), Sample.full(v2)])
        _ = play.run()
        #expect(play.commits.map(\.updateFailures) == [2])
        check(
            stored: Sample.stored(v1, failures: 2), [Sample.full(v1)],
            """
            show version 3
            ask http://news.example/ accept-diff
            write renew 3
            end allCached 304: sameBytes(sha1: X1, ordinary)
            """.filled)
    }

    @Test func `a new template or a verified update resets the count of failed updates`() {
        var changed = Play(stored: Sample.stored(v1, failures: 2), [Sample.full(other)])
        _ = changed.run()
        #expect(changed.commits.map(\.updateFailures) == [0])
        var held = Play(stored: Sample.stored(v1, failures: 1), [Sample.data(v2)])
        _ = held.run()
        #expect(held.commits.map(\.updateFailures) == [0])
    }

    @Test func `an empty update body is requested again without tags`() {
        check(
            stored: Sample.stored(v1),
            [.answer(Sample.head(v2, change: "false"), body: ""), Sample.full(v2)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            ask http://news.example/ accept-diff
            show page of 100 bytes
            write commit 100 bytes
            end templateChange 2000: templateChange((change: true, etag: X2, sha1: X2, purpose: \
            withoutTags(body(empty))), updateRejected(body(empty), isSameTemplate: true))
            """.filled)
    }

    @Test(arguments: [
        ("If-None-Match: abc", false, "etag: abc, date: -, stored: nothing), nothing"),
        ("If-None-Match: abc", true, "etag: abc, date: -, stored: value(X1)), storedPage"),
        ("If-Modified-Since: now", true, "etag: -, date: now, stored: value(-)), storedPage"),
    ])
    func `a 304 to an edited request confirms only the stored page`(
        _ line: String, _ isStored: Bool, _ reason: String
    ) {
        var play = Play(
            stored: isStored ? Sample.stored(v1) : nil, [.answer("304 Not Modified", body: "")])
        play.exact = Headers(behindFirstLineOf: Array("\n\(line)".utf8))
        _ = play.run()
        #expect(play.reasonCase == "badResponse(otherConfirmed(\(reason.filled))")
        guard case .failed(.badAnswer) = play.result?.outcome else {
            Issue.record("ended with \(String(describing: play.result?.outcome))")
            return
        }
    }

    @Test func `a 304 to an edited request with the stored page's tag confirms it`() {
        var play = Play(stored: Sample.stored(v1), [.answer("304 Not Modified", body: "")])
        play.exact = Headers([HeaderField("If-None-Match", Sample.sha1(v1))])
        _ = play.run()
        #expect(play.result?.outcome == .allCached)
    }

    @Test func `an incorrect update to an edited request's tag does not confirm the stored page`() {
        var play = Play(
            stored: Sample.stored(v1),
            [
                .answer(
                    "200 OK\nEtag: abc\ntemplate-tag: T\ntemplate-change: false\nContent-Type: text/html",
                    body: Sample.update(v2, sha1: Sample.sha1("lie"))),
                Sample.full(v2),
            ])
        play.exact = Headers([
            HeaderField("accept-diff", "true"), HeaderField("If-None-Match", "abc"),
            HeaderField("template-tag", "T"),
        ])
        _ = play.run()
        #expect(play.result?.outcome == .templateChange)
    }

    @Test func `the received bytes of a response over the limit are counted`() {
        var play = Play([.answer("200 OK\nContent-Type: text/html", body: "twelve bytes")])
        _ = play.run(limits: SessionLimits(bodyBytes: 5))
        #expect(play.result?.outcome == .failed(.tooLarge(limit: 5)))
        #expect(play.result.map { $0.bytesReceived > 5 } == true)
    }

    @Test func `a connection lost after complete 304 headers is all cached, with a finding`() {
        var play = Play(
            stored: Sample.stored(v1), [.cut("304 Not Modified", body: "", .reset(detail: "recv failure"))])
        _ = play.run()
        #expect(play.result?.outcome == .allCached)
        #expect(play.result?.findings.map(\.rule) == [.connectionLost])
    }

    @Test func `a truncated page leaves the stored one in place`() {
        check(
            stored: Sample.stored(v1),
            [.cut(Sample.head(other), body: "<title>", .truncated(received: 7, expected: 100))],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            end offline -: offline(truncated(received: 7, expected: 100), http://news.example/, (number: \
            3, checked: -300 s, now: now, unselected: []), -)
            """.filled)
    }

    @Test func `a page requested without Sonic is plain, whatever its headers`() {
        var off = Play(sonicOff: Play.now.adding(seconds: 60), [Sample.full(Sample.page("1"))])
        _ = off.run()
        #expect(off.result?.outcome == .plain(.disabled))
        #expect(off.commits.isEmpty)
        var closed = Play([.answer("503 Service Unavailable", body: ""), Sample.full(Sample.page("1"))])
        _ = closed.run()
        #expect(closed.result?.outcome == .plain(.unavailable))
        #expect(closed.commits.isEmpty)
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

    @Test func `redirects are followed with one request each, up to a limit`() {
        check(
            [.answer("302 Found\nLocation: /b", body: ""), Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            redirected 302 to http://news.example/b
            ask http://news.example/b accept-diff
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            write commit 100 bytes, http://news.example/ leads to http://news.example/b
            end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), noCopy)
            """.filled)
        check(
            limits: SessionLimits(redirects: 1),
            [.answer("302 Found\nLocation: /b", body: ""), .answer("302 Found\nLocation: /", body: "")],
            """
            ask http://news.example/ accept-diff
            redirected 302 to http://news.example/b
            ask http://news.example/b accept-diff
            end failed -: tooManyRedirects(1, last: (from: http://news.example/, to: \
            http://news.example/b, status: 302, isCached: false))
            """)
    }

    @Test func `a redirect to another scheme is not followed`() {
        check(
            [.answer("302 Found\nLocation: file:///etc/passwd", body: "")],
            """
            ask http://news.example/ accept-diff
            end failed -: badRedirect(scheme(file), status: 302, location: file:///etc/passwd)
            """)
    }

    @Test func `an error status keeps the stored page and the response body`() {
        var play = Play(stored: Sample.stored(v1), [.answer("404 Not Found", body: "no such page")])
        #expect(
            play.run()
                == """
                show version 3
                ask http://news.example/ accept-diff etag=X1 tag=T1
                end failed -: errorStatus(status: 404, phrase: Not Found, url: http://news.example/, \
                purpose: ordinary, challenge: -, shown: storedPage)
                """.filled)
        #expect(play.result?.answerBody == Array("no such page".utf8))
    }

    @Test func `a 304 without a stored page fails`() {
        check(
            [.answer("304 Not Modified", body: "")],
            """
            ask http://news.example/ accept-diff
            end failed -: badResponse(invalid(unconditionalNotModified), nothing)
            """)
    }

    @Test func `an update without a stored page is requested again without Sonic`() {
        check(
            [Sample.data(v1), .answer("200 OK\nContent-Type: text/html", body: "<p>hi")],
            """
            ask http://news.example/ accept-diff
            ask http://news.example/
            piece of 2 bytes
            piece of 3 bytes
            show page of 5 bytes
            end plain -: plain(unavailable(withoutSonic(after: unaskedUpdate)), isStoredCopy: false)
            """)
    }

    @Test func `a reload revalidates, and a forced reload sends no tags`() {
        check(
            stored: Sample.stored(v1), mode: .reload, [.answer("304 Not Modified", body: "")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1 validate
            write renew 3
            end allCached 304: notModified(etag: X1)
            """.filled)
        check(
            stored: Sample.stored(v1), mode: .forceReload, [Sample.full(v2)],
            """
            ask http://news.example/ accept-diff bypass
            show page of 100 bytes
            write commit 100 bytes
            end firstLoad 1000: firstLoad((change: true, etag: X2, sha1: X2, purpose: ordinary), ignored)
            """.filled)
        check(
            mode: .forceReload, [Sample.full(v2)],
            """
            ask http://news.example/ accept-diff bypass
            show page of 100 bytes
            write commit 100 bytes
            end firstLoad 1000: firstLoad((change: true, etag: X2, sha1: X2, purpose: ordinary), noCopy)
            """.filled)
    }

    @Test func `going back sends no request, and cache-only fails if nothing is stored`() {
        check(
            stored: Sample.stored(v1), mode: .back, [],
            """
            show version 3
            end fresh -: history((number: 3, checked: -300 s, now: now, unselected: []), -)
            """)
        check(
            mode: .cacheOnly, [],
            """
            end failed -: notCached(noCopy)
            """)
    }

    @Test func `a page under no-store is never written, whatever cache-offline says`() {
        var play = Play([.answer(Sample.head(v1) + "\nCache-Control: private, No-Store", body: v1)])
        _ = play.run()
        #expect(play.commits.isEmpty)
        #expect(play.result?.storage == .notAllowed(.noStore))
        #expect(play.result?.findings.map(\.rule) == [.noStoreAgainstOffline])
    }

    @Test func `a body over the limit is stopped`() {
        check(
            limits: SessionLimits(bodyBytes: 99), [Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            piece of 50 bytes
            stop
            end failed -: tooLarge(limit: 99, nothing)
            """)
    }

    @Test func `a page that cannot be stored is still shown`() {
        var play = Play([Sample.full(v1)])
        play.storeFailure = .full(path: "/c")
        _ = play.run()
        #expect(play.result?.outcome == .firstLoad)
        #expect(play.result?.storage == .notStored(.full(path: "/c")))
        #expect(play.result?.findings.map(\.rule) == [.notKept])
    }
}
