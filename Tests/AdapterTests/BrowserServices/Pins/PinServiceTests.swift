import Browser
import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import BrowserServices

@Suite struct PinServiceTests {
    private static let sheet = WebURL("https://news.example/a.css")!
    private static let html = "<link rel=stylesheet href=a.css><p>one"

    private let pages: StoredPages

    init() throws { pages = try StoredPages() }

    private var service: PinService {
        PinService(
            cache: pages.cache, account: "", identity: { _ in nil }, exception: { _ in nil },
            now: { StoredPages.now })
    }

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

    @Test func `a page is pinned with its fetched resources, and unpinned again`() async throws {
        try await pages.store(Self.html)
        await fetchSheet()
        #expect(await service.find(StoredPages.url).pin == .none)
        let pinned = await service.change(StoredPages.url)
        #expect(pinned.pin == .pinned(since: StoredPages.now, resources: 1))
        #expect(pinned.words == .news("Pinned: this page is kept regardless of the cache limits."))
        #expect(await service.find(StoredPages.url).pin == pinned.pin)
        let unpinned = await service.change(StoredPages.url)
        #expect(unpinned.pin == .none)
        #expect(unpinned.words == .news("Unpinned: the cache limits apply to this page again."))
    }

    @Test func `resources fetched later are added to the pin`() async throws {
        try await pages.store(Self.html)
        #expect(await service.note([Self.sheet], fetchedFor: StoredPages.url) == nil)
        #expect(await service.change(StoredPages.url).pin == .pinned(since: StoredPages.now, resources: 0))
        await fetchSheet()
        let report = await service.note([Self.sheet], fetchedFor: StoredPages.url)
        #expect(report?.pin == .pinned(since: StoredPages.now, resources: 1))
    }

    @Test func `a page that is not stored cannot be pinned`() async {
        let report = await service.change(StoredPages.url)
        #expect(report.pin == .none)
        #expect(report.words == .failure("This page is not stored, and cannot be pinned."))
    }

    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1536, "1.5 KB"), (5 << 20, "5.0 MB"), (3 << 30, "3.0 GB"),
    ])
    func `byte counts are formatted as a size`(_ bytes: Int, _ text: String) {
        #expect(bytes.sizeText == text)
    }

    @Test func `a total of pins beyond the limit is reported`() {
        #expect(PinService.excess(10, limit: 10) == nil)
        #expect(
            PinService.excess(2048, limit: 1024)
                == "the pinned pages alone occupy 2.0 KB, more than the limit of 1.0 KB: they stay; "
                + "sonic cache unpin releases them")
    }
}
