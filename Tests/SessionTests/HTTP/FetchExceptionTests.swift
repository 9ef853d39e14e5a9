import SonicProtocol
import Testing

@testable import SonicSession

/// Responses that did not come from the site itself under normal conditions.
@Suite struct FetchExceptionTests {
    private static let exception = OriginException([.address("192.0.2.1")])

    @Test func `a response fetched under an exception is reused only under the same one`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=100\nETag: \"s\"", "stand-in"),
            reply(200, "Cache-Control: max-age=100", "site"),
        ])
        let request = FetchRequest(url: FetchWorld.url)
        let apart = world.engine.with { _ in Self.exception }
        #expect(FetchWorld.word(await apart.fetch(request)) == "network 200 stand-in")
        #expect(FetchWorld.word(await world.engine.fetch(request)) == "network 200 site")
        #expect(await world.script.requests[1].headers.contains("if-none-match") == false)
        #expect(FetchWorld.word(await apart.fetch(request)) == "cache 200 stand-in")
        #expect(FetchWorld.word(await world.engine.fetch(request)) == "cache 200 site")
    }

    @Test func `each hop of a redirect is stored under its own address's exception`() async {
        let world = FetchWorld([
            reply(301, "Cache-Control: max-age=100\nLocation: http://site.example/b"),
            reply(200, "Cache-Control: max-age=100", "site"),
        ])
        let apart = world.engine.with { $0.host == "example.com" ? Self.exception : nil }
        #expect(FetchWorld.word(await apart.fetch(FetchRequest(url: FetchWorld.url))) == "network 200 site")
        let there = FetchRequest(url: WebURL("http://site.example/b")!)
        #expect(FetchWorld.word(await world.engine.fetch(there)) == "cache 200 site")
        let begin = FetchRequest(url: FetchWorld.url, mode: .onlyIfCached)
        #expect(FetchWorld.word(await apart.fetch(begin)) == "cache 200 site")
        #expect(await world.engine.fetch(begin).answer == nil)
    }

    @Test func `an edited response is not reused`() async {
        let edit = HandEdit.answer(AnswerEdit(original: nil, means: .editing))
        let world = FetchWorld([
            [.edited(edit)] + reply(200, "Cache-Control: max-age=100", "edited"),
            reply(200, "Cache-Control: max-age=100", "site"),
        ])
        #expect(await world.word() == "network 200 edited")
        #expect(await world.word() == "network 200 site")
        #expect(await world.word() == "cache 200 site")
    }

    @Test func `cookies from edited requests and responses are not stored`() {
        func head(_ lines: String) -> ResponseHead {
            ResponseHead(
                version: "HTTP/1.1", status: 200, reason: "OK", headers: FetchWorld.headers(lines), raw: [])
        }
        let sent = head("Set-Cookie: a=1\nSet-Cookie: b=2")
        let original = AnswerEdit.Original(head: head("Set-Cookie: a=1\nSet-Cookie: c=3"), body: [])
        let request = Request(url: FetchWorld.url, headers: Headers())
        let edits: [HandEdit] = [.answer(AnswerEdit(original: original, means: .editing))]
        #expect([HandEdit]().serverCookies(of: sent) == ["a=1", "b=2"])
        #expect(edits.serverCookies(of: sent) == ["a=1"])
        #expect([.answer(AnswerEdit(original: nil, means: .editing))].serverCookies(of: sent) == [])
        #expect([.request(original: request)].serverCookies(of: sent) == [])
        #expect([.unstored].serverCookies(of: sent) == [])
    }
}
