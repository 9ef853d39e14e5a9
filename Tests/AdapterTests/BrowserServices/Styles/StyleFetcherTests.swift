import Browser
import BrowserValues
import SonicProtocol
import SonicSession
import Testing

@testable import BrowserServices

@Suite struct StyleFetcherTests {
    private static let sheet = WebURL("https://news.example/a.css")!
    private static let response = ScriptedServer.Response(
        type: "text/css", fields: [HeaderField("Cache-Control", "max-age=60")], body: "p {}")

    private struct OneCookie: CookieStore {
        func line(for ask: CookieRequest) async -> (line: HeaderValue?, notes: [String]) { ("a=1", []) }
        func receive(_ setCookies: [HeaderValue], to ask: CookieRequest) async {}
    }

    private func fetcher(_ server: ScriptedServer, terms: SiteTerms = SiteTerms()) -> StyleFetcher {
        StyleFetcher(
            http: HTTPEngine(
                connection: ScriptedConnection(server: server), store: MemoryResponseStore(), clocks: .still),
            cookies: OneCookie(), headers: RequestHeaders(product: "test"), terms: { _ in terms })
    }

    private func order(_ url: WebURL = Self.sheet, reach: Reach = .online) -> StyleOrder {
        StyleOrder(url: url, page: StoredPages.url, reach: reach)
    }

    @Test func `a style sheet is requested once and then available offline`() async {
        let server = ScriptedServer([Self.response])
        let fetcher = fetcher(server)
        #expect(await fetcher.fetch(order(reach: .offline), secretsOrigin: nil) == nil)
        for reach in [Reach.online, .online, .offline] {
            #expect(await fetcher.fetch(order(reach: reach), secretsOrigin: nil) == Array("p {}".utf8))
        }
        #expect(await server.requests.map(\.url) == [Self.sheet])
    }

    @Test func `a response that is not a style sheet is ignored, and a secure redirect is followed`() async {
        let page = ScriptedServer([.init(body: "<p>")])
        #expect(await fetcher(page).fetch(order(), secretsOrigin: nil) == nil)
        let missing = ScriptedServer([.init(status: 404, type: "text/css", body: "p {}")])
        #expect(await fetcher(missing).fetch(order(), secretsOrigin: nil) == nil)
        let moved = ScriptedServer([
            .init(status: 302, fields: [HeaderField("Location", "/b.css")]), Self.response,
        ])
        #expect(await fetcher(moved).fetch(order(), secretsOrigin: nil) == Array("p {}".utf8))
        #expect(await moved.requests.map(\.url.path) == ["/a.css", "/b.css"])
        let downgraded = ScriptedServer([
            .init(status: 302, fields: [HeaderField("Location", "http://news.example/b.css")]), Self.response,
        ])
        #expect(await fetcher(downgraded).fetch(order(), secretsOrigin: nil) == nil)
        #expect(await downgraded.requests.count == 1)
    }

    @Test func `cookies are sent to the page's own origin only`() async throws {
        let fetcher = fetcher(ScriptedServer([Self.response]))
        let own = await fetcher.request(Self.sheet, for: StoredPages.url, secretsOrigin: nil)
        #expect(own.headers.first("cookie") == "a=1" && own.mode == .default)
        let other = try WebURL.parse("https://cdn.example/a.css")
        let foreign = await fetcher.request(other, for: StoredPages.url, secretsOrigin: nil)
        #expect(!foreign.headers.contains("cookie"))
    }

    @Test(arguments: [CacheMode.default, .noCache, .reload])
    func `what sonic-link lists is requested once, whoever comes first`(_ mode: CacheMode) async throws {
        for (isAhead, seconds) in [(true, nil), (false, nil), (true, 60), (false, 60)] as [(Bool, Int64?)] {
            let plain = ScriptedServer.Response(type: "text/css", body: "p {}")
            let server = ScriptedServer([plain])
            let fetcher = fetcher(server)
            let age = seconds.map { ";max-age=\($0)" } ?? ""
            let headers = Headers([HeaderField("sonic-link", "/a.css" + age)])
            var link = try #require(SonicLink(headers, page: StoredPages.url))
            link.since = StoredPages.now
            let requests = await fetcher.requests(link, for: StoredPages.url, secretsOrigin: nil)
            let order = StyleOrder(url: Self.sheet, page: StoredPages.url, mode: mode)
            if isAhead { _ = await fetcher.http.fetch(requests[0]) }
            for use in [StyleFetcher.Use.style, .picture] where use == .style || seconds == nil {
                let bytes = await fetcher.fetch(order, as: use, listedIn: link, secretsOrigin: nil)
                #expect((bytes == nil) == (use == .picture))
            }
            if !isAhead { _ = await fetcher.http.fetch(requests[0]) }
            #expect(await server.requests.count == 1)
            // Its lifetime was stored by whoever came first; without one it is requested again with the next page.
            if mode == .default {
                _ = await fetcher.fetch(order, secretsOrigin: nil)
                #expect(await server.requests.count == (seconds == nil ? 2 : 1))
            }
        }
    }

    @Test func `each exchange for a part of a page is reported, and each response from the cache`() async {
        let tag = [HeaderField("ETag", "\"1\""), HeaderField("Cache-Control", "max-age=60")]
        let server = ScriptedServer([
            .init(status: 302, fields: [HeaderField("Location", "/a.css")]),
            .init(type: "text/css", fields: tag, body: "p {}"), .init(status: 304, fields: tag), .none,
        ])
        let (reports, report) = AsyncStream<(RequestCause, SessionTrace)>.makeStream()
        var fetcher = fetcher(server)
        fetcher = StyleFetcher(
            http: fetcher.http.with { report.yield(($0, $1)) }, cookies: OneCookie(),
            headers: fetcher.headers,
            terms: fetcher.terms)
        let moved = StyleOrder(url: WebURL("https://news.example/b.css")!, page: StoredPages.url)
        let again = StyleOrder(url: Self.sheet, page: StoredPages.url, mode: .noCache)
        for order in [
            moved, order(), again, StyleOrder(url: moved.url, page: StoredPages.url, mode: .reload),
        ] {
            _ = await fetcher.fetch(order, secretsOrigin: nil)
        }
        report.finish()
        var rows: [String] = []
        for await (cause, trace) in reports {
            #expect(cause.chain.first == StoredPages.url && cause.use == .part)
            let turn = trace.turns.last
            let result = turn?.head.map { "\($0.status)" } ?? turn?.failure.map { "\($0)" } ?? ""
            rows.append(
                "\(turn?.request?.url.path ?? "") \(result) \(turn?.report?.answeredBy?.rawValue ?? "-") "
                    + String(decoding: turn?.body ?? [], as: UTF8.self))
        }
        #expect(
            rows == [
                "/b.css 302 - ", "/a.css 200 - p {}", "/a.css 200 cache ", "/a.css 304 - ",
                "/b.css reset(detail: \"gone\") - ",
            ])
    }

    @Test func `nothing of a private site is stored`() async {
        let server = ScriptedServer([Self.response])
        let fetcher = fetcher(server, terms: SiteTerms { $0.isPrivate = true })
        for _ in 1...2 {
            #expect(await fetcher.fetch(order(), secretsOrigin: nil) == Array("p {}".utf8))
        }
        #expect(await server.requests.count == 2)
    }
}
