import SonicProtocol
import SystemLibraries
import Testing

@testable import BrowserServices
@testable import SonicSession

/// A server that responds from a list of pages, or not at all.
private struct PagesConnection: Connection {
    /// Responses by path: the lines of the header, and the body. Other paths never get a response.
    let answers: [String: (head: String, body: String)]

    func exchange(_ request: Request) -> ResponseEvents {
        let (events, continuation) = ResponseEvents.makeStream()
        guard let answer = answers[request.url.path] else {
            continuation.yield(.entered(.waiting))
            return events
        }
        let raw = "HTTP/1.1 " + answer.head.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        continuation.yield(.headReceived(ResponseHead(raw: Array(raw.utf8))!))
        if !answer.body.isEmpty { continuation.yield(.bodyReceived(Array(answer.body.utf8))) }
        continuation.yield(.finished(TransferReport()))
        continuation.finish()
        return events
    }
}

@Suite struct EngineServiceTests {
    private static let page = "<title>N</title><!--sonicdiff-a-->x<!--sonicdiff-a-end-->"
    private static let pageHead =
        "200 OK\nEtag: \(Hashes.nettle.sha1(Array(page.utf8)))\ntemplate-tag: t\ntemplate-change: true\n"
        + "Cache-Offline: true\nContent-Type: text/html"

    private let lines: AsyncStream<JSONValue>
    private let service: EngineService

    init() {
        let (lines, continuation) = AsyncStream<JSONValue>.makeStream()
        self.lines = lines
        let connection = PagesConnection(answers: [
            "/page": (Self.pageHead, Self.page), "/moved": ("302 Found\nLocation: /page", ""),
            "/gone": ("404 Not Found\nX-A:  1 \nX-A: 2", "gone"),
            "/plain": ("299 Fine\nContent-Type: text/plain\nX-A:  1 \nX-A: \u{E9}", "text"),
        ])
        let clocks = SessionEngine.Clocks(now: { Instant(milliseconds: 1_000_000_000) }, uptime: { .zero })
        service = EngineService(
            http: HTTPEngine(connection: connection, store: MemoryResponseStore(), clocks: clocks),
            sessions: SessionEngine(
                connection: connection, store: MemoryStore(), hashes: .nettle, clocks: clocks),
            order: { SessionOrder(url: $0, headers: RequestHeaders(product: "sonic/0")) },
            findings: { trace in
                trace.page.map { [Finding(.blockNamedTitle, "\($0.count) bytes")] } ?? []
            }
        ) { continuation.yield($0) }
    }

    private func take(_ line: String) async { await service.handle(Array(line.utf8)) }

    /// The next lines that the service writes.
    private func next(_ count: Int) async -> [String] {
        var texts: [String] = []
        for await line in lines {
            texts.append(line.text(.compact))
            if texts.count == count { break }
        }
        return texts
    }

    @Test func `a session responds with the page, the outcome and the reason`() async {
        await take(#"{"id":1,"url":"http://a.example/page","sonic":true}"#)
        let first = await next(1)[0]
        #expect(first.hasPrefix(#"{"id":1,"status":200,"statusText":"OK","headers":[["Etag","#))
        #expect(first.contains(#""from":"network","outcome":"firstLoad","reason":""#))
        #expect(
            first.contains(#""requests":[{"method":"GET","url":"http://a.example/page","status":200,"#))
        #expect(first.contains(#""changedBlocks":[],"#))
        #expect(first.hasSuffix(#""timings":{"readingCache":0.0,"verifying":0.0,"storing":0.0}}"#))
        await take(#"{"id":2,"url":"http://a.example/page","sonic":true,"cache":"force-cache"}"#)
        let second = await next(1)[0]
        #expect(second.contains(#""from":"cache","outcome":"fresh""#))
    }

    @Test func `a session has the findings of its checks`() async {
        await take(#"{"id":1,"url":"http://a.example/page","sonic":true}"#)
        #expect(
            await next(1)[0].contains(
                #""findings":[{"rule":"block-named-title","message":"\#(Self.page.utf8.count) bytes"}]"#))
        await take(#"{"id":2,"url":"http://a.example/gone","sonic":true}"#)
        #expect(await next(1)[0].contains(#""findings""#) == false)
    }

    @Test func `no-store opens a page without its stored copy and stores nothing`() async {
        for id in 1...2 {
            await take(#"{"id":\#(id),"url":"http://a.example/page","sonic":true,"cache":"no-store"}"#)
            #expect(await next(1)[0].contains(#""outcome":"firstLoad""#))
        }
        await take(#"{"id":3,"url":"http://a.example/page","sonic":true,"cache":"only-if-cached"}"#)
        #expect(await next(1)[0].contains(#""outcome":"failed""#))
    }

    @Test func `events arrive as they happen, the outcome last`() async throws {
        await take(#"{"id":1,"url":"http://a.example/page","sonic":true}"#)
        _ = await next(1)
        await take(#"{"id":2,"url":"http://a.example/page","sonic":true,"events":true}"#)
        let told = await next(5)
        #expect(told[0] == #"{"id":2,"event":"phase","phase":"readingCache","at":0.0}"#)
        let found = #"{"id":2,"event":"cached","url":"http://a.example/page","version":1,"checked":""#
        #expect(told[1].hasPrefix(found))
        #expect(told[2] == #"{"id":2,"event":"phase","phase":"verifying","at":0.0}"#)
        #expect(told[3] == #"{"id":2,"event":"phase","phase":"storing","at":0.0}"#)
        #expect(told[4].contains(#""status":200"#) && told[4].contains(#""outcome":"allCached""#))
        let last = await next(1)[0]
        #expect(last.hasPrefix(#"{"id":2,"event":"outcome","outcome":"allCached","reason":""#))
        #expect(last.hasSuffix(#""code":304,"by":"client"}"#))
    }

    @Test func `the stored target of a redirect is reported once, not again when the redirect arrives`() async
    {
        await take(#"{"id":1,"url":"http://a.example/moved","sonic":true}"#)
        _ = await next(1)
        await take(#"{"id":2,"url":"http://a.example/moved","sonic":true,"events":true}"#)
        var told: [String] = []
        for await line in lines {
            told.append(line.text(.compact))
            if told.last!.contains(#""event":"outcome""#) { break }
        }
        let found = told.filter { $0.contains(#""event":"cached""#) }
        #expect(found.count == 1)
        #expect(found.first?.contains(#""url":"http://a.example/page","version":1"#) == true)
        #expect(told.last!.contains(#""outcome":"allCached""#))
    }

    @Test func `an error response is returned with its body`() async {
        await take(#"{"id":1,"url":"http://a.example/gone","sonic":true}"#)
        let line = await next(1)[0]
        #expect(line.contains(#""status":404,"statusText":"Not Found","headers":[["X-A","1"],["X-A","2"]]"#))
        #expect(line.contains(#""body":"Z29uZQ==""#) && line.contains(#""outcome":"failed""#))
    }

    @Test func `a cancelled request ends with an error, and its id can be reused`() async {
        await take(#"{"id":1,"url":"http://a.example/never","sonic":true}"#)
        await take(#"{"id":1,"url":"http://a.example/page"}"#)
        #expect(await next(1) == [#"{"id":1,"error":"a request with this id is running"}"#])
        await take(#"{"cancel":2}"#)
        await take(#"{"cancel":1}"#)
        #expect(await next(1)[0].hasPrefix(#"{"id":1,"error":""#))
        await take(#"{"id":1,"url":"http://a.example/page","sonic":true}"#)
        #expect(await next(1)[0].contains(#""outcome":"firstLoad""#))
    }

    @Test func `errors are reported and the next line is read`() async {
        await take("nonsense")
        await take("   ")
        await take(#"{"id":3,"url":"http://a.example/","sonic":true,"method":"PUT"}"#)
        await take(#"{"id":4,"url":"http://a.example/","sonic":true,"redirect":"error"}"#)
        let told = await next(3)
        #expect(told[0].hasPrefix(#"{"id":null,"error":"a line must be one JSON object"#))
        #expect(told[1] == #"{"id":3,"error":"a Sonic session is a GET or a POST, not PUT"}"#)
        #expect(told[2] == #"{"id":4,"error":"a Sonic session follows redirects"}"#)
    }
}
