import Browser
import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import BrowserServices

/// Bookmarks of pages that are kept offline.
@Suite struct OfflineCopyTests {
    private static let sheet = WebURL("https://news.example/a.css")!
    private static let other = WebURL("https://other.example/")!
    private static let html = "<title>News</title><link rel=stylesheet href=a.css><p>one"

    private let pages: StoredPages
    private let bookmarks: BookmarkFile

    init() throws {
        pages = try StoredPages()
        bookmarks = try BookmarkFile(root: pages.folder.path("state"), account: "")
    }

    private func service(limits: CacheLimits = CacheLimits(), isInMemory: Bool = false) -> InboxService {
        let cache = PageCache(
            root: pages.cache.root, hashes: .nettle, limits: limits, now: { StoredPages.now })
        return InboxService(
            cache: isInMemory ? nil : cache, bookmarks: bookmarks, account: "", settings: BrowserSettings(),
            counter: .layingOut(.iconv), terms: { _ in SiteTerms() }, now: { StoredPages.now })
    }

    private func keep(offline isKept: Bool = true) async -> BookmarkReport {
        await service().keep(StoredPages.url, title: "News", offline: isKept)
    }

    private func bookmark(_ url: WebURL = StoredPages.url, isKept: Bool) -> Bookmark {
        Bookmark(url: url, title: "News", since: StoredPages.now, isKeptOffline: isKept)
    }

    private var pin: Pin? { get async throws { try await pages.cache.pin(of: StoredPages.id()) } }

    /// Fetches the style sheet through the HTTP cache.
    private func fetchSheet() async {
        let server = ScriptedServer([
            .init(type: "text/css", fields: [HeaderField("Cache-Control", "max-age=60")], body: "p {}")
        ])
        let responses = ResponseCache(
            root: pages.cache.root, account: "", hashes: .nettle, now: { StoredPages.now })
        let http = HTTPEngine(
            connection: ScriptedConnection(server: server), store: responses, clocks: .still)
        let styles = StyleFetcher(
            http: http, cookies: NoCookies(), headers: RequestHeaders(product: "test"),
            terms: { _ in SiteTerms() })
        let order = StyleOrder(url: Self.sheet, page: StoredPages.url)
        #expect(await styles.fetch(order, secretsOrigin: nil) == Array("p {}".utf8))
    }

    @Test func `a page is bookmarked and kept with its fetched resources, and kept no longer`() async throws {
        try await pages.store(Self.html)
        await fetchSheet()
        let kept = await keep()
        #expect(kept.bookmarks == [bookmark(isKept: true)])
        #expect(kept.words == .news("Bookmarked, and kept offline whatever the cache limits."))
        #expect(try await pin?.resources == [CacheKey(text: Self.sheet.href)])
        let released = await keep(offline: false)
        #expect(released.bookmarks == [bookmark(isKept: false)])
        #expect(released.words == .news("No longer kept offline."))
        #expect(try await pin == nil)
    }

    @Test func `a bookmark that is removed takes its offline copy along`() async throws {
        try await pages.store(Self.html)
        _ = await service().change(StoredPages.url, title: "News")
        #expect(await keep().bookmarks == [bookmark(isKept: true)])
        #expect(await service().change(StoredPages.url, title: "").words == .news("Bookmark removed."))
        #expect(try await pin == nil)
        #expect(try await bookmarks.read().bookmarks == [])
    }

    @Test func `resources fetched later are kept, too`() async throws {
        try await pages.store(Self.html)
        await service().add(Self.sheet, fetchedFor: StoredPages.url)
        #expect(try await pin == nil)
        _ = await keep()
        #expect(try await pin?.resources == [])
        await fetchSheet()
        await service().add(Self.sheet, fetchedFor: StoredPages.url)
        #expect(try await pin?.resources == [CacheKey(text: Self.sheet.href)])
    }

    @Test func `a page that is not stored cannot be kept offline`() async throws {
        let report = await keep()
        #expect(report.words == .failure("This page is not stored, and cannot be kept offline."))
        #expect(report.bookmarks == [])
        let inMemory = await service(isInMemory: true).keep(StoredPages.url, title: "", offline: true)
        #expect(inMemory.words == .failure("Pages are in memory only and cannot be kept offline."))
    }

    @Test func `no page is kept offline without a bookmark`() async throws {
        try await pages.store(Self.html)
        _ = try await bookmarks.set(
            try (0..<BookmarkFile.limit).map {
                bookmark(try #require(WebURL("http://a.example/\($0)")), isKept: false)
            })
        #expect(
            await keep().words
                == .failure("There are \(BookmarkFile.limit) bookmarks, the maximum: remove one first."))
        #expect(try await pin == nil)
    }

    @Test func `pages beyond the limit of the cache are reported`() async throws {
        try await pages.store(Self.html)
        var limits = CacheLimits()
        limits.bytes = 1
        let words = await service(limits: limits).keep(StoredPages.url, title: "", offline: true).words
        guard case .failure(let text) = words else { return #expect(Bool(false), "\(words)") }
        #expect(text.hasPrefix("Bookmarked; the pages kept offline alone occupy "))
        #expect(InboxService.excess(10, limit: 10) == nil)
        #expect(
            InboxService.excess(2048, limit: 1024)
                == "the pages kept offline alone occupy 2 KB, more than the limit of 1 KB; "
                + "stop keeping some in the list of bookmarks (p)")
    }

    @Test func `pages that release 0.2.0 pinned are bookmarked once, and stay pinned`() async throws {
        try await pages.store(Self.html)
        try await pages.store("<p>two", at: Self.other)
        try await pages.cache.noteRead(1, title: "News", of: StoredPages.id())
        for url in [StoredPages.url, Self.other] { _ = try await pages.cache.pin(StoredPages.id(url)) }
        let old = Bookmark(url: Self.other, title: "Other", since: Instant(milliseconds: 7))
        _ = try await bookmarks.set([old])
        let report = try #require(await service().completeBookmarks())
        var kept = old
        kept.isKeptOffline = true
        let unchanged = BookmarkReport(bookmarks: [kept, bookmark(isKept: true)])
        #expect(report.bookmarks == [kept, bookmark(isKept: true)])
        #expect(report.words == .news("Pinned pages are now bookmarks that are kept offline."))
        #expect(await service().completeBookmarks() == unchanged)
        #expect(try await bookmarks.read().bookmarks == [kept, bookmark(isKept: true)])
        #expect(try await pages.cache.pinned().count == 2)
    }

    @Test func `a page that its bookmark keeps is kept again when it is stored again`() async throws {
        try await pages.store(Self.html)
        _ = await keep()
        let unchanged = BookmarkReport(bookmarks: [bookmark(isKept: true)])
        _ = try await pages.cache.forget(StoredPages.id())
        #expect(await service().completeBookmarks() == unchanged)
        #expect(try await pin == nil)
        try await pages.store(Self.html)
        #expect(await service().report(showing: Self.other).bookmarks == [bookmark(isKept: true)])
        #expect(try await pin == nil)
        #expect(await service().report(showing: StoredPages.url).bookmarks == [bookmark(isKept: true)])
        #expect(try await pin != nil)
        _ = try await pages.cache.unpin(StoredPages.id())
        #expect(await service().completeBookmarks() == unchanged)
        #expect(try await pin != nil)
    }

    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1536, "1 KB"), ((1 << 20) - 1, "1023 KB"), (1 << 20, "1.0 MB"),
        (5 << 20, "5.0 MB"), (3 << 30, "3.0 GB"),
    ])
    func `byte counts have one spelling`(_ bytes: Int, _ text: String) {
        #expect(bytes.byteText == text)
    }
}
