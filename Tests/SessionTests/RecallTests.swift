import SonicProtocol
import SystemLibraries
import Testing

@testable import SessionWords
@testable import SonicSession

/// Addresses that redirected when last requested.
@Suite struct RecallTests {
    static let target = WebURL("http://www.news.example/start")!

    @Test func `a second visit and an offline visit show the stored page at once`() async {
        let store = MemoryStore()
        func open(_ replies: [[ResponseEvent]], _ mode: SessionMode = .open) async -> [String] {
            let engine = SessionEngine(
                connection: ScriptedConnection(script: Script(replies)), store: store, hashes: .nettle,
                clocks: .still)
            let order = SessionOrder(url: Play.url, mode: mode, headers: RequestHeaders(product: "sonic/0"))
            var told: [String] = []
            for await event in engine.open(order).events {
                switch event {
                case .cachedRedirectFollowed(let to, let page): told.append("\(to.href) v\(page.number)")
                case .ended(let result): told.append("\(result.outcome.name) \(result.url.href)")
                default: break
                }
            }
            return told
        }
        let redirect = response("301 Moved\nLocation: \(Self.target.href)", "")
        let first = await open([redirect, response(Sample.head(v1), v1)])
        #expect(first == ["firstLoad \(Self.target.href)"])
        let second = await open([redirect, response("304 Not Modified", "")])
        #expect(second == ["\(Self.target.href) v1", "allCached \(Self.target.href)"])
        let third = await open([], .cacheOnly)
        #expect(third == ["\(Self.target.href) v1", "fresh \(Self.target.href)"])
        let fourth = await open([response(Sample.head(v2), v2)])
        #expect(fourth == ["\(Self.target.href) v1", "firstLoad \(Play.url.href)"])
        let fifth = await open([], .cacheOnly)
        #expect(fifth == ["fresh \(Play.url.href)"])
    }
}
