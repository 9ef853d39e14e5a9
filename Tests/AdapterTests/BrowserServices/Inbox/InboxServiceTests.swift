import Browser
import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import Testing

@testable import BrowserServices

@Suite struct InboxServiceTests {
    private static let read = "<title>News</title><p>one</p>"
    private static let changed = "<title>News</title><p>one</p><p>two</p><p>three</p>"

    private let pages: StoredPages

    init() throws { pages = try StoredPages() }

    private func service(mayBeWritten: Bool = true, bookmarks: Bool = true) throws -> InboxService {
        InboxService(
            cache: pages.cache,
            bookmarks: bookmarks ? try BookmarkFile(root: pages.folder.path("state"), account: "") : nil,
            account: "", settings: BrowserSettings(), counter: .layingOut(.iconv),
            terms: { _ in SiteTerms { $0.isStored = mayBeWritten } }, now: { StoredPages.now })
    }

    @Test func `lines added since a page was read are counted`() async throws {
        let service = try service()
        #expect(await service.change(StoredPages.url, title: "News").bookmarks?.map(\.title) == ["News"])
        #expect(await service.whole(width: 75).map(\.news) == [.unread])
        try await pages.store(Self.read)
        #expect(await service.whole(width: 75).map(\.news) == [.unread])
        try await pages.cache.noteRead(1, title: "News", of: StoredPages.id())
        #expect(await service.whole(width: 75).map(\.news) == [.none])
        try await pages.store(Self.changed)
        // The listing only shows that there is news; the stored versions show how much.
        #expect(await service.listing().map(\.news) == [.some])
        let page = try #require(await service.whole(width: 75).first)
        #expect(page.news == .lines(2))
        #expect(page.isBookmarked && page.title == "News")
        #expect(
            await service.page(StoredPages.url, width: 75, outcome: "fresh").outcome == "fresh")
    }

    @Test func `the same command adds and removes a bookmark, with the time of the clock`() async throws {
        let service = try service()
        let added = await service.change(StoredPages.url, title: "News")
        #expect(added.bookmarks?.map(\.since) == [StoredPages.now])
        #expect(added.words == .news("Bookmarked: the inbox shows changes to this page."))
        #expect(await service.known().map(\.bookmark?.since) == [StoredPages.now])
        let removed = await service.change(StoredPages.url, title: "News")
        #expect(removed.bookmarks == [] && removed.words == .news("Bookmark removed."))
    }

    @Test func `a page that is not stored cannot be bookmarked`() async throws {
        let inMemory = try await service(bookmarks: false).change(StoredPages.url, title: "News")
        #expect(inMemory.words == .failure("Nothing is stored: pages cannot be bookmarked."))
        let isPrivate = try await service(mayBeWritten: false).change(StoredPages.url, title: "News")
        #expect(
            isPrivate.words
                == .failure(
                    "The configuration stores nothing of this site: it cannot be bookmarked."))
        #expect(try await service().report(showing: StoredPages.url).bookmarks == [])
    }
}
