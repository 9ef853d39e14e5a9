import Exchanges
import SessionWords
import SonicProtocol
import SonicSession
import Testing
import Workbench

@Suite struct InterceptQueueTests {
    private static let page = "<title>N</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end-->"
    private static let other = "<title>N</title><!--sonicdiff-a--><p>two<!--sonicdiff-a-end-->"

    @Test func `an unchanged forwarded response has the same result as without interception`() async throws {
        let (held, free) = (Scene(.page(Self.page)), Scene(.page(Self.page)))
        await held.desk.intercept(try ExchangeFilter("requests responses", for: .interception))
        async let trace = held.trace()
        for id in await held.held().map(\.id) { await held.desk.release(id, .unchanged) }
        for await exchanges in held.changes {
            guard let answer = exchanges.first, answer.stage == .response else { continue }
            #expect(answer.words.hasPrefix("response 200 OK, \(Self.page.utf8.count) bytes of body"))
            await held.desk.release(answer.id, .unchanged)
            break
        }
        let (with, without) = (await trace, await free.trace())
        #expect(with.result?.outcome == .firstLoad && with.result?.reason == without.result?.reason)
        #expect(with.result?.edits == [] && with.page == without.page)
        #expect(await held.stored?.version.isEdited == false)
        #expect(await held.desk.exchanges == [])
    }

    @Test func `a dropped response fails the session, and the stored page stays`() async throws {
        let scene = Scene(.page(Self.page))
        for isStored in [false, true] {
            if isStored { await scene.trace() }
            await scene.desk.intercept(try ExchangeFilter("", for: .interception))
            async let trace = scene.trace()
            await scene.desk.release(await scene.held()[0].id, .dropped)
            let result = await trace.result
            #expect(result?.outcome.name == (isStored ? "offline" : "failed"))
            #expect(result?.reason.code == (isStored ? "offline.refused" : "failed.refused"))
            await scene.desk.intercept(nil)
        }
        #expect(await scene.stored?.version.html == Array(Self.page.utf8))
    }

    @Test func `a dropped request is never sent`() async throws {
        let scene = Scene(.page(Self.page))
        await scene.desk.intercept(try ExchangeFilter("requests", for: .interception))
        async let trace = scene.trace()
        await scene.desk.release(await scene.held()[0].id, .dropped)
        #expect(await trace.result?.outcome.name == "failed")
        #expect(await scene.requests == [])
    }

    @Test(arguments: ["requests", "responses"])
    func `a session stopped during interception ends, and nothing stays in the queue`(_ filter: String)
        async throws
    {
        let scene = Scene(.page(Self.page))
        await scene.desk.intercept(try ExchangeFilter(filter, for: .interception))
        let session = scene.open()
        async let trace = session.trace()
        #expect(await scene.held().count == 1)
        await session.cancel()
        #expect(await trace.result?.outcome == .failed(.stopped))
        #expect(await scene.held(0) == [])
    }

    @Test func `several messages are intercepted at once and forwarded in any order`() async throws {
        let scene = Scene(.page(Self.page))
        await scene.desk.intercept(try ExchangeFilter("", for: .interception))
        async let first = scene.trace(.forceReload)
        async let second = scene.trace(.forceReload)
        let held = await scene.held(2)
        #expect(held.map(\.id) == [1, 2])
        await scene.desk.release(2, .unchanged)
        await scene.desk.release(1, .dropped)
        await scene.desk.release(1, .unchanged)
        let outcomes = [await first.result?.outcome.name, await second.result?.outcome.name]
        #expect(Set(outcomes) == ["firstLoad", "failed"])
    }

    @Test func `an edited request replaces the original one, and the outcome says so`()
        async throws
    {
        let scene = Scene(.page(Self.page))
        await scene.trace()
        await scene.desk.intercept(try ExchangeFilter("requests", for: .interception))
        async let trace = scene.trace()
        let held = await scene.held()[0]
        var request = held.request
        request.headers.remove("If-None-Match")
        await scene.desk.release(held.id, .request(request))
        let ended = await trace
        #expect(await scene.requests.last == request)
        #expect(ended.result?.edits == [.request(original: held.request)])
        #expect(ended.turns.last?.request == held.request)
        #expect(ended.result?.outcome == .allCached && ended.turns.last?.head?.status == 200)
    }

    @Test func `a prepared response is used for the next request of its page, without the server`()
        async throws
    {
        let scene = Scene(.page(Self.other))
        let answer = try AnswerText.read(
            Array("HTTP/1.1 200 OK\ntemplate-tag: t\ntemplate-change: true\n\n\(Self.page)".utf8),
            inPlaceOf: nil,
            means: .file("a.http")
        ).answer
        await scene.desk.prepare(answer, for: WebURL("http://news.example/a#part")!)
        let first = await scene.trace()
        #expect(await scene.requests == [])
        #expect(first.result?.outcome == .firstLoad && first.page == Array(Self.page.utf8))
        #expect(
            first.result?.edits == [.answer(AnswerEdit(original: nil, means: .file("a.http")))])
        #expect(await scene.trace().result?.edits == [])
        #expect(await scene.requests.count == 1)
    }

    @Test func `subresources are intercepted only if the filter says so`() async throws {
        let scene = Scene(.page(Self.page))
        for (filter, isHeld) in [("responses", false), ("responses resources", true)] {
            await scene.desk.intercept(try ExchangeFilter(filter, for: .interception))
            let connection = InterceptConnection(over: scene, scene.desk, for: .part)
            async let ended = Self.count(connection.exchange(Request(url: Scene.url)))
            if isHeld { await scene.desk.release(await scene.held()[0].id, .unchanged) }
            #expect(await ended == 1)
        }
    }

    @Test(arguments: [("body:two", 0), ("body:one", 1), ("status:404 or body:one", 1), ("-body:one", 0)])
    func `a filter that asks for the body decides once it is received`(_ filter: String, _ count: Int)
        async throws
    {
        let scene = Scene(.page(Self.page))
        await scene.desk.intercept(try ExchangeFilter(filter, for: .interception))
        async let trace = scene.trace()
        if count > 0 {
            for exchange in await scene.held(count) { await scene.desk.release(exchange.id, .unchanged) }
        }
        #expect(await trace.page == Array(Self.page.utf8))
    }

    @Test func `a very large response is not intercepted, with a report`() async throws {
        let page = "<p>" + String(repeating: "x", count: 17 << 20)
        let scene = Scene(.answer("HTTP/1.1 200 OK\nContent-Type: text/html", page))
        await scene.desk.intercept(try ExchangeFilter("", for: .interception))
        let trace = await scene.trace()
        #expect(trace.page?.count == page.utf8.count)
        #expect(trace.result?.findings.map(\.rule).contains(.notHeld) == true)
    }

    /// The number of end events of a stream.
    private static func count(_ events: ResponseEvents) async -> Int {
        var count = 0
        for await event in events { if case .finished = event { count += 1 } }
        return count
    }
}
