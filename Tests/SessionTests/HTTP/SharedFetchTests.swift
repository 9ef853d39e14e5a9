import SonicProtocol
import Testing

@testable import SonicSession

@Suite struct SharedFetchTests {
    /// The results of `count` concurrent requests, once the first has been sent and the gate is open.
    private func words(_ world: FetchWorld, _ count: Int) async -> [String] {
        await withTaskGroup(of: String.self) { group in
            group.addTask { await world.word() }
            await world.script.untilAsked(1)
            for _ in 1..<count { group.addTask { await world.word() } }
            await world.gate.open()
            var words: [String] = []
            for await word in group { words.append(word) }
            return words.sorted()
        }
    }

    @Test func `equal requests share one response`() async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100", "one", last: nil)])
        let words = await words(world, 5)
        #expect(words == Array(repeating: "cache 200 one", count: 4) + ["network 200 one"])
        #expect(await world.script.requests.count == 1)
    }

    @Test func `they do not wait for a response that must not be stored`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: no-store", "one", last: nil), reply(200, "", "two"),
        ])
        let slow = Task { await world.word() }
        await world.script.untilAsked(1)
        #expect(await world.word() == "network 200 two")
        await world.gate.open()
        #expect(await slow.value == "network 200 one")
    }

    @Test func `requests that cannot reuse the response send their own`() async {
        let world = FetchWorld(
            [reply(200, "Cache-Control: max-age=0", "one", last: nil)]
                + (1...3).map { _ in reply(200, "", "own") })
        #expect(await words(world, 4) == ["network 200 one"] + Array(repeating: "network 200 own", count: 3))
    }

    @Test func `stopping the first request releases the others`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=100", "one", last: nil), reply(200, "", "two"),
        ])
        let first = Task { await world.word() }
        await world.script.untilAsked(1)
        let second = Task { await world.word() }
        first.cancel()
        #expect(await first.value == "stopped")
        #expect(await second.value == "network 200 two")
    }

    @Test func `a response overtaken by an unsafe request is returned and not stored`() async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=100", "before", last: nil), reply(200, "", "posted"),
            reply(200, "Cache-Control: max-age=100", "behind"),
        ])
        let slow = Task { await world.fetch() }
        await world.script.untilAsked(1)
        #expect(await world.word(method: "POST") == "network 200 posted")
        await world.gate.open()
        #expect(FetchWorld.word(await slow.value) == "network 200 before")
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
        #expect(await world.word() == "network 200 behind")
        #expect(await world.word() == "cache 200 behind")
    }

    @Test(arguments: ["Cache-Control: no-cache", "Cache-Control: no-store", "Range: bytes=0-1", "A: b"])
    func `requests that differ do not wait`(_ line: String) async {
        let world = FetchWorld([
            reply(200, "Cache-Control: max-age=100", "one", last: nil), reply(200, "", "two"),
        ])
        let slow = Task { await world.word() }
        await world.script.untilAsked(1)
        #expect(await world.word(line) == "network 200 two")
        await world.gate.open()
        _ = await slow.value
    }
}

@Suite struct CallersChoiceTests {
    @Test func `the caller reviews a complete response before it is stored, and may set its lifetime`() async
    {
        let world = FetchWorld([
            reply(200, "Cache-Control: no-cache", "one"), reply(304, ""), reply(200, "", "two"),
        ])
        let choices = CacheChoices(review: { answer in
            answer.body == Array("one".utf8) && answer.response.status == 200 ? .keepFor(seconds: 50) : .keep
        })
        #expect(await world.word(choices: choices) == "network 200 one")
        world.clock.advance(49)
        #expect(await world.word() == "cache 200 one")
        world.clock.advance(1)
        #expect(await world.word() == "network 304 ")
    }

    @Test func `the caller may refuse a response`() async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100", "one")])
        let choices = CacheChoices(review: { _ in .refuse })
        #expect(await world.word(choices: choices) == "network 200 one")
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
    }

    @Test func `errors are not stored if the caller excludes them`() async {
        let world = FetchWorld([reply(404, "Cache-Control: max-age=100", "gone")])
        _ = await world.fetch(choices: CacheChoices(kept: .withoutErrors))
        #expect(await world.word(mode: .onlyIfCached) == "notCached")
    }

    @Test func `a caller's lifetime is a fallback for the server's, or overrides it`() async {
        let world = FetchWorld([reply(200, "", "one"), reply(200, "Expires: 0", "two")])
        let fallback = CacheChoices(lifetime: .fallback(seconds: 100))
        let override = CacheChoices(lifetime: .override(seconds: 100))
        _ = await world.fetch()
        #expect(await world.word(choices: fallback) == "cache 200 one")
        #expect(await world.word() == "network 200 two")
        #expect(await world.word(choices: override) == "cache 200 two")
    }

    @Test func `ignored parameters select the same response`() async {
        let world = FetchWorld([reply(200, "Cache-Control: max-age=100", "one")])
        let choices = CacheChoices(ignoredParameters: .named(["t"]))
        let urls = ["http://example.com/a?t=1&b=2", "http://example.com/a?b=2&t=3"].map { WebURL($0)! }
        #expect(await world.word(url: urls[0], choices: choices) == "network 200 one")
        #expect(await world.word(url: urls[1], choices: choices) == "cache 200 one")
    }

    @Test func `a file rolled back to an older date is new`() async {
        let world = FetchWorld([
            reply(200, "Expires: 0\nLast-Modified: Sun, 06 Nov 2022 08:49:37 GMT", "one"),
            reply(200, "Expires: 0\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "two"),
            reply(304, ""),
        ])
        _ = await world.fetch()
        #expect(await world.word() == "network 200 two")
        #expect(await world.word() == "revalidated 200 two")
        #expect(
            await world.script.requests[2].headers.first("if-modified-since")
                == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}
