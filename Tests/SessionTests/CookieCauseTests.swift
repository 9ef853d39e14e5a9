import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Records the queries it receives.
private actor NotedAsks: CookieStore {
    private(set) var asks: [CookieRequest] = []

    func line(for ask: CookieRequest) -> (line: HeaderValue?, notes: [String]) {
        asks.append(ask)
        return (HeaderValue([0x61, 0x3D, 0xE9]), [])
    }

    func receive(_ setCookies: [HeaderValue], to ask: CookieRequest) { asks.append(ask) }
}

@Suite struct CookieCauseTests {
    @Test func `cookies are looked up with the cause of the request, including each redirect`() async throws {
        let cookies = NotedAsks()
        let script = Script([
            response("302 Found\nLocation: http://other.example/x\nSet-Cookie: b=1", ""),
            response("200 OK\nContent-Type: text/html", "<p>x"),
        ])
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: MemoryStore(), cookies: cookies,
            hashes: .nettle, clocks: .still)
        let first = try WebURL.parse("http://one.example/")
        let other = try WebURL.parse("http://other.example/x")
        let page = try WebURL.parse("http://page.example/")
        var order = SessionOrder(url: first, headers: RequestHeaders(product: "sonic/0"))
        order.cause = RequestCause(chain: [page])
        _ = await engine.open(order).result()
        let asked = CookieRequest(first, causedBy: RequestCause(chain: [page]))
        let redirected = CookieRequest(other, causedBy: RequestCause(chain: [page, first]))
        #expect(await cookies.asks == [asked, asked, redirected])
        #expect(
            await script.requests.map { $0.headers.firstBytes("cookie") } == [
                [0x61, 0x3D, 0xE9], [0x61, 0x3D, 0xE9],
            ])
    }

    @Test func `a stored validator that cannot be sent is left out and reported as a finding`() async throws {
        let url = try WebURL.parse("http://one.example/")
        let store = MemoryStore()
        let order = SessionOrder(url: url, headers: RequestHeaders(product: "sonic/0"))
        let html = Array("<p>x".utf8)
        let id = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
        _ = await store.commit(
            PageVersion(
                url: url, html: html, sha1: Hashes.nettle.sha1(html), etag: "a\rb", templateTag: nil,
                headers: Headers([HeaderField("ETag", "a\rb"), HeaderField("Last-Modified", "x\u{0}")]),
                stored: Instant(milliseconds: 0)), for: id)
        let script = Script([response("200 OK\nContent-Type: text/html", "<p>y")])
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: store, hashes: .nettle, clocks: .still)
        let result = try #require(await engine.open(order).result())
        let request = try #require(await script.requests.first)
        #expect(!request.headers.contains("if-none-match") && !request.headers.contains("if-modified-since"))
        #expect(result.findings.filter { $0.rule == .validatorUnsendable }.count == 2)
    }
}
