import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Forgetting at the user's request.
struct PageForgettingTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)
    private static let moment = start.adding(seconds: 30)

    private func commit(_ text: String, after seconds: Int64, _ cache: PageCache) async throws {
        let version = Sample.version(text, stored: Self.start.adding(seconds: seconds))
        _ = try await cache.commit(version, for: Sample.news)
    }

    @Test func `forgetting a page removes its versions, its pin and its read state`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        try await commit("one", after: 0, cache)
        try await commit("two", after: 1, cache)
        try await cache.noteRead(2, of: Sample.news)
        _ = try await cache.pin(Sample.news)
        try await cache.setSonicOff(Sample.news, url: Sample.url, until: .present.adding(seconds: 99))
        let gone = try await cache.forget(Sample.news)
        #expect(gone.isWhole && gone.versions == 2 && gone.bytes > 500)
        #expect(try await cache.entry(Sample.news) == nil)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        #expect(try await cache.forget(Sample.news) == PageCache.Forgotten())
    }

    @Test func `redirects are forgotten with their page, alone, and by time`()
        async throws
    {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start.adding(seconds: 90))
        let way = SessionResult.Redirect(from: Sample.url, to: WebURL("http://b.example/")!, status: 301)
        func lead() async throws { try await cache.setRedirects(Sample.news, url: Sample.url, [way]) }
        try await lead()
        #expect(try await cache.forget(Sample.news).isWhole)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        try await lead()
        try await cache.forgetMarks(of: Sample.news)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        // The time is that of the disk's clock.
        let moment = Instant.present.adding(seconds: -3600)
        try await lead()
        #expect(try await cache.forget(Sample.news, since: moment.adding(seconds: 7200)) == .init())
        #expect(try await cache.forget(Sample.news, since: moment).isWhole)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        try await commit("one", after: -100_000_000, cache)
        try await lead()
        #expect(try await !cache.forget(Sample.news, since: moment).isWhole)
        #expect(try await cache.marks(of: Sample.news) == PageMarks())
        #expect(try await cache.load(Sample.news)?.number == 1)
    }

    @Test func `versions since a given time are forgotten, and the one before them is current again`()
        async throws
    {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start.adding(seconds: 90))
        for (text, seconds) in [("one", 0), ("two", 10), ("three", 60), ("four", 70)] {
            try await commit(text, after: Int64(seconds), cache)
        }
        _ = try await cache.load(Sample.news)
        try await cache.noteRead(4, of: Sample.news)
        let gone = try await cache.forget(Sample.news, since: Self.moment)
        #expect(!gone.isWhole && gone.versions == 2 && gone.bytes > 0)
        #expect(try await cache.versions(of: Sample.news) == [2, 1])
        #expect(
            try await cache.load(Sample.news)?.version
                == Sample.version("two", stored: Self.start.adding(seconds: 10)))
        #expect(try await cache.lastRead(of: Sample.news) == nil)
        #expect(try await cache.verify().faults == [])
        // No old version is taken for a new one.
        try await commit("five", after: 95, cache)
        #expect(try await cache.load(Sample.news)?.version.html == Sample.version("five").html)
    }

    @Test func `a page stored since the given time is removed, an older one becomes unread`()
        async throws
    {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start.adding(seconds: 60))
        try await commit("one", after: 0, cache)
        try await cache.noteRead(1, of: Sample.news)
        let gone = try await cache.forget(Sample.news, since: Self.moment)
        #expect(gone.versions == 0 && !gone.isWhole)
        #expect(try await cache.lastRead(of: Sample.news) == nil)
        #expect(try await cache.load(Sample.news)?.number == 1)
        #expect(try await cache.forget(Sample.news, since: Self.start).isWhole)
        #expect(try await cache.entry(Sample.news) == nil)
    }

    @Test func `a page read before the given time stays read`() async throws {
        let scratch = Scratch()
        try await commit("one", after: 0, scratch.cache())
        try await scratch.cache(now: Self.start).noteRead(1, of: Sample.news)
        try await commit("two", after: 60, scratch.cache())
        _ = try await scratch.cache().forget(Sample.news, since: Self.moment)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.number == 1)
    }

    @Test func `selected responses are forgotten, those with a broken index, too`() async throws {
        let scratch = Scratch()
        let cache = ResponseCache(root: scratch.root, account: "", hashes: .nettle, now: { .present })
        let urls = ["http://a.example/a.css", "http://b.example/b.css", "http://a.example/c.css"]
        for url in urls {
            let address = try #require(WebURL(url))
            let response = StoredResponse(
                url: address, status: 200, reason: "OK", version: "HTTP/1.1", headers: Headers(),
                requests: [.fields([])], requested: .present, received: .present, extent: .whole(3))
            _ = try await cache.save(response, body: [1, 2, 3], under: CacheKey(address), replacing: [])
        }
        let name = Hashes.nettle.md5(Array(urls[2].utf8))
        Scratch.write("{", to: "\(scratch.root)/default/http/\(name)/index")
        let gone = try await cache.forget { key, _ in key?.text.hasPrefix("http://a.example/") ?? false }
        #expect(gone.keys == 1 && gone.bytes > 0)
        let rest = try await cache.forget { key, _ in key == nil }
        #expect(rest.keys == 1)
        #expect(try await cache.variants(of: CacheKey(try #require(WebURL(urls[1])))).count == 1)
    }
}
