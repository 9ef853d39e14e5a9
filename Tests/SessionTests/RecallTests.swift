import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// Addresses that redirected when last requested.
@Suite struct RecallTests {
    static let target = WebURL("http://www.news.example/start")!
    static let hop = SessionResult.Redirect(from: Play.url, to: target, status: 301)
    static let redirect = Reply.answer("301 Moved Permanently\nLocation: \(target.href)", body: "")

    /// A play with a cached redirect from the address to a stored page.
    static func play(_ replies: [Reply], stored: StoredPage? = nil, of own: StoredPage? = nil) -> Play {
        var play = Play(replies)
        var page = stored ?? Sample.stored(v1)
        page.version.url = target
        play.readings = [CacheReadResult(page: own, redirects: [hop]), CacheReadResult(page: page)]
        return play
    }

    @Test func `a redirect is cached with the first response it leads to`() {
        check(
            [Self.redirect, Sample.full(v1)],
            """
            ask http://news.example/ accept-diff
            redirected 301 to http://www.news.example/start
            ask http://www.news.example/start accept-diff
            piece of 50 bytes
            piece of 50 bytes
            show page of 100 bytes
            write commit 100 bytes, http://news.example/ leads to http://www.news.example/start
            end firstLoad 1000: firstLoad((change: true, etag: X1, sha1: X1, purpose: ordinary), noCopy)
            """.filled)
    }

    @Test func `the cached redirect's page is shown at once, and the address is still requested`() {
        var play = Self.play([Self.redirect, .answer("304 Not Modified", body: "")])
        #expect(
            play.run()
                == """
                show version 3 of http://www.news.example/start
                ask http://news.example/ accept-diff
                redirected 301 to http://www.news.example/start
                show version 3
                ask http://www.news.example/start accept-diff etag=X1 tag=T1
                write renew 3
                end allCached 304: notModified(etag: X1)
                """.filled)
        let redirects = play.result?.redirects ?? []
        #expect(redirects == [Self.hop])
    }

    @Test func `a page at the address itself replaces the cached redirect's page and removes the redirect`() {
        var play = Self.play([Sample.full(v2)], of: Sample.stored(other))
        #expect(
            play.run()
                == """
                show version 3 of http://www.news.example/start
                ask http://news.example/ accept-diff
                show page of 100 bytes
                write commit 100 bytes, forget where http://news.example/ led
                end firstLoad 1000: firstLoad((change: true, etag: X2, sha1: X2, purpose: ordinary), \
                redirected)
                """.filled)
    }

    @Test func `a redirect from another address of the same page is not cached again`() {
        var hop = Self.hop
        hop.from = WebURL("http://news.example/?from=feed")!
        var play = Self.play([Self.redirect, .answer("304 Not Modified", body: "")])
        play.readings[0].redirects = [hop]
        #expect(play.run().contains("\nwrite renew 3\n"))
    }

    @Test func `a redirect to a new target replaces the cached one`() {
        var play = Self.play([.answer("302 Found\nLocation: /b", body: ""), Sample.full(v2)])
        play.readings.append(CacheReadResult())
        #expect(
            play.run().contains("write commit 100 bytes, http://news.example/ leads to http://news.example/b")
        )
    }

    @Test func `a cached redirect is removed when its page is received through another address`() {
        // As after a login: the page redirected to the form before, and the POST redirects to it now.
        let body = PostBody(Array("a=b".utf8), contentType: "text/plain", origin: "http://news.example")
        var play = Play([.answer("303 See Other\nLocation: /account", body: ""), Sample.full(v1)])
        let account = WebURL("http://news.example/account")!
        play.readings = [
            CacheReadResult(redirects: [
                .init(from: account, to: WebURL("http://news.example/login")!, status: 302)
            ])
        ]
        let lines = play.run(.open, .post(body))
        #expect(
            lines.contains("write commit 100 bytes, forget where http://news.example/account led\n"),
            "\(lines)")
    }

    @Test func `an address that cannot be reached shows the cached redirect's page, and says so`() throws {
        var play = Self.play([.failure(.unknownHost("offline"))])
        let lines = play.run()
        #expect(
            lines.split(separator: "\n").prefix(3) == [
                "show version 3 of http://www.news.example/start", "ask http://news.example/ accept-diff",
                "show version 3",
            ])
        let result = try #require(play.result)
        #expect(result.outcome == .offline(.connection(.unknownHost("offline"))))
        #expect(result.url == Self.target)
        #expect(
            play.reasonCase
                == "offline(unknownHost(offline), http://news.example/, (number: 3, checked: -300 s, now: now, "
                + "unselected: []), (from: http://news.example/, to: http://www.news.example/start))")
        #expect(result.redirects.map(\.isCached) == [true])
    }

    @Test(arguments: [SessionMode.cacheOnly, .back])
    func `without a request, the cached redirect is followed`(mode: SessionMode) throws {
        var play = Self.play([])
        let lines = play.run(mode)
        #expect(lines.hasPrefix("show version 3 of http://www.news.example/start\nshow version 3\nend fresh"))
        let result = try #require(play.result)
        #expect(result.url == Self.target)
        #expect(result.redirects.map(\.isCached) == [true])
        switch result.reason {
        case .cacheOnly(_, let redirect?), .history(_, let redirect?): #expect(redirect.to == Self.target)
        default: Issue.record("\(play.reasonCase)")
        }
    }

    @Test func `a cached redirect to a page that is not stored has no effect`() {
        var play = Play([])
        play.readings = [
            CacheReadResult(page: Sample.stored(v1), redirects: [Self.hop]), CacheReadResult(),
        ]
        #expect(play.run(.cacheOnly).hasPrefix("show version 3\nend fresh"))
        var asked = Play([.answer("304 Not Modified", body: "")])
        asked.readings = [
            CacheReadResult(page: Sample.stored(v1), redirects: [Self.hop]), CacheReadResult(),
        ]
        #expect(
            asked.run().contains("ask http://news.example/ accept-diff etag=\(Words.short(Sample.sha1(v1)))")
        )
    }

    @Test(arguments: [SessionMode.reload, .forceReload])
    func `a reload shows nothing before the response`(mode: SessionMode) {
        var play = Play([Self.redirect, Sample.full(v1)])
        play.readings = [CacheReadResult(redirects: [Self.hop]), CacheReadResult()]
        #expect(play.run(mode).hasPrefix("ask http://news.example/"))
    }

    @Test func `an error status keeps the cached redirect's page`() throws {
        var play = Self.play([.answer("500 Internal Server Error", body: "no")])
        _ = play.run()
        let result = try #require(play.result)
        #expect(result.outcome == .failed(.status(500)))
        #expect(
            play.reasonCase
                == "errorStatus(status: 500, phrase: Internal Server Error, url: http://news.example/, "
                + "purpose: ordinary, challenge: -, shown: cachedRedirect(http://www.news.example/start))")
        #expect(play.commits.isEmpty)
    }

    @Test func `a truncated response keeps the cached redirect's page`() throws {
        var play = Self.play([.cut("200 OK\nContent-Type: text/html", body: v2, .reset(detail: "gone"))])
        let lines = play.run()
        #expect(!lines.contains("piece"), "\(lines)")
        #expect(play.result?.url == Self.target)
        #expect(play.result?.outcome == .offline(.connection(.reset(detail: "gone"))))
    }

    @Test func `a response over the limit keeps the cached redirect's page`() throws {
        var play = Self.play([Sample.full(v2)])
        _ = play.run(limits: SessionLimits(bodyBytes: 10))
        #expect(play.result?.reason == .tooLarge(limit: 10, .cachedRedirect(Self.target)))
    }

    @Test func `a redirect under no-store is not cached, and removes a cached one`() {
        let answer = Reply.answer("302 Found\nLocation: /b\nCache-Control: no-store", body: "")
        var new = Play([answer, Sample.full(v1)])
        #expect(new.run().contains("write commit 100 bytes\n"))
        var old = Self.play([answer, Sample.full(v1)])
        old.readings.append(CacheReadResult())
        #expect(old.run().contains("write commit 100 bytes, forget where http://news.example/ led\n"))
    }

    @Test func `no redirect is cached for a private site or a POST`() {
        var play = Play([Self.redirect, Sample.full(v1)])
        play.terms.isPrivate = true
        #expect(play.run().contains("write hold 100 bytes to show\n"))
        var posted = Play([.answer("303 See Other\nLocation: /b", body: ""), Sample.full(v1)])
        let body = PostBody(Array("a=b".utf8), contentType: "text/plain", origin: "http://news.example")
        #expect(posted.run(.open, .post(body)).contains("write commit 100 bytes\n"))
    }

    @Test func `the requested fragment is passed on, and not cached`() throws {
        let url = try #require(WebURL("http://news.example/#part"))
        var first = Play([Self.redirect, Sample.full(v1)])
        #expect(
            first.run(url: url).contains(
                "write commit 100 bytes, http://news.example/ leads to http://www.news.example/start\n")
        )
        var second = Self.play([Self.redirect, .answer("304 Not Modified", body: "")])
        let lines = second.run(url: url)
        #expect(lines.hasPrefix("show version 3 of http://www.news.example/start#part\n"), "\(lines)")
        #expect(lines.contains("write renew 3"), "\(lines)")
    }

    @Test func `a fragment in the redirect's Location is cached with it`() throws {
        let answer = Reply.answer("302 Found\nLocation: /b#there", body: "")
        var play = Play([answer, Sample.full(v1)])
        #expect(play.run().contains("leads to http://news.example/b#there\n"))
    }

    @Test func `a redirect back to the start is not cached`() {
        let there = Reply.answer("302 Found\nLocation: /b", body: "")
        let back = Reply.answer("302 Found\nLocation: /", body: "")
        var play = Play([there, back, Sample.full(v1)])
        #expect(play.run().contains("write commit 100 bytes\n"))
    }

    @Test func `a redirect to an overlong address is not cached`() {
        let long = Reply.answer("302 Found\nLocation: /\(String(repeating: "b", count: 9_000))", body: "")
        var play = Play([long, Sample.full(v1)])
        #expect(play.run().contains("write commit 100 bytes\n"))
    }

    @Test func `a redirect is cached even if the target page is fresh`() {
        var fresh = Sample.stored(v1)
        fresh.version.url = Self.target
        fresh.checked = Play.now
        fresh.version.headers.append("Cache-Control", "max-age=600")
        var play = Play([Self.redirect])
        play.readings = [CacheReadResult(), CacheReadResult(page: fresh)]
        let lines = play.run()
        #expect(
            lines.contains("write http://news.example/ leads to http://www.news.example/start\nend fresh"))
    }

    @Test func `a second visit and an offline visit show the stored page at once`() async {
        let store = MemoryStore()
        func open(_ replies: [[ResponseEvent]], _ mode: SessionMode = .open) async -> [String] {
            let engine = SessionEngine(
                connection: ScriptedConnection(script: Script(replies)), store: store, hashes: .nettle,
                clocks: .still)
            let order = SessionOrder(url: Play.url, mode: mode, headers: RequestHeaders(product: "sonic/0"))
            var told: [String] = []
            for await event in engine.open(order).events {
                switch event {
                case .cachedRedirectFollowed(let to, let page): told.append("\(to.href) v\(page.number)")
                case .ended(let result): told.append("\(result.outcome.name) \(result.url.href)")
                default: break
                }
            }
            return told
        }
        let redirect = response("301 Moved\nLocation: \(Self.target.href)", "")
        let first = await open([redirect, response(Sample.head(v1), v1)])
        #expect(first == ["firstLoad \(Self.target.href)"])
        let second = await open([redirect, response("304 Not Modified", "")])
        #expect(second == ["\(Self.target.href) v1", "allCached \(Self.target.href)"])
        let third = await open([], .cacheOnly)
        #expect(third == ["\(Self.target.href) v1", "fresh \(Self.target.href)"])
        let fourth = await open([response(Sample.head(v2), v2)])
        #expect(fourth == ["\(Self.target.href) v1", "firstLoad \(Play.url.href)"])
        let fifth = await open([], .cacheOnly)
        #expect(fifth == ["fresh \(Play.url.href)"])
    }
}
