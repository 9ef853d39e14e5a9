import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Pages shown without a request, because of the server's headers or the user's settings.
@Suite struct FreshnessTests {
    @Test func `a page is requested again after a POST to it or a redirect from a POST`() async throws {
        let head = Sample.head(v1) + "\nCache-Control: max-age=120"
        let script = Script(
            [response(head, v1), response("200 OK\nContent-Type: text/html", "thanks")],
            over: response(head, v1))
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: MemoryStore(), hashes: .nettle,
            clocks: .still)
        func open(_ method: RequestMethod = .get) async -> Outcome? {
            let order = SessionOrder(
                url: Play.url, method: method, headers: RequestHeaders(product: "sonic/0"))
            return await engine.open(order).result()?.outcome
        }
        #expect(await open() == .firstLoad)
        #expect(await open() == .fresh(.lifetime))
        #expect(await script.requests.count == 1)
        _ = await open(.post(PostBody(Array("a=b".utf8), contentType: "text/plain", origin: nil)))
        #expect(await open() == .allCached)
        #expect(await script.requests.map(\.method) == ["GET", "POST", "GET"])

        let leading = Script([
            response(head, v1), response("303 See Other\nLocation: /", ""), response(head, v1),
        ])
        let second = SessionEngine(
            connection: ScriptedConnection(script: leading), store: MemoryStore(), hashes: .nettle,
            clocks: .still)
        _ = await second.open(SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")))
            .result()
        let form = try #require(WebURL("http://news.example/form"))
        let posting = SessionOrder(
            url: form, method: .post(PostBody([], contentType: "text/plain", origin: nil)),
            headers: RequestHeaders(product: "sonic/0"))
        #expect(await second.open(posting).result()?.outcome == .allCached)
        #expect(await leading.requests.count == 3)
    }

    @Test func `the site's terms for parameters and lifetimes apply to resources too`() {
        let terms = SiteTerms {
            ($0.identity, $0.lifetime) = (.ignoring(["utm_*"]), .override(seconds: 9))
        }
        #expect(terms.cacheChoices.ignoredParameters == .fitting(["utm_*"]))
        #expect(terms.cacheChoices.lifetime == .override(seconds: 9))
        let only = SiteTerms { $0.identity = .only(["id"]) }
        #expect(only.cacheChoices.ignoredParameters == .others(than: ["id"]))
        #expect(SiteTerms().cacheChoices.ignoredParameters == .none)
        #expect(!SiteTerms { $0.isStored = false }.mayBeWritten)
        #expect(!SiteTerms { $0.isPrivate = true }.mayBeWritten)
    }
}
