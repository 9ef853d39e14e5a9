import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// Pages whose Vary names fields of the request (docs/reference/protocol.md#vary).
@Suite struct PageVaryTests {
    private static let head = Sample.head(v1) + "\nVary: Accept-Language, accept-diff, Accept-Encoding"

    /// A program with its store, whose server answers each request with a page for its language.
    private struct World {
        let store = MemoryStore()
        let script: Script

        init(_ replies: [[ResponseEvent]]) { script = Script(replies) }

        func open(_ mode: SessionMode, _ language: String?, _ cookies: any CookieStore = NoCookies())
            async -> SessionResult?
        {
            var order = SessionOrder(url: Play.url, mode: mode, headers: RequestHeaders(product: "sonic/0"))
            order.headers.custom = language.map { [HeaderField("Accept-Language", $0)] } ?? []
            order.terms = { _ in SiteTerms { $0.retries = 0 } }
            let engine = SessionEngine(
                connection: ScriptedConnection(script: script), store: store, cookies: cookies,
                hashes: .nettle, clocks: .still)
            return await engine.open(order).result()
        }
    }

    /// The case of a session's reason.
    private func told(_ result: SessionResult?) -> String { result.map { CaseText.line($0.reason) } ?? "" }

    @Test func `force-cache requests a page that Vary does not select, and stores the other`() async {
        let world = World([
            response(Self.head, v1), response(Self.head, v2), response(Self.head, v1),
        ])
        _ = await world.open(.open, "de")
        #expect(await world.open(.forceCache, "DE")?.outcome == .fresh(.history))
        let other = await world.open(.forceCache, "fr")
        #expect(other?.outcome == .firstLoad)
        #expect(told(other).contains("unselected([accept-language])"), "\(told(other))")
        #expect(await world.script.requests.last?.headers.contains("template-tag") == false)
        #expect(await world.open(.forceCache, "fr")?.outcome == .fresh(.history))
        #expect(await world.open(.forceCache, nil)?.outcome == .firstLoad)
    }

    @Test func `only-if-cached shows nothing that Vary does not select, and says why`() async {
        let world = World([response(Self.head, v1)])
        _ = await world.open(.open, "de")
        let other = await world.open(.onlyIfCached, "fr")
        #expect(other?.outcome == .failed(.notStored))
        #expect(other?.reason == .notCached(.unselected(["accept-language"])))
        #expect(await world.open(.onlyIfCached, "de")?.outcome == .fresh(.cacheOnly))
        #expect(await world.script.requests.count == 1)
    }

    @Test(arguments: [SessionMode.cacheOnly, .back])
    func `history and offline mode show the page, and say that Vary does not select it`(_ mode: SessionMode)
        async
    {
        let world = World([response(Self.head, v1)])
        _ = await world.open(.open, "de")
        let other = await world.open(mode, "fr")
        #expect(other?.outcome == .fresh(mode == .back ? .history : .cacheOnly))
        #expect(told(other).contains("unselected: [accept-language]"), "\(told(other))")
        #expect(await told(world.open(mode, "de")).contains("unselected: []"))
    }

    @Test func `a page that is shown because no server answers is said not to be selected`() async {
        let world = World([response(Self.head, v1), [.failed(.reset(detail: "gone"))]])
        _ = await world.open(.open, "de")
        let other = await world.open(.open, "fr")
        #expect(other?.outcome == .offline(.connection(.reset(detail: "gone"))))
        #expect(told(other).contains("unselected: [accept-language]"), "\(told(other))")
    }

    @Test(arguments: ["Vary: *", "Vary: Cookie, *"])
    func `a page with Vary * is the response to no other request`(vary: String) async {
        let world = World([response(Sample.head(v1) + "\n" + vary, v1)])
        _ = await world.open(.open, nil)
        #expect(await world.open(.onlyIfCached, nil)?.outcome == .failed(.notStored))
        #expect(await told(world.open(.cacheOnly, nil)).contains("unselected: [*]"))
    }

    @Test func `cookies count, and are not stored with the page`() async throws {
        let world = World([response(Sample.head(v1) + "\nVary: cookie", v1)])
        let id = try #require(await world.open(.open, nil, OneCookie())).pageID
        #expect(await world.open(.onlyIfCached, nil, OneCookie())?.outcome == .fresh(.cacheOnly))
        #expect(await world.open(.onlyIfCached, nil)?.outcome == .failed(.notStored))
        let page = try #require(await world.store.load(id))
        #expect(
            page.version.vary
                == .fields([.init(name: "cookie", value: Hashes.nettle.sha1(Array("a=1".utf8)))]))
    }

    @Test(arguments: ["", "\nVary: accept-diff, template-tag, Accept-Encoding, If-None-Match"])
    func `how a page is sent does not matter once it is stored`(vary: String) async {
        let world = World([response(Sample.head(v1) + vary, v1)])
        let result = await world.open(.open, nil)
        #expect(await world.open(.onlyIfCached, nil)?.outcome == .fresh(.cacheOnly))
        guard let id = result?.pageID else { return }
        #expect(await world.store.load(id)?.version.vary == .fields([]))
    }
}
