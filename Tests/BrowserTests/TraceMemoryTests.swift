import SonicProtocol
import Testing

@testable import Browser
@testable import SonicSession

/// The data received by a session can be inspected after it has ended, within limits of bytes.
struct TraceMemoryTests {
    /// A page that is received in full for the first time, in chunks.
    private static func arrive(_ html: [UInt8], in stage: inout Stage) {
        stage.readCache(nil)
        stage.ask(200)
        for start in stride(from: 0, to: html.count, by: 64 << 10) {
            stage.report(.pieceReceived(Array(html[start..<min(html.count, start + 64 << 10)])))
        }
        stage.report(.learnt(.bodyReceived(html)))
        stage.enter(.verifying)
        stage.report(.learnt(.pageKnown(html)))
        stage.report(
            .pageReplaced(
                ShownPage(
                    url: stage.url.withoutFragment, html: html, split: PageSplit(html: html),
                    headers: Headers())
            ))
        stage.end(.firstLoad, "all is new", storage: .stored(number: 1))
    }

    private static func page(bytes: Int) -> [UInt8] {
        let head = Array("<title>Large</title>".utf8)
        return head + [UInt8](repeating: 0x20, count: bytes - head.count)
    }

    private static func address(_ bytes: [UInt8]?) -> UnsafeRawPointer? {
        bytes?.withUnsafeBytes { $0.baseAddress }
    }

    @Test func `body and page of an ended session are kept and share memory with the page on the screen`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        let html = Self.page(bytes: 256 << 10)
        Self.arrive(html, in: &stage)
        let trace = stage.told?.trace
        #expect(trace?.turns.last?.body == html)
        #expect(trace?.page == html)
        #expect(trace?.heldBytes == html.count)
        #expect(Self.address(stage.model.document?.bytes) == Self.address(trace?.page))
    }

    @Test func `the stored page behind a 304 is kept, too, and is in memory once`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(Stage.page("a"))
        stage.ask(304, "Not Modified")
        stage.end(.allCached, "the etag is ours", storage: .renewed)
        let trace = stage.told?.trace
        #expect(trace?.page == Array(Stage.page("a").utf8))
        #expect(trace?.heldBytes == trace?.pageBytes)
        #expect(Self.address(stage.model.document?.bytes) == Self.address(trace?.page))
    }

    @Test func `a body over the limit is discarded, and its size is kept`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(nil)
        stage.ask(500, "Internal Server Error")
        let body = Self.page(bytes: Tabs.bodyLimit + 1)
        stage.report(.learnt(.bodyReceived(body)))
        stage.end(.failed(.status(500)), "the server failed")
        #expect(stage.told?.trace.heldBytes == 0)
        #expect(stage.told?.trace.turns.last?.body == nil)
        #expect(stage.told?.trace.turns.last?.bodyBytes == body.count)
    }

    @Test
    func `over the limit of all tabs the one left longest ago is discarded first, the one in front last`() {
        var stage = Stage.withTabs()
        let size = stage.model.account.tabs[0].visit?.trace.heldBytes ?? 0
        #expect(size == Stage.page("a").utf8.count)
        var tabs = stage.model.account.tabs
        tabs.trimTraces(within: 2 * size)
        #expect(tabs.indices.map { tabs[$0].visit?.trace.heldBytes } == [0, size, size])
        #expect(tabs[0].visit?.trace.pageBytes == size)
        tabs.trimTraces(within: 0)
        #expect(tabs.indices.map { tabs[$0].visit?.trace.heldBytes } == [0, 0, 0])
        stage.press(.alt("1"))
        tabs = stage.model.account.tabs
        tabs.trimTraces(within: 2 * size)
        #expect(tabs.indices.map { tabs[$0].visit?.trace.heldBytes } == [size, 0, size])
    }

    @Test func `unloading a page discards its session's bytes`() {
        var stage = Stage.onPage()
        stage.model.account.tabs.front.putAway()
        #expect(stage.told?.trace.heldBytes == 0)
        #expect(stage.told?.trace.pageBytes == Stage.page("a").utf8.count)
    }
}
