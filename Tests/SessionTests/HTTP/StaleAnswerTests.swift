import SonicProtocol
import TestSupport
import Testing

@testable import SonicSession

@Suite struct StaleAnswerTests {
    @Test func `a stale response is served at once and revalidated in the background`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10, stale-while-revalidate=50\nETag: \"a\"", "one"),
            reply(200, "Cache-Control: max-age=10", "two"),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        let stale = await world.fetch()
        #expect(FetchWorld.word(stale) == "cache 200 one")
        #expect(stale.answer?.head.headers.first("age") == "20")
        await world.engine.finish()
        #expect(await world.script.requests[1].headers.first("if-none-match") == "\"a\"")
        #expect(await world.word() == "cache 200 two")
    }

    @Test func `only one request at a time revalidates it`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10, stale-while-revalidate=50", "one"),
            reply(200, "Cache-Control: max-age=10", "two", last: nil),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        for _ in 0..<5 { #expect(await world.word() == "cache 200 one") }
        await world.script.untilAsked(2)
        #expect(await world.word() == "cache 200 one")
        await world.gate.open()
        await world.engine.finish()
        #expect(await world.script.requests.count == 2)
    }

    @Test func `a stale range is served at once, and the complete response revalidated`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10, stale-while-revalidate=50", "one"),
            reply(200, "Cache-Control: max-age=10", "two"),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word("Range: bytes=0-1") == "cache 206 on")
        await world.engine.finish()
        #expect(await world.script.requests[1].headers.contains("range") == false)
        #expect(await world.word() == "cache 200 two")
    }

    @Test func `a failure in the background keeps the stored response`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10, stale-while-revalidate=50", "one"),
            [.failed(.reset(detail: ""))],
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        _ = await world.fetch()
        await world.engine.finish()
        #expect(await world.word() == "cache 200 one")
        await world.engine.finish()
    }

    @Test(arguments: [500, 502, 503, 504])
    func `a stale response replaces a server error where stale-if-error allows it`(_ status: Int) async {
        let lines = "Cache-Control: max-age=10, stale-if-error=50"
        let world = FetchWorld([
            reply(200, lines, "one"), reply(status, "", "trouble"), reply(status, "", "trouble"),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word() == "cache 200 one")
        world.clock.advance(50)
        #expect(await world.word() == "network \(status) trouble")
    }

    @Test(arguments: [
        (200, "Cache-Control: no-store"), (302, "Cache-Control: no-store\nX: no Location"), (299, ""),
    ])
    func `a stale response that was revalidated is never used after another response replaced it`(
        _ status: Int, _ lines: String
    ) async {
        let directives = "max-age=10, stale-while-revalidate=1000, stale-if-error=1000"
        let world = FetchWorld([
            reply(200, "Cache-Control: \(directives)\nETag: \"a\"", "one"), reply(status, lines, "two"),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word("Cache-Control: max-age=5") == "network \(status) two")
        #expect(await world.script.requests[1].headers.contains("if-none-match"))
        #expect(await world.word() == "broken")
        #expect(await world.word(mode: .forceCache) == "broken")
        #expect(await world.word("Cache-Control: max-stale") == "broken")
    }

    @Test(arguments: [
        (404, "Cache-Control: no-store"), (404, ""), (410, "Cache-Control: max-age=1"), (500, ""),
        (503, "Retry-After: 60"), (401, "Cache-Control: max-age=100"), (429, "Cache-Control: max-age=1"),
    ])
    func `an error never replaces a stored success`(_ status: Int, _ lines: String) async {
        let directives = "Cache-Control: max-age=10\nETag: \"a\""
        for choices in [CacheChoices(), SiteTerms { $0.lifetime = .override(seconds: 10) }.cacheChoices] {
            let world = FetchWorld([
                reply(200, directives, "one"), reply(status, lines, "trouble"), reply(304, "ETag: \"a\""),
            ])
            _ = await world.fetch(choices: choices)
            world.clock.advance(20)
            #expect(await world.word(choices: choices) == "network \(status) trouble")
            world.clock.advance(5)
            #expect(await world.word(mode: .onlyIfCached, choices: choices) == "cache 200 one")
            #expect(await world.word(choices: choices) == "revalidated 200 one")
            #expect(await world.script.requests[2].headers.first("if-none-match") == "\"a\"")
            #expect(await world.word(choices: choices) == "cache 200 one")
        }
    }

    @Test(arguments: [
        ("image/png", "<html>log in please"), ("image/png", ""), ("application/json", "{\"half\":"),
        ("text/css", "\n<!DOCTYPE html><title>log in</title>"),
    ])
    func `a response with an implausible body is returned, not stored, and replaces nothing`(
        _ type: String, _ body: String
    ) async {
        let sound = type == "application/json" ? "[1]" : type == "text/css" ? "p{}" : "GIF89a;"
        let lines = "Content-Type: \(type)\nCache-Control: max-age=10\nETag: \"a\""
        let world = FetchWorld([
            reply(200, lines, sound), reply(200, "Content-Type: \(type)\nCache-Control: max-age=3600", body),
            reply(200, lines, sound),
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word() == "network 200 \(body)")
        #expect(await world.word(mode: .onlyIfCached) == "cache 200 \(sound)")
        #expect(await world.word() == "network 200 \(sound)")
    }

    @Test func `a stale response is removed if the caller refuses the new one or it is too long`() async {
        for choices in [
            CacheChoices(review: { $0.body == Array("two".utf8) ? .refuse : .keep }),
            CacheChoices(),
        ] {
            let world = FetchWorld(
                [
                    reply(200, "Cache-Control: max-age=10\nETag: \"a\"", "one"),
                    reply(200, "Cache-Control: max-age=10", choices.review == nil ? "twelve" : "two"),
                ], bodyLimit: 4)
            _ = await world.fetch()
            world.clock.advance(20)
            _ = await world.fetch(choices: choices)
            #expect(await world.word(mode: .onlyIfCached) == "notCached")
        }
    }

    @Test func `a response that is fresh or was not revalidated survives one that is not stored`() async {
        let directives = "Cache-Control: max-age=100\nETag: \"a\""
        let world = FetchWorld([
            reply(200, directives, "one"), reply(200, "Cache-Control: no-store", "two"),
            reply(200, "Cache-Control: no-store", "three"), reply(503, "Cache-Control: no-store", "trouble"),
        ])
        _ = await world.fetch()
        #expect(await world.word(mode: .noCache) == "network 200 two")
        #expect(await world.word() == "cache 200 one")
        world.clock.advance(200)
        #expect(await world.word(mode: .reload) == "network 200 three")
        #expect(await world.word() == "network 503 trouble")
        #expect(await world.word(mode: .forceCache) == "cache 200 one")
    }

    @Test func `other errors are returned to the caller`() async {
        let lines = "Cache-Control: max-age=10, stale-if-error=50"
        let world = FetchWorld([reply(200, lines, "one"), reply(404, "", "gone")])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word() == "network 404 gone")
    }

    @Test(
        arguments: TableRow.rows(
            "after a failed connection a", in: "Tests/SessionTests/HTTP/Words/sessions.table"))
    func `after a failed connection, a stale response is served only where allowed`(row: TableRow) async {
        let (directives, word) = (row[1], row[2])
        let world = FetchWorld([
            reply(200, "Cache-Control: \(directives)", "one"), [.failed(.reset(detail: ""))],
        ])
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word() == word)
    }

    @Test func `only-if-cached sends no request, a 504 for the directive, a failure for the mode`() async {
        let world = FetchWorld([])
        let result = await world.fetch("Cache-Control: only-if-cached")
        #expect(FetchWorld.word(result) == "cache 504 ")
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
        #expect(await world.word(method: "POST", mode: .onlyIfCached) == "notCached")
        #expect(await world.script.requests.isEmpty)
    }

    @Test func `modes read and write the cache as Fetch specifies`() async {
        let lines = "Cache-Control: max-age=100"
        let world = FetchWorld((1...6).map { reply(200, lines, "\($0)") })
        #expect(await world.word(mode: .noStore) == "network 200 1")
        #expect(await world.word() == "network 200 2")
        #expect(await world.word(mode: .noStore) == "network 200 3")
        #expect(await world.word() == "cache 200 2")
        #expect(await world.word(mode: .reload) == "network 200 4")
        #expect(await world.word(mode: .forceCache) == "cache 200 4")
        #expect(await world.word(mode: .noCache) == "network 200 5")
        world.clock.advance(1000)
        #expect(await world.word(mode: .onlyIfCached) == "cache 200 5")
        #expect(await world.word() == "network 200 6")
        let sent = await world.script.requests.map { $0.headers.first("cache-control") }
        #expect(sent == ["no-cache", nil, "no-cache", "no-cache", "max-age=0", nil])
    }
}
