import Browser
import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import BrowserServices

@Suite struct ForgettingTests {
    private static let other = WebURL("https://other.example/")!

    private let pages: StoredPages
    private let bookmarks: BookmarkFile
    private let tabs: TabFile

    init() throws {
        pages = try StoredPages()
        bookmarks = try BookmarkFile(root: pages.folder.path("state"), account: "")
        tabs = try #require(TabFile(root: pages.folder.path("state"), account: ""))
    }

    private func cookie(_ scope: Cookie.Scope, ageInSeconds age: Int64 = 0) -> Cookie {
        Cookie(name: "a", value: "1", scope: scope, created: StoredPages.now.adding(seconds: -age))
    }

    /// Forgets, with these cookies in the account's cookie jar.
    private func forget(_ scope: ForgetScope, _ cookies: [Cookie] = []) async -> ForgetReport {
        await Forgetting(
            inbox(bookmarks), tabs: tabs, forgetCookies: { isMeant in (cookies.count(where: isMeant), nil) }
        ).forget(scope)
    }

    private func inbox(_ bookmarks: BookmarkFile?) -> InboxService {
        InboxService(
            cache: pages.cache, bookmarks: bookmarks, account: "", settings: BrowserSettings(),
            counter: .layingOut(.iconv), terms: { _ in SiteTerms() }, now: { StoredPages.now })
    }

    private func fill() async throws {
        try await pages.store("<p>one", "<p>two")
        try await pages.store("<p>three", at: Self.other)
        _ = try await bookmarks.set([
            Bookmark(url: StoredPages.url, title: "News", since: StoredPages.now)
        ])
        tabs.save(
            SavedTabs(
                [
                    .init(url: StoredPages.url, offset: 0, title: "News"),
                    .init(url: Self.other, offset: 1, title: ""),
                ],
                front: 1))
    }

    private func stored() async throws -> [String] { try await pages.cache.list().map(\.url).sorted() }

    @Test func `a page is forgotten with its tab, and the report counts what was removed`() async throws {
        try await fill()
        let report = await forget(.page(StoredPages.url))
        #expect(report.tally.pages == 1 && report.tally.versions == 2 && report.tally.bytes > 0)
        #expect(report.pages == [StoredPages.url.href] && report.failure == nil)
        #expect(try await stored() == [Self.other.href])
        #expect(try tabs.saved()?.entries.map(\.url) == [Self.other])
        #expect(try tabs.saved()?.front == 0)
        #expect(try await bookmarks.read().bookmarks.map(\.url) == [StoredPages.url])
    }

    @Test func `forgetting everything leaves nothing`() async throws {
        try await fill()
        let report = await forget(.all, [cookie(.host("news.example")), cookie(.host("other.example"))])
        #expect(report.tally.pages == 2 && report.tally.versions == 3)
        #expect(report.tally.bookmarks == 1 && report.tally.cookies == 2)
        #expect(try await stored() == [])
        #expect(try await bookmarks.read().bookmarks == [])
        #expect(try tabs.saved() == nil)
        #expect(await forget(.all).tally.words == "There was nothing to forget.")
    }

    @Test(
        arguments: [
            (.page(StoredPages.url), 0), (.site("a.news.example"), 2), (.site("news.example"), 2), (.hour, 3),
            (.all, 4),
        ] as [(ForgetScope, Int)])
    func `cookies are forgotten by site or by age`(_ scope: ForgetScope, _ count: Int) async {
        let cookies = [
            cookie(.domain("news.example")), cookie(.host("news.example")), cookie(.host("a.news.example")),
            cookie(.host("old.example"), ageInSeconds: 3601),
        ]
        #expect(await forget(scope, cookies).tally.cookies == count)
    }

    @Test func `a failure is reported and everything else is still forgotten`() async throws {
        try await fill()
        let report = await Forgetting(
            inbox(nil), tabs: nil, forgetCookies: { _ in (0, "the cookies cannot be read") }
        ).forget(.site("news.example"))
        #expect(report.failure == "Not everything was removed: the cookies cannot be read")
        #expect(report.tally.pages == 1)
        #expect(try await stored() == [Self.other.href])
    }
}
