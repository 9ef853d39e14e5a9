import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Pages shown without a request, because of the server's headers or the user's settings.
@Suite struct FreshnessTests {
    /// A page that was checked 100 seconds ago, with these header lines.
    private static func page(_ lines: String, sonic: Bool = true) -> StoredPage {
        var page = Sample.stored(v1, sonic: sonic)
        page.checked = Play.now.adding(seconds: -100)
        for line in lines.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { String($0) }
            page.version.headers.append(parts[0], String(parts[1].drop { $0 == " " }))
        }
        return page
    }

    private func play(
        _ page: StoredPage, _ mode: SessionMode = .open, _ terms: SiteTerms = SiteTerms()
    ) -> String {
        var play = Play(stored: page, [.answer("304 Not Modified", body: "")])
        play.terms = terms
        return play.run(mode)
    }

    @Test func `a page is shown without a request within its max-age, and the reason says so`() {
        #expect(
            play(Self.page("Cache-Control: private, max-age=120")) == """
                show version 3
                end fresh -: fresh(maxAge(120, countedAs: -), age: 100000, version: 3)
                """)
        #expect(play(Self.page("Cache-Control: max-age=120", sonic: false)).contains("end fresh"))
        #expect(play(Self.page("Cache-Control: max-age=100")).contains("end allCached"))
    }

    @Test func `Expires is relative to Date, and Age is added`() {
        let date = HTTPDate.text(Play.now.adding(seconds: -100))
        func expires(_ seconds: Int64) -> String {
            "Date: \(date)\nExpires: \(HTTPDate.text(Play.now.adding(seconds: seconds - 100)))"
        }
        #expect(
            play(Self.page(expires(110))).contains(
                "fresh(expires(110, countedAs: -), age: 100000, version: 3)"))
        #expect(play(Self.page(expires(90))).contains("end allCached"))
        #expect(play(Self.page("Cache-Control: max-age=120\nAge: 30")).contains("end allCached"))
    }

    @Test func `a server's lifetime is limited to five minutes, or to the user's limit`() {
        let day = "Cache-Control: max-age=86400"
        #expect(
            play(Self.page(day)).contains("fresh(maxAge(86400, countedAs: 300), age: 100000, version: 3)"))
        for (limit, outcome) in [(0, "allCached"), (100, "allCached"), (101, "fresh"), (1 << 40, "fresh")] {
            let lines = play(Self.page(day), .open, SiteTerms { $0.freshPages = limit })
            #expect(lines.contains("end \(outcome)"), "\(limit)")
        }
    }

    @Test(arguments: [
        "Cache-Control: no-cache, max-age=120", "Cache-Control: max-age=soon", "Expires: 0",
        "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", "Cache-Control: s-maxage=120",
        "Cache-Control: max-age=120\nVary: Cookie", "Cache-Control: max-age=120\nVary: *",
        "Cache-Control: max-age=120\nVary: Accept-Encoding, X-Other",
    ])
    func `a page is requested if its lifetime or Vary does not prove it fresh`(_ lines: String) {
        #expect(play(Self.page(lines)).contains("end allCached"))
    }

    @Test func `headers that are the same in all requests of this program are allowed in Vary`() {
        let lines = "Cache-Control: max-age=120\nVary: accept-diff , Accept-Encoding"
        #expect(play(Self.page(lines)).contains("end fresh"))
    }

    @Test(arguments: [SessionMode.reload, .forceReload])
    func `a reload always sends a request`(_ mode: SessionMode) {
        #expect(play(Self.page("Cache-Control: max-age=120"), mode).contains("ask http://news.example/"))
    }

    @Test func `the user's lifetime is a fallback for the server's, or overrides it`() {
        func outcome(_ lines: String, _ lifetime: ChosenLifetime) -> String {
            let played = play(Self.page(lines), .open, SiteTerms { $0.lifetime = lifetime })
            return played.contains("end fresh") ? "fresh" : "asked"
        }
        let said = "Cache-Control: max-age=120"
        #expect(outcome("", .fallback(seconds: 101)) == "fresh")
        #expect(outcome("", .fallback(seconds: 86_400)) == "fresh")
        #expect(outcome("", .fallback(seconds: 100)) == "asked")
        #expect(outcome("Cache-Control: max-age=1", .fallback(seconds: 86_400)) == "asked")
        #expect(outcome("Cache-Control: no-cache", .fallback(seconds: 86_400)) == "asked")
        #expect(outcome(said, .override(seconds: 0)) == "asked")
        #expect(outcome("Cache-Control: no-cache", .override(seconds: 101)) == "fresh")
    }

    @Test func `response headers added by the user count as the server's`() {
        let terms = SiteTerms { $0.responseHeaders = [HeaderField("Cache-Control", "max-age=120")] }
        #expect(play(Self.page(""), .open, terms).contains("end fresh"))
        #expect(play(Self.page("Cache-Control: no-cache"), .open, terms).contains("end allCached"))
    }

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

    @Test func `without permission to store, pages are compared and kept in memory`() {
        for (offline, work) in [
            ("true", "hold 100 bytes to show"), ("false", "forget what memory holds"),
            ("http", "forget what memory holds"),
        ] {
            var play = Play(stored: Sample.stored(v1), [Sample.data(v2, offline: offline)])
            play.terms = SiteTerms { $0.isStored = false }
            #expect(play.run().contains("\nwrite \(work)\nend dataUpdate"), "\(offline)")
            #expect(
                play.result?.storage == .notAllowed(.unwanted))
        }
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
