import SonicProtocol
import Testing

@testable import SonicSession

@Suite struct FetchPartsTests {
    private let whole = "Cache-Control: max-age=100\nETag: \"a\"\nContent-Length: 10"

    private func part(_ range: String) -> String {
        "Cache-Control: max-age=100\nETag: \"a\"\nContent-Range: bytes \(range)/10"
    }

    @Test func `a range is served from a stored complete response`() async {
        let world = FetchWorld([reply(200, whole, "0123456789")])
        _ = await world.fetch()
        let result = await world.fetch("Range: bytes=2-4")
        #expect(FetchWorld.word(result) == "cache 206 234")
        #expect(result.answer?.head.headers.first("content-range") == "bytes 2-4/10")
        #expect(result.answer?.head.reason == "Partial Content")
        #expect(await world.word("Range: bytes=-2") == "cache 206 89")
        #expect(await world.word("Range: bytes=8-") == "cache 206 89")
    }

    @Test func `a stale range is revalidated by a 304`() async {
        let world = FetchWorld([reply(200, whole, "0123456789"), reply(304, "ETag: \"a\"")])
        _ = await world.fetch()
        world.clock.advance(100)
        #expect(await world.word("Range: bytes=2-4") == "revalidated 206 234")
        let sent = await world.script.requests[1].headers
        #expect(sent.first("range") == "bytes=2-4" && sent.first("if-none-match") == "\"a\"")
        #expect(sent.all("accept-encoding") == ["identity"])
    }

    @Test func `partial responses are combined until they are complete`() async {
        let world = FetchWorld([
            reply(206, part("5-7"), "567"), reply(206, part("0-4"), "01234"), reply(206, part("8-9"), "89"),
        ])
        #expect(await world.word("Range: bytes=5-7") == "network 206 567")
        #expect(await world.word("Range: bytes=6-7") == "cache 206 67")
        #expect(await world.word("Range: bytes=0-4") == "network 206 01234")
        #expect(await world.word("Range: bytes=3-6") == "cache 206 3456")
        #expect(await world.word("Range: bytes=8-9") == "network 206 89")
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "cache 200 0123456789")
        #expect(result.answer?.head.headers.all("content-length") == ["10"])
        #expect(result.answer?.head.headers.contains("content-range") == false)
    }

    @Test func `a stored first part is completed with its validator`() async {
        let world = FetchWorld([reply(206, part("0-4"), "01234"), reply(206, part("5-9"), "56789")])
        _ = await world.fetch("Range: bytes=0-4")
        #expect(await world.word() == "revalidated 200 0123456789")
        #expect(await world.script.requests[1].headers.first("if-range") == "\"a\"")
        #expect(await world.word() == "cache 200 0123456789")
    }

    @Test func `a truncated response is a failure, and the next request resumes where it ended`() async {
        let world = FetchWorld([
            reply(200, whole, "01234", last: brokenOff), reply(206, part("5-9"), "567", last: brokenOff),
            reply(206, part("8-9"), "89"),
        ])
        #expect(await world.word() == "broken")
        #expect(await world.word() == "broken")
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "revalidated 200 0123456789")
        #expect(await world.word() == "cache 200 0123456789")
        let sent = await world.script.requests.map { $0.headers.first("range") }
        #expect(sent == [nil, "bytes=5-", "bytes=8-"])
    }

    @Test func `a truncated response whose resource changed is fetched anew`() async {
        let world = FetchWorld([
            reply(200, whole, "01234", last: brokenOff),
            reply(200, "Cache-Control: max-age=100\nETag: \"b\"", "new"),
        ])
        _ = await world.fetch()
        #expect(await world.word() == "network 200 new")
        #expect(await world.word() == "cache 200 new")
    }

    @Test func `if a 206 does not continue the stored bytes, the whole is requested`() async {
        let world = FetchWorld([
            reply(200, whole, "01234", last: brokenOff), reply(206, part("0-4"), "01234"),
            reply(200, whole, "0123456789"),
        ])
        _ = await world.fetch()
        #expect(await world.word() == "network 200 0123456789")
        #expect(await world.script.requests[2].headers.contains("range") == false)
    }

    @Test func `a response shorter than Content-Length is never treated as complete`() async {
        for lines in ["Cache-Control: max-age=100\nContent-Length: 10", whole] {
            let world = FetchWorld([reply(200, lines, "01234"), reply(200, lines, "0123456789")])
            #expect(await world.word() == "network 200 01234")
            #expect(await world.word() == "network 200 0123456789")
        }
    }

    @Test(arguments: [
        ("Content-Length: 3", "01234"), ("Content-Length: 10", "01234"),
    ])
    func `a response without a validator whose length differs from Content-Length is not stored`(
        _ lines: String, _ body: String
    ) async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100\n\(lines)", body)])
        _ = await world.fetch()
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
    }

    @Test func `a decoded body may differ in length from Content-Length`() async {
        let lines = "Cache-Control: max-age=100\nContent-Length: 3\nContent-Encoding: gzip"
        let world = FetchWorld([reply(200, lines, "01234")])
        _ = await world.fetch()
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "cache 200 01234")
        #expect(result.answer?.head.headers.first("content-encoding") == "gzip")
    }

    @Test func `stopping within a body keeps the bytes received`() async {
        let world = FetchWorld([
            reply(200, whole, "01234", last: nil), reply(206, part("5-9"), "56789"),
        ])
        for await event in world.engine.open(FetchRequest(url: FetchWorld.url)) {
            if case .bodyReceived = event { break }
        }
        await world.script.untilAbandoned()
        while await world.store.isEmpty(FetchWorld.url) { await Task.yield() }
        #expect(await world.word() == "revalidated 200 0123456789")
    }
}

extension ResponseStore {
    /// Whether nothing is stored for an address; true if the store fails.
    fileprivate func isEmpty(_ url: WebURL) async -> Bool {
        do throws(StoreFailure) {
            return try await variants(of: CacheKey(url)).isEmpty
        } catch {
            return true
        }
    }
}
