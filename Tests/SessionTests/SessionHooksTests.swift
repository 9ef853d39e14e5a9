import SessionWords
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// The calls to a session's hooks, in order.
private actor Log {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
}

@Suite struct SessionHooksTests {
    private let store = MemoryStore()
    private let log = Log()

    private var hooks: SessionHooks {
        SessionHooks(
            willRequest: { [log] request in
                await log.add("will request \(request.url.path)")
                return .send
            },
            requiresReload: { [log] cause in await log.add("reload: \(Self.word(cause))") },
            completed: { [log] result in await log.add("completed: \(result.outcome.name)") })
    }

    private static func word(_ cause: ReloadCause) -> String {
        switch cause {
        case .replaced: "replaced"
        case .damaged(let page): page == nil ? "damaged, none left" : "damaged, older version"
        case .newerCopyStored: "newer copy stored"
        }
    }

    /// Opens the page once for each reply, and returns the hook calls of the last session.
    private func told(
        _ replies: [[ResponseEvent]], _ change: (inout SessionHooks) -> Void = { _ in }
    ) async -> (log: [String], result: SessionResult?, requests: [Request]) {
        let script = Script(replies)
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: store, hashes: .nettle, clocks: .still)
        var order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "test"))
        for _ in replies.dropLast() { _ = await engine.open(order).result() }
        order.hooks = hooks
        change(&order.hooks)
        let result = await engine.open(order).result()
        return (await log.lines, result, await script.requests)
    }

    private let first = response(Sample.head(v1), v1)

    @Test func `a first load calls willRequest and completed`() async {
        #expect(await told([first]).log == ["will request /", "completed: firstLoad"])
    }

    @Test func `changed blocks need no reload`() async {
        let update = response(Sample.head(v2, change: "false"), Sample.update(v2))
        #expect(await told([first, update]).log == ["will request /", "completed: dataUpdate"])
    }

    @Test func `another template requires a reload`() async {
        let page = response(Sample.head(other), other)
        #expect(
            await told([first, page]).log
                == ["will request /", "reload: replaced", "completed: templateChange"])
    }

    @Test func `a new copy that is stored but not shown requires a reload`() async {
        let page = response(Sample.head(other, offline: "store"), other)
        #expect(
            await told([first, page]).log
                == ["will request /", "reload: newer copy stored", "completed: templateChange"])
    }

    @Test func `willRequest is called for each request of a redirect`() async {
        let redirect = response("302 Found\nLocation: /new", "")
        let script = Script([redirect, first])
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: store, hashes: .nettle, clocks: .still)
        let order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "test"), hooks: hooks)
        _ = await engine.open(order).result()
        #expect(await log.lines == ["will request /", "will request /new", "completed: firstLoad"])
    }

    @Test func `headers can be added, replaced and removed`() async {
        let (_, result, requests) = await told([first]) { hooks in
            hooks.willRequest = { _ in
                .sendWith([
                    HeaderField("X-Reader", "7"), HeaderField("user-agent", "other"),
                    HeaderField("Accept", ""),
                ])
            }
        }
        #expect(requests.first?.headers.first("X-Reader") == "7")
        #expect(requests.first?.headers.all("User-Agent") == ["other"])
        #expect(requests.first?.headers.contains("Accept") == false)
        #expect(result?.request == requests.first)
    }

    @Test func `a response to credentials added by a hook is not stored`() async {
        let (_, result, _) = await told([first]) { hooks in
            hooks.willRequest = { _ in .sendWith([HeaderField("Authorization", "Bearer secret")]) }
        }
        #expect(result?.storage == .notAllowed(.authorized))
    }

    @Test func `a withheld request is not sent, and the stored page stays`() async {
        let (lines, result, requests) = await told([first, first]) { hooks in
            hooks.willRequest = { _ in .withhold(reason: "on a train") }
        }
        #expect(lines == ["completed: offline"])
        #expect(result?.outcome == .offline(.connection(.withheld(reason: "on a train"))))
        guard case .offline(.withheld(reason: "on a train"), _, _, nil) = result?.reason else {
            Issue.record("\(result?.reason.words ?? "")")
            return
        }
        #expect(requests.count == 1)
    }

    @Test func `a stopped session calls completed too, and its last event waits for that`() async {
        let (called, caller) = AsyncStream<Never>.makeStream()
        let script = Script([[.entered(.waiting)]])
        let engine = SessionEngine(
            connection: ScriptedConnection(script: script), store: store, hashes: .nettle, clocks: .still)
        var order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "test"), hooks: hooks)
        order.hooks.completed = { [log] _ in
            for await _ in called {}
            await log.add("returned")
        }
        let session = engine.open(order)
        for await event in session {
            if case .entered(.waiting, _) = event {
                await session.cancel()
                caller.finish()
            }
            if case .ended = event { await log.add("ended") }
        }
        #expect(await log.lines == ["will request /", "returned", "ended"])
    }

    @Test func `the reload cause depends on what has been shown`() {
        let page = ShownPage(
            url: Play.url, html: [], split: PageSplit(html: []), headers: Headers())
        let stored = Sample.stored(v1)
        let cases: [([SessionEvent], [ReloadCause?])] = [
            ([.pieceReceived([1]), .pageReplaced(page)], [nil, nil]),
            ([.cachedPageFound(stored), .pageReplaced(page)], [nil, .replaced(by: page)]),
            ([.cachedPageFound(stored), .blocksUpdated(page, changes: [], of: [])], [nil, nil]),
            ([.cachedPageFound(stored), .cachedPageVerified], [nil, nil]),
            ([.cachedPageFound(stored), .cachedPageFound(stored)], [nil, .damaged(stored)]),
            (
                [.cachedPageFound(stored), .cachedPageWithdrawn, .pageReplaced(page)],
                [nil, .damaged(nil), nil]
            ),
            ([.cachedPageBegun(stored), .cachedPageFound(stored)], [nil, nil]),
            (
                [.cachedPageBegun(stored), .cachedPageFound(stored), .cachedPageFound(stored)],
                [nil, nil, .damaged(stored)]
            ),
            (
                [.cachedPageBegun(stored), .cachedPageWithdrawn, .pageReplaced(page)],
                [nil, .damaged(nil), nil]
            ),
            ([.cachedPageFound(stored), .newerCopyStored], [nil, .newerCopyStored]),
        ]
        for (events, causes) in cases {
            var screen = SessionScreen()
            let found = events.map { event in
                defer { screen.handle(event) }
                return ReloadCause(event, on: screen)
            }
            #expect(found == causes)
        }
    }
}
