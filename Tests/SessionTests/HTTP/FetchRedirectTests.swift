import SonicProtocol
import Testing

@testable import SonicSession

@Suite struct FetchRedirectTests {
    private let there = WebURL("http://example.com/b")!

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed, returned or refused according to the redirect mode`(_ status: Int) async {
        let redirect = reply(status, "Location: /b#there", "over there")
        let world = FetchWorld([redirect, reply(200, "", "one"), redirect, redirect])
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "network 200 one")
        #expect(result.urls.map(\.href) == ["http://example.com/a", "http://example.com/b#there"])
        #expect(result.answer?.head.url.fragment == "there")
        #expect(await world.word(mode: .reload, redirect: .manual) == "network \(status) over there")
        #expect(
            await world.word(mode: .reload, redirect: .error)
                == "\(FetchFailure.redirected(to: "/b#there"))")
    }

    @Test func `a stored redirect is followed without a request`() async {
        let world = FetchWorld([
            reply(301, "Location: /b\nCache-Control: max-age=100"),
            reply(200, "Cache-Control: max-age=100", "one"),
        ])
        #expect(await world.word() == "network 200 one")
        #expect(await world.word() == "cache 200 one")
        #expect(await world.word(redirect: .manual) == "cache 301 ")
        #expect(await world.word(mode: .onlyIfCached) == "cache 200 one")
    }

    @Test func `a revalidated redirect is followed as well, and renewed`() async {
        let world = FetchWorld([
            reply(302, "Location: /b\nCache-Control: max-age=1\nETag: \"a\""),
            reply(200, "Cache-Control: max-age=100", "one"), reply(304, "Cache-Control: max-age=50"),
        ])
        _ = await world.fetch()
        world.clock.advance(10)
        #expect(await world.word() == "cache 200 one")
        world.clock.advance(40)
        #expect(await world.word() == "cache 200 one")
        #expect(await world.script.requests.count == 3)
    }

    @Test func `at most twenty redirects are followed`() async {
        let loop = (0..<21).map { reply(302, "Location: /\($0)") }
        let world = FetchWorld(loop)
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "tooManyRedirects")
        #expect(result.urls.count == 21)
        #expect(
            await FetchWorld(Array(loop.dropLast()) + [reply(200, "", "one")]).word() == "network 200 one")
    }

    @Test(arguments: ["file:///etc/passwd", "http://[", "data:,a", "mailto:a@example.com"])
    func `a redirect to an address other than http or https is a failure`(_ location: String) async {
        let result = await FetchWorld([reply(302, "Location: \(location)")]).fetch()
        guard case .failed(.badRedirect) = result.ending else {
            Issue.record("\(result.ending)")
            return
        }
    }

    @Test func `a redirect without Location is returned as a response`() async {
        #expect(await FetchWorld([reply(302, "", "lost")]).word() == "network 302 lost")
    }

    @Test func `a POST redirected by 303 becomes a GET without body, and its target is requested anew`() async
    {
        let lines = "Cache-Control: max-age=100"
        let world = FetchWorld([
            reply(200, lines, "old"), reply(200, lines, "old"), reply(303, "Location: /b"),
            reply(200, lines, "new"),
            reply(200, lines, "new"),
        ])
        _ = await world.fetch()
        _ = await world.fetch(url: there)
        let result = await world.fetch("Content-Type: a/b", method: "POST", body: [1])
        #expect(FetchWorld.word(result) == "network 200 new")
        #expect(await world.script.requests.map(\.method) == ["GET", "GET", "POST", "GET"])
        #expect(await world.script.requests[3].body.isEmpty)
        #expect(await world.word() == "network 200 new")
    }

    @Test(arguments: ["Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key"])
    func `secrets are not sent to another origin after a redirect`(name: String) async {
        let world = FetchWorld(
            [reply(307, "Location: http://other.example/"), reply(200, "", "one")],
            secretHeaders: SecretHeaders(["x-api-key"]))
        _ = await world.fetch("\(name): Basic YTpi\nX: 1")
        #expect(await world.script.requests.map { $0.headers.contains(name) } == [true, false])
        #expect(await world.script.requests[1].headers.first("x") == "1")
    }

    @Test(arguments: ["Authorization", "Proxy-Authorization", "X-Api-Key"])
    func `secrets are sent again after a redirect within their origin`(name: String) async {
        let world = FetchWorld(
            [reply(307, "Location: /b"), reply(200, "", "one")], secretHeaders: SecretHeaders(["X-Api-Key"]))
        _ = await world.fetch("\(name): Basic YTpi")
        #expect(await world.script.requests.map { $0.headers.contains(name) } == [true, true])
    }

    @Test func `a redirect is followed even if its body is truncated`() async {
        let world = FetchWorld([reply(302, "Location: /b", "x", last: brokenOff), reply(200, "", "one")])
        #expect(await world.word() == "network 200 one")
    }
}

@Suite struct FetchMethodTests {
    private let lines = "Cache-Control: max-age=100"

    @Test func `a POST is never served from the cache nor stored, and invalidates`() async {
        let world = FetchWorld([
            reply(200, lines, "one"), reply(200, lines, "posted"), reply(200, lines, "posted"),
            reply(200, lines, "two"),
        ])
        _ = await world.fetch()
        for _ in 0..<2 { #expect(await world.word(method: "POST") == "network 200 posted") }
        #expect(await world.word() == "network 200 two")
    }

    @Test func `a failed POST does not invalidate the stored response`() async {
        let world = FetchWorld([reply(200, lines, "one"), reply(500, "", ""), [brokenOff]])
        _ = await world.fetch()
        _ = await world.fetch(method: "POST")
        _ = await world.fetch(method: "POST")
        #expect(await world.word() == "cache 200 one")
    }

    @Test func `all variants are invalidated, and those of the Location URL`() async {
        let there = WebURL("http://example.com/b")!
        let world = FetchWorld(
            (0..<3).map { _ in reply(200, lines + "\nVary: A", "old") } + [reply(201, "Location: /b")]
                + (0..<3).map { _ in reply(200, "", "new") })
        _ = await world.fetch("A: 1")
        _ = await world.fetch("A: 2")
        _ = await world.fetch(url: there)
        _ = await world.fetch(method: "PUT")
        #expect(await world.word("A: 1") == "network 200 new")
        #expect(await world.word("A: 2") == "network 200 new")
        #expect(await world.word(url: there) == "network 200 new")
    }

    @Test func `HEAD is served from a stored GET, and its response renews it`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10\nX: old", "one"),
            reply(200, "Cache-Control: max-age=100\nX: new"),
        ])
        _ = await world.fetch()
        #expect(await world.word(method: "HEAD") == "cache 200 ")
        world.clock.advance(10)
        #expect(await world.word(method: "HEAD") == "network 200 ")
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "cache 200 one")
        #expect(result.answer?.head.headers.all("x") == ["new"])
    }

    @Test func `a response to HEAD alone is not reused`() async {
        let world = FetchWorld([reply(200, lines), reply(200, lines, "one")])
        _ = await world.fetch(method: "HEAD")
        #expect(await world.word() == "network 200 one")
    }

    @Test func `a GET with a body bypasses the cache`() async {
        let world = FetchWorld([reply(200, lines, "one"), reply(200, lines, "two")])
        _ = await world.fetch()
        #expect(FetchWorld.word(await world.fetch(body: [1])) == "network 200 two")
        #expect(await world.word() == "cache 200 one")
    }
}
