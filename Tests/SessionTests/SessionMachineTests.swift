import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

@Suite struct SessionMachineTests {
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

    @Test func `a page never seen is a first load, shown as it arrives`() {
        check(
            [Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            write commit 100 bytes
            end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), noCopy)
            """.filled)
    }

    @Test func `a 304 is all cached and renews the version`() {
        check(
            stored: Sample.stored(v1), [.answer("304 Not Modified\nCache-Offline: store", body: "")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            write renew 3
            end allCached 304: notModified(etag: X1)
            """.filled)
    }

    @Test func `a verified update patches the changed block`() {
        check(
            stored: Sample.stored(v1), [Sample.data(v2)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            patch a
            write commit 100 bytes
            end dataUpdate 200: dataUpdate(etag: changed(old: X1, new: X2), templateTag: same(T1), \
            announcement: declared(false), changed: 1, slots: 3, proof: htmlSHA1(X2))
            """.filled)
    }

    @Test func `an update without html-sha1 is verified by its ETag, and the reason says so`() {
        let body = Sample.update(v2).replacing("\"html-sha1\":\"\(Sample.sha1(v2))\",", with: "")
        check(
            stored: Sample.stored(v1), [.answer(Sample.head(v2, change: "false"), body: body)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            patch a
            write commit 100 bytes
            end dataUpdate 200: dataUpdate(etag: changed(old: X1, new: X2), templateTag: same(T1), \
            announcement: declared(false), changed: 1, slots: 3, proof: etag(X2))
            """.filled)
    }

    @Test func `another template replaces the page`() {
        check(
            stored: Sample.stored(v1), [Sample.full(other)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            show page of 100 bytes
            write commit 100 bytes
            end templateChange 2000: templateChange((change: true, etag: X3, sha1: X3, purpose: ordinary), \
            otherTag(old: T1, new: T3))
            """.filled)
    }

    @Test func `status 200 with the requested ETag and the same bytes is all cached`() {
        check(
            stored: Sample.stored(v1), [Sample.full(v1)],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            write renew 3
            end allCached 304: sameBytes(sha1: X1, ordinary)
            """.filled)
    }

    @Test func `status 200 with the requested weak ETag and an update is all cached`() {
        let head = Sample.head(v1, change: "false").replacing("Etag: ", with: "ETag: W/\"") + "\""
        let weak = head.replacing("\(Sample.sha1(v1))\n", with: "\(Sample.sha1(v1))\"\n").dropLast()
        check(
            stored: Sample.stored(v1), [.answer(String(weak), body: Sample.update(v1))],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            write renew 3
            end allCached 304: sameData(declared(false), htmlSHA1(X1))
            """.filled)
    }

    @Test func `with cache-offline store the screen stays and the newer copy is stored`() {
        check(
            stored: Sample.stored(v1), [Sample.data(v2, offline: "store")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            keep the screen
            write commit 100 bytes
            end dataUpdate 200: cacheOffline(screenStays, [store], of: dataUpdate(etag: changed(old: X1, \
            new: X2), templateTag: same(T1), announcement: declared(false), changed: 1, slots: 3, proof: \
            htmlSHA1(X2)))
            """.filled)
    }

    @Test func `with cache-offline false the page is shown and its stored copy is removed`() {
        check(
            stored: Sample.stored(v1), [Sample.data(v2, offline: "false")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            patch a
            write remove
            end dataUpdate 200: cacheOffline(notStored, [false], of: dataUpdate(etag: changed(old: X1, \
            new: X2), templateTag: same(T1), announcement: declared(false), changed: 1, slots: 3, proof: \
            htmlSHA1(X2)))
            """.filled)
    }

    @Test func `the reason says for how long Sonic is off`() {
        var play = Play([Sample.full(v1, offline: "http")])
        play.terms = SiteTerms()
        play.terms.sonicOff = 90
        _ = play.run()
        guard case .cacheOffline(.sonicOff(seconds: 90), ["http"], of: .firstLoad) = play.result?.reason
        else {
            Issue.record("\(play.result?.reason.words ?? "")")
            return
        }
    }

    @Test func `with cache-offline http Sonic is off for six hours`() {
        check(
            stored: Sample.stored(v1), [Sample.full(other, offline: "HTTP")],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            show page of 100 bytes
            write remove, off until +6h
            end templateChange 2000: cacheOffline(sonicOff(seconds: 21600), [HTTP], of: \
            templateChange((change: true, etag: X3, sha1: X3, purpose: ordinary), otherTag(old: T1, new: \
            T3)))
            """.filled)
        check(
            sonicOff: Play.now.adding(seconds: 1), [.answer("200 OK\nContent-Type: text/html", body: v1)],
            """
            ask http://news.example/
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            end plain -: plain(sonicOff(until: 1 s), isStoredCopy: false)
            """)
        check(
            sonicOff: Play.now, [Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            write commit 100 bytes
            end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), noCopy)
            """.filled)
    }

    @Test func `a 503 is requested again without Sonic`() {
        check(
            stored: Sample.stored(v1),
            [
                .answer("503 Service Unavailable", body: "busy"),
                .answer("200 OK\nContent-Type: text/html", body: "<p>hi"),
            ],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            ask http://news.example/
            show page of 5 bytes
            end plain -: plain(unavailable(withoutSonic(after: unavailable)), isStoredCopy: false)
            """.filled)
    }

    @Test func `a second 503 fails and the stored page stays`() {
        let busy = Reply.answer("503 Service Unavailable", body: "busy")
        check(
            stored: Sample.stored(v1), [busy, busy],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            ask http://news.example/
            end failed -: errorStatus(status: 503, phrase: Service Unavailable, url: http://news.example/, \
            purpose: withoutSonic(after: unavailable), challenge: -, shown: storedPage)
            """.filled)
    }

    @Test func `a stored plain page is requested with the server's own validator`() {
        check(
            stored: Sample.stored("<p>hello", sonic: false), [.answer("304 Not Modified", body: "")],
            """
            show version 3
            ask http://news.example/ accept-diff etag="plain-1"
            write renew 3
            end allCached 304: notModified(etag: "plain-1")
            """)
    }

    @Test func `without a network the stored page is shown with its age`() {
        check(
            stored: Sample.stored(v1),
            [.failure(.unreachable(host: "news.example", port: 80, detail: "Connection refused"))],
            """
            show version 3
            ask http://news.example/ accept-diff etag=X1 tag=T1
            end offline -: offline(unreachable(host: news.example, port: 80, detail: Connection refused), \
            http://news.example/, (number: 3, checked: -300 s, now: now, unselected: []), -)
            """.filled)
    }

    @Test func `without a network or a stored page the session fails`() {
        check(
            [.failure(.unknownHost("news.example"))],
            """
            ask http://news.example/ accept-diff
            end failed -: failed(unknownHost(news.example), http://news.example/, post: -)
            """)
    }
}
