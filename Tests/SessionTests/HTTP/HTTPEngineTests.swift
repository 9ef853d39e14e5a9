import SonicProtocol
import Testing

@testable import SonicSession

@Suite struct HTTPEngineTests {
    @Test func `a fresh response comes from the cache, with its age and its repeated fields`() async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100\nX: 1\nX: 2", "one")])
        #expect(await world.word() == "network 200 one")
        world.clock.advance(7)
        let result = await world.fetch()
        #expect(FetchWorld.word(result) == "cache 200 one")
        #expect(result.answer?.head.headers.first("age") == "7")
        #expect(result.answer?.head.headers.all("x") == ["1", "2"])
        #expect(result.answer?.head.reason == "Said")
        #expect(await world.script.requests.count == 1)
    }

    @Test func `the received Age is included in the age`() async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100\nAge: 30", "one")])
        _ = await world.fetch()
        world.clock.advance(7)
        #expect(await world.fetch().answer?.head.headers.all("age") == ["37"])
    }

    @Test func `a 304 returns the stored body, its own fields, and a new lifetime`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=10\nETag: \"a\"\nX: old", "one"),
            reply(304, "Cache-Control: max-age=20\nETag: \"a\"\nX: new"),
        ])
        _ = await world.fetch()
        world.clock.advance(10)
        let renewed = await world.fetch()
        #expect(FetchWorld.word(renewed) == "revalidated 200 one")
        #expect(renewed.answer?.head.headers.all("x") == ["new"])
        #expect(renewed.answer?.head.headers.contains("age") == false)
        world.clock.advance(19)
        let stored = await world.fetch()
        #expect(FetchWorld.word(stored) == "cache 200 one")
        #expect(stored.answer?.head.headers.all("x") == ["new"])
        #expect(await world.script.requests[1].headers.first("if-none-match") == "\"a\"")
    }

    @Test func `any response other than 304 replaces the stored one`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=0\nETag: \"a\"", "one"),
            reply(200, "Cache-Control: max-age=9\nETag: \"b\"", "two"),
        ])
        _ = await world.fetch()
        #expect(await world.word() == "network 200 two")
        #expect(await world.word() == "cache 200 two")
    }

    @Test func `a 304 that selects no stored response is followed by an unconditional request`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=9\nVary: A\nETag: \"1\"", "one"),
            reply(200, "Cache-Control: max-age=9\nVary: A\nETag: \"2\"", "two"), reply(304, ""),
            reply(200, "Vary: A", "three"),
        ])
        for value in ["1", "2"] { _ = await world.fetch("A: \(value)") }
        #expect(await world.word("A: 3") == "network 200 three")
        let requests = await world.script.requests
        #expect(requests[2].headers.first("if-none-match") == "\"2\", \"1\"")
        #expect(requests[3].headers.contains("if-none-match") == false && requests.count == 4)
    }

    @Test func `a 304 to the caller's own condition is returned to the caller`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=100\nETag: \"a\"", "one"), reply(304, "ETag: \"a\""),
        ])
        _ = await world.fetch()
        #expect(await world.word("If-None-Match: \"a\"") == "network 304 ")
        let sent = await world.script.requests[1].headers
        #expect(sent.first("cache-control") == "no-cache" && sent.first("pragma") == "no-cache")
        #expect(await world.word() == "cache 200 one")
    }

    @Test func `a response whose stored body is missing is requested again`() async {
        let world = FetchWorld(
            [
                reply(200, "Cache-Control: max-age=10\nETag: \"a\"", "one"), reply(200, "ETag: \"a\"", "two"),
                reply(304, ""), reply(200, "", "three"),
            ], store: HollowStore())
        _ = await world.fetch()
        #expect(await world.word() == "network 200 two")
        world.clock.advance(10)
        #expect(await world.word() == "network 200 three")
        #expect(await world.script.requests[3].headers.contains("if-none-match") == false)
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
    }

    @Test func `a stored response whose body is missing is not used for stale-if-error`() async {
        let world = FetchWorld(
            [
                reply(200, "Cache-Control: max-age=10, stale-if-error=90\nETag: \"a\"", "one"),
                reply(503, "", "trouble"), reply(503, "", "still"), [brokenOff], [brokenOff],
            ], store: HollowStore())
        _ = await world.fetch()
        world.clock.advance(20)
        #expect(await world.word() == "network 503 still")
        #expect(await world.script.requests.count == 3)
        #expect(await world.word() == "broken")
        #expect(await world.script.requests.count == 5)
    }

    @Test func `a new response replaces one whose body is missing`() async {
        let store = HollowStore()
        let world = FetchWorld(
            [
                reply(200, "Cache-Control: max-age=10\nVary: A", "one"),
                reply(200, "Cache-Control: max-age=10\nVary: B", "two"),
            ], store: store)
        _ = await world.fetch()
        #expect(await world.word() == "network 200 two")
        #expect(await store.variants(of: CacheKey(FetchWorld.url)).map(\.number) == [2])
    }

    @Test func `a store that can be neither read nor written does not fail the fetch`() async {
        let replies = ["one", "two"].map { reply(200, "Cache-Control: max-age=100", $0) }
        let world = FetchWorld(replies, store: BrokenStore())
        #expect(await world.word() == "network 200 one")
        #expect(await world.word() == "network 200 two")
    }

    @Test func `a response over the size limit is returned and not stored`() async {
        let lines = "Cache-Control: max-age=100"
        let world = FetchWorld(
            [reply(200, lines, "12345"), reply(200, lines, "1234")], bodyLimit: 4)
        #expect(await world.word() == "network 200 12345")
        #expect(await world.word() == "network 200 1234")
        #expect(await world.word() == "cache 200 1234")
    }

    @Test func `the head comes before the body, and both come before the end`() async {
        let world = FetchWorld([reply(200, "", "one", last: nil)])
        var words: [String] = []
        for await event in world.engine.open(FetchRequest(url: FetchWorld.url)) {
            switch event {
            case .headReceived(let head): words.append("head \(head.status)")
            case .bodyReceived(let bytes):
                words.append(Bytes.text(bytes))
                await world.gate.open()
            case .ended(let result): words.append("end \(FetchWorld.word(result))")
            }
        }
        #expect(words == ["head 200", "one", "end network 200 "])
    }

    @Test func `cancelling the reader cancels the transfer`() async {
        let world = FetchWorld([reply(200, "", "one", last: nil)])
        let task = Task { await world.fetch() }
        await world.script.untilAsked(1)
        task.cancel()
        #expect(FetchWorld.word(await task.value) == "stopped")
        await world.script.untilAbandoned()
    }

    @Test func `clearing a request removes all its variants`() async throws {
        let world = FetchWorld(
            (1...4).map { reply(200, "Cache-Control: max-age=100\nVary: A", "\($0)") })
        for value in ["1", "2"] { _ = await world.fetch("A: \(value)") }
        try await world.engine.clear(FetchRequest(url: FetchWorld.url))
        #expect(await world.word("A: 1") == "network 200 3")
        #expect(await world.word("A: 2") == "network 200 4")
    }

    @Test func `cookies are added before Vary is compared, and newly set ones count`() async {
        let world = FetchWorld(
            [
                reply(200, "Cache-Control: max-age=100\nVary: Cookie\nSet-Cookie: b=2", "one"),
                reply(200, "Vary: Cookie", "two"),
            ], cookies: LastCookie())
        _ = await world.fetch()
        #expect(await world.word() == "network 200 two")
        #expect(await world.script.requests.map { $0.headers.first("cookie") } == ["a=1", "b=2"])
        #expect(await world.word("Cookie: a=1", mode: .onlyIfCached) == "cache 200 one")
    }

    @Test func `another engine over the same store makes the same decisions`() async {
        let store = MemoryResponseStore()
        let lines = "Cache-Control: max-age=100\nVary: A\nETag: \"a\""
        let first = FetchWorld([reply(200, lines, "one")], store: store)
        _ = await first.fetch("A: 1")
        let second = FetchWorld([reply(304, "")], store: store)
        second.clock.advance(50)
        let result = await second.fetch("A: 1")
        #expect(FetchWorld.word(result) == "cache 200 one")
        #expect(result.answer?.head.headers.first("age") == "50")
        second.clock.advance(50)
        #expect(await second.word("A: 1") == "revalidated 200 one")
    }
}

/// Keeps heads and loses bodies.
private actor HollowStore: ResponseStore {
    private let inner = MemoryResponseStore()

    func variants(of key: CacheKey) async -> [StoredVariant] { await inner.variants(of: key) }
    func body(of number: Int, under key: CacheKey, _ range: Range<Int>) -> [UInt8]? { nil }
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) async -> Int { await inner.save(response, body: body, under: key, replacing: numbers) }
    func freshen(_ number: Int, under key: CacheKey, to response: StoredResponse) async {
        await inner.freshen(number, under: key, to: response)
    }
    func remove(_ number: Int, under key: CacheKey) async { await inner.remove(number, under: key) }
    func remove(_ key: CacheKey) async { await inner.remove(key) }
    func clear() async { await inner.clear() }
}

/// Fails every operation.
private struct BrokenStore: ResponseStore {
    private static let failure = StoreFailure.full(path: "a")

    func variants(of key: CacheKey) async throws(StoreFailure) -> [StoredVariant] { throw Self.failure }
    func body(
        of number: Int, under key: CacheKey, _ range: Range<Int>
    ) async throws(StoreFailure) -> [UInt8]? { throw Self.failure }
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) async throws(StoreFailure) -> Int { throw Self.failure }
    func freshen(
        _ number: Int, under key: CacheKey, to response: StoredResponse
    ) async throws(StoreFailure) { throw Self.failure }
    func remove(_ number: Int, under key: CacheKey) async throws(StoreFailure) { throw Self.failure }
    func remove(_ key: CacheKey) async throws(StoreFailure) { throw Self.failure }
    func clear() async throws(StoreFailure) { throw Self.failure }
}

/// Sends the last cookie that was set.
private actor LastCookie: CookieStore {
    private var cookie: HeaderValue = "a=1"

    func line(for ask: CookieRequest) -> (line: HeaderValue?, notes: [String]) { (cookie, []) }
    func receive(_ setCookies: [HeaderValue], to ask: CookieRequest) { cookie = setCookies.last ?? cookie }
}
