import SonicProtocol
import SonicSession
import Testing

struct MemoryStoreTests {
    let news = PageID(account: "", digest: String(repeating: "a", count: 32))
    let clock = PageID(account: "", digest: String(repeating: "b", count: 32))

    func version(_ text: String, at time: Int64 = 0) -> PageVersion {
        PageVersion(
            url: WebURL("http://a.example/")!,
            html: Array(text.utf8), sha1: "", etag: "e", templateTag: nil,
            headers: Headers([HeaderField("Content-Type", "text/html")]), stored: Instant(milliseconds: time))
    }

    @Test func `the newest version is current and the older ones stay reachable`() async throws {
        let store = MemoryStore()
        #expect(await store.load(news) == nil)
        #expect(await store.commit(version("one"), for: news) == 1)
        #expect(await store.commit(version("two", at: 5), for: news) == 2)
        let current = try #require(await store.load(news))
        #expect(current.number == 2)
        #expect(current.version == version("two", at: 5))
        #expect(current.checked == Instant(milliseconds: 5))
        #expect(await store.versions(of: news) == [2, 1])
        #expect(await store.load(news, number: 1)?.version.html == Array("one".utf8))
        #expect(await store.load(news, number: 3) == nil)
        #expect(await store.load(clock) == nil)
    }

    @Test func `a renewal changes only the current version's headers and check time`() async throws {
        let store = MemoryStore()
        _ = await store.commit(version("one"), for: news)
        _ = await store.commit(version("two"), for: news)
        let renewed = Headers([HeaderField("Content-Type", "text/html"), HeaderField("Age", "0")])
        await store.renew(news, number: 1, headers: renewed, checked: Instant(milliseconds: 9))
        #expect(await store.load(news)?.checked == Instant(milliseconds: 0))
        await store.renew(news, number: 2, headers: renewed, checked: Instant(milliseconds: 9))
        let current = try #require(await store.load(news))
        #expect(current.checked == Instant(milliseconds: 9))
        #expect(current.version.headers == renewed)
        #expect(await store.versions(of: news) == [2, 1])
        #expect(await store.load(news, number: 1)?.version.headers == version("one").headers)
    }

    @Test func `removing a page keeps what is stored about its address`() async throws {
        let store = MemoryStore()
        let until = Instant(milliseconds: 1000)
        _ = await store.commit(version("one"), for: news)
        await store.setSonicOff(news, url: version("").url, until: until)
        let way = SessionResult.Redirect(from: version("").url, to: version("").url, status: 302)
        await store.setRedirects(news, url: version("").url, [way])
        await store.remove(news)
        #expect(await store.load(news) == nil)
        #expect(await store.marks(of: news) == PageMarks(sonicOff: until, redirects: [way]))
        await store.setSonicOff(news, url: version("").url, until: nil)
        #expect(await store.marks(of: news).sonicOff == nil)
    }

    @Test func `over the byte limit, the least recently used page loses its oldest versions first`()
        async throws
    {
        let store = MemoryStore(byteLimit: 10)
        _ = await store.commit(version("12"), for: news)
        _ = await store.commit(version("345"), for: news)
        _ = await store.commit(version("67890"), for: clock)
        #expect(await store.versions(of: news) == [2, 1])
        _ = await store.commit(version("x"), for: clock)
        #expect(await store.versions(of: news) == [2])
        #expect(await store.versions(of: clock) == [2, 1])
        _ = await store.load(news)
        _ = await store.commit(version("1234"), for: news)
        #expect(await store.versions(of: clock) == [2], "the clock page is now the one used longest ago")
        #expect(await store.versions(of: news) == [3, 2])
    }

    @Test func `the last stored version is kept whatever its size`() async throws {
        let store = MemoryStore(byteLimit: 10)
        _ = await store.commit(version("12"), for: news)
        _ = await store.commit(version(String(repeating: "x", count: 100)), for: clock)
        #expect(await store.load(news) == nil)
        #expect(await store.load(clock)?.version.html.count == 100)
    }
}
