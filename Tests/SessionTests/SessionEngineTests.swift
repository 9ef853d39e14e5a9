import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// An event as one word, nil for those that the tests ignore.
private func word(_ event: SessionEvent) -> String? {
    switch event {
    case .joined: "joined"
    case .entered(let phase, _): phase.rawValue
    case .cachedPageBegun: "beginning"
    case .cachedPageFound: "cached"
    case .cachedPageVerified: "verified"
    case .cachedPageWithdrawn: "withdrawn"
    case .cachedRedirectFollowed: "recalled"
    case .requestDecided: "request"
    case .pieceReceived: "piece"
    case .pageReplaced: "page"
    case .blocksUpdated: "patch"
    case .ended(let result): "ended " + result.outcome.name
    case .retrying(let retry): "again \(retry.number)"
    case .handedOver: "file"
    case .requestSent, .bodySent, .headReceived, .redirected, .newerCopyStored, .learnt: nil
    }
}

@Suite struct SessionEngineTests {
    private let store = MemoryStore()
    private let clocks = SessionEngine.Clocks.still
    private let order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0"))

    private func engine(_ script: Script) -> SessionEngine {
        SessionEngine(
            connection: ScriptedConnection(script: script), store: store, cookies: OneCookie(),
            hashes: .nettle,
            clocks: clocks)
    }

    private func words(_ session: Session) async -> [String] {
        var words: [String] = []
        for await event in session.events { if let word = word(event) { words.append(word) } }
        return words
    }

    @Test func `secret headers of the user are sent only to their own origin`() async {
        for (origin, isSent) in [(Play.url.origin, true), ("http://other.example", false)] {
            var order = order
            let names = ["Authorization", "Proxy-Authorization", "X-Api-Key"]
            order.headers.custom = names.map { HeaderField($0, "secret") } + [HeaderField("X-A", "1")]
            order.terms = { _ in SiteTerms { $0.secretHeaders = SecretHeaders(["x-api-key"]) } }
            order.secretsOrigin = origin
            let page = Sample.page("1")
            for await event in engine(Script([response(Sample.head(page), page)])).open(order).events {
                guard case .requestDecided(let request, _) = event else { continue }
                for name in names { #expect(request.headers.contains(name) == isSent, "\(name)") }
                #expect(request.headers.contains("x-a"))
            }
        }
    }

    @Test func `each address of a session has its own terms, and the order's take precedence`() async {
        var order = order
        order.headers.custom = [HeaderField("X-A", "order")]
        order.terms = { url in
            url.host == "other.example"
                ? SiteTerms {
                    $0.product = "other/1"
                    $0.headers = [HeaderField("Authorization", "b"), HeaderField("x-a", "c")]
                } : SiteTerms { $0.headers = [HeaderField("Cookie", "mine=1")] }
        }
        let page = Sample.page("1")
        let script = Script([
            response("302 Found\nLocation: http://other.example/", ""), response(Sample.head(page), page),
        ])
        _ = await words(engine(script).open(order))
        let requests = await script.requests.map(\.headers)
        #expect(requests.map { $0.all("x-a") } == [["order"], ["order"]])
        #expect(requests.map { $0.all("cookie") } == [["mine=1"], ["a=1"]])
        #expect(requests.map { $0.all("authorization") } == [[], ["b"]])
        let products: [Substring] = requests.compactMap {
            $0.first("user-agent")?.split(separator: " ").first
        }
        #expect(products == ["sonic/0", "other/1"])
    }

    @Test func `a private site is shown and not stored`() async {
        let page = Sample.page("1")
        for _ in 0..<2 {
            var order = order
            order.terms = { _ in SiteTerms { $0.isPrivate = true } }
            let told = await words(engine(Script([response(Sample.head(page), page)])).open(order))
            #expect(told == ["readingCache", "request", "piece", "verifying", "page", "ended firstLoad"])
        }
    }

    @Test func `a page is shown from the store before the request, and patched before it is stored`()
        async
    {
        let v1 = Sample.page("1")
        let v2 = Sample.page("2")
        let script = Script([
            response(Sample.head(v1), v1), response(Sample.head(v2, change: "false"), Sample.update(v2)),
        ])
        let engine = engine(script)
        #expect(
            await words(engine.open(order)) == [
                "readingCache", "request", "piece", "verifying", "page", "storing", "ended firstLoad",
            ])
        #expect(
            await words(engine.open(order)) == [
                "readingCache", "cached", "request", "verifying", "patch", "storing", "ended dataUpdate",
            ])
        let requests = await script.requests
        #expect(requests.map { $0.headers.first("template-tag") } == [nil, Sample.templateTag(v1)])
        #expect(requests.allSatisfy { $0.headers.first("Cookie") == "a=1" })
    }

    @Test func `stopping cancels the transfer and still ends the session`() async {
        let script = Script([[.entered(.waiting)]])
        let session = engine(script).open(order)
        var words: [String] = []
        for await event in session.events {
            if let word = word(event) { words.append(word) }
            if case .entered(.waiting, _) = event { await session.cancel() }
        }
        #expect(words == ["readingCache", "request", "waiting", "ended failed"])
        await script.untilAbandoned()
    }

    @Test func `events before a session has to wait are reported in one batch`() async {
        let session = engine(Script([[.entered(.waiting)]])).open(order)
        var told: [[String]] = []
        while let burst = await session.events.batches.next() {
            told.append(burst.compactMap(word))
            if told.last?.last == "waiting" { await session.cancel() }
        }
        #expect(told == [["readingCache", "request"], ["waiting"], ["ended failed"]])
    }

    @Test func `no request is sent before the screen shows the stored page`() async {
        let page = Sample.page("1")
        let script = Script([response(Sample.head(page), page)])
        let (shown, screen) = AsyncStream<Never>.makeStream()
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: store, hashes: .nettle, clocks: clocks,
            pageShown: { for await _ in shown {} })
        var last: String?
        for await event in engine.open(order).events {
            if case .requestDecided = event {
                #expect(await script.requests.isEmpty)
                screen.finish()
            }
            last = word(event)
        }
        #expect(last == "ended firstLoad")
        #expect(await script.requests.count == 1)
    }

    @Test func `a large page is complete once its beginning is shown, and at once without a screen`()
        async
    {
        let html = Sample.page("1")
        let store = StoreInParts(page: Sample.stored(html), beginning: 5)
        var order = order
        order.mode = .cacheOnly
        let (shown, screen) = AsyncStream<Never>.makeStream()
        let parts: [(SessionEngine, [String])] = [
            (
                SessionEngine(
                    connection: ScriptedConnection(script: Script([])), store: store, hashes: .nettle,
                    clocks: clocks, pageShown: { for await _ in shown {} }),
                [
                    "readingCache", "beginning", "checkingCache", "cached", "verified", "ended fresh",
                ]
            ),
            (
                SessionEngine(
                    connection: ScriptedConnection(script: Script([])), store: store, hashes: .nettle,
                    clocks: clocks),
                ["readingCache", "cached", "checkingCache", "verified", "ended fresh"]
            ),
        ]
        for (engine, expected) in parts {
            var words: [String] = []
            for await event in engine.open(order).events {
                if let word = word(event) { words.append(word) }
                switch event {
                case .cachedPageBegun(let page):
                    #expect(page.version.html == Array(html.utf8.prefix(5)))
                    #expect(page.length == html.utf8.count)
                    #expect(await store.loads == 0)
                    screen.finish()
                case .cachedPageFound(let page): #expect(page.version.html == Array(html.utf8))
                default: break
                }
            }
            #expect(words == expected)
        }
    }

    @Test func `cancelling the reader of the events cancels the transfer`() async {
        let script = Script([[.entered(.waiting)]])
        let session = engine(script).open(order)
        let listening = Task { for await _ in session.events {} }
        while await script.requests.isEmpty { await Task.yield() }
        listening.cancel()
        await script.untilAbandoned()
    }

    @Test(
        arguments: [
            (RequestClient.android, "W/\"1F4-AbC\"", "1f4-abc"), (.ios, "W/\"1F4-AbC\"", "1F4-AbC"),
            (.android, "\"AbC\"", "\"AbC\""), (.ios, "\"AbC\"", "\"AbC\""), (.android, "AbC", "AbC"),
            (.sonic, "W/\"1F4-AbC\"", "1F4-AbC"),
        ] as [(RequestClient, String, String)])
    func `another client's validator is sent, and its 304 confirms the stored page`(
        _ client: RequestClient, _ etag: String, _ sent: String
    ) async {
        let page = Sample.page("1")
        let head = Sample.head(page).replacing(Sample.sha1(page), with: etag)
        let script = Script([
            response(head, page), response("304 Not Modified\nCache-Offline: true", ""),
            response(head, page),
        ])
        var order = order
        order.headers.client = client
        _ = await engine(script).open(order).result()
        #expect(await engine(script).open(order).result()?.outcome == .allCached)
        #expect(await script.requests.last?.headers.first("if-none-match") == sent)
        #expect(await engine(script).open(order).result()?.outcome == .allCached)
    }

    @Test func `the result contains the request sent and the connection's timings`() async {
        let page = Sample.page("1")
        let session = engine(Script([response(Sample.head(page), page)])).open(order)
        let result = await session.result()
        #expect(result?.request?.headers.first("accept-diff") == "true")
        #expect(result?.timings[.waiting] == .milliseconds(2))
        #expect(result?.storage == .stored(number: 1))
    }

    @Test func `the result contains the connection that responded last and the findings noted`() async {
        let finding = Finding(.hostMappingDead, "192.0.2.1 does not answer")
        let end = [ResponseEvent.finished(TransferReport(answeredBy: "package"))]
        let redirect = response("302 Found\nlocation: /b", "").dropLast()
        let page = response("200 OK\ncontent-type: text/html", "<p>b").dropLast()
        let whole = Script([redirect + end, [.noted(finding), .noted(finding)] + page + end])
        let result = await engine(whole).open(order).result()
        #expect(result?.answeredBy == "package")
        #expect(result?.findings.filter { $0 == .noted(finding) }.count == 1)

        let lost = Script([redirect + end, [.noted(finding), .failed(.reset(detail: "gone"))]])
        var reload = order
        reload.mode = .forceReload
        reload.terms = { _ in SiteTerms { $0.retries = 0 } }
        let failed = await engine(lost).open(reload).result()
        #expect(failed?.answeredBy == nil)
        #expect(failed?.findings.contains(.noted(finding)) == true)
    }
}

/// A store of one page that can return its beginning first.
private actor StoreInParts: PageStore {
    private let page: StoredPage
    private let beginning: Int
    /// How often the full page was read.
    private(set) var loads = 0

    init(page: StoredPage, beginning: Int) {
        self.page = page
        self.beginning = beginning
    }

    func load(_ id: PageID) -> StoredPage? {
        loads += 1
        var page = page
        page.verification = .owed
        return page
    }

    func begin(_ id: PageID) -> StoredPage? {
        var page = page
        page.verification = .begun(length: page.version.html.count)
        page.version.html = Array(page.version.html.prefix(beginning))
        return page
    }

    func verify(_ page: StoredPage, of id: PageID) -> StoredPage? { self.page }
    func load(_ id: PageID, number: Int) -> StoredPage? { nil }
    func versions(of id: PageID) -> [Int] { [page.number] }
    func commit(_ version: PageVersion, for id: PageID) -> Int { page.number }
    func renew(_ id: PageID, number: Int, headers: Headers, checked: Instant) {}
    func remove(_ id: PageID) {}
    func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) {}
    func setRedirects(_ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]) {}
    func marks(of id: PageID) -> PageMarks { PageMarks() }
}
