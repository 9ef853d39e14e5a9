import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Bookmarks, and the lists of bookmarks and visited pages.
struct BookmarkTests {
    private static func page(
        _ path: String, _ title: String, read: Int64? = nil, bookmarked: Int64? = nil
    ) -> KnownPage {
        let url = Stage.url("http://127.0.0.1:8420\(path)")
        return KnownPage(
            url: url, title: title, read: read.map { Instant(milliseconds: $0 * 1000) },
            bookmark: bookmarked.map {
                Bookmark(url: url, title: title, since: Instant(milliseconds: $0 * 1000))
            })
    }

    private func stage(columns: Int = 80) -> Stage {
        var stage = Stage.onPage(columns: columns)
        stage.send(.timeRead(Instant(milliseconds: 7_200_000)))
        stage.known = [
            Self.page("/a", "Alpha", read: 100), Self.page("/b", "Beta", read: 3600, bookmarked: 20),
            Self.page("/c", "", read: 50, bookmarked: 10), Self.page("/d", "Delta"),
        ]
        return stage
    }

    private func rows(_ stage: Stage) -> [String] {
        stage.popupRows.map { $0.replacing("▸", with: "▸ ").split(separator: " ").joined(separator: " ") }
            .filter { !$0.isEmpty && !$0.hasPrefix("http") }
    }

    @Test func `a key adds a bookmark with the page's title and removes it again`() {
        var stage = Stage.onPage()
        stage.press(.alt("d"))
        #expect(stage.bookmarks.map(\.title) == ["Page a"])
        #expect(stage.bookmarks.map(\.url.href) == ["http://127.0.0.1:8420/a"])
        #expect(stage.screen.last?.contains("Bookmarked") == true)
        #expect(stage.model.bookmarkWords == "since 1 Jan 1970 00:00")
        stage.press(.alt("d"))
        #expect(stage.bookmarks == [])
        #expect(stage.model.bookmarkWords == nil)
    }

    @Test func `a key bookmarks a page and keeps it offline, or keeps it no longer`() {
        var stage = Stage(columns: 100)
        stage.press("p")
        #expect(stage.text.contains("p: there is no page yet: press o to open one."))
        stage = Stage.onPage(columns: 100)
        let page = Stage.url("http://127.0.0.1:8420/a")
        #expect(stage.effects.contains(.ask(.bookmarks(showing: page, .any))))
        stage.press("p", "=")
        #expect(stage.bookmarks.map(\.title) == ["Page a"])
        #expect(stage.bookmarks.map(\.isKeptOffline) == [true])
        #expect(stage.text.contains(" bookmarked   since 1 Jan 1970 00:00, kept offline"))
        stage.press(.escape, "p", "=")
        #expect(stage.bookmarks.map(\.isKeptOffline) == [false])
        #expect(stage.text.contains(" bookmarked   since 1 Jan 1970 00:00 "))
        // Pages were pinned until release 0.2.0.
        stage.press(.escape, ":")
        stage.type("pin")
        stage.press(.enter)
        #expect(stage.bookmarks.map(\.isKeptOffline) == [true])
    }

    @Test func `the bookmark of a page that is kept offline is removed only after a question`() {
        var stage = Stage.onPage(columns: 100)
        stage.press("p", .alt("d"))
        let question = "Remove the bookmark and the offline copy of 127.0.0.1:8420/a?"
        #expect(stage.screen.last?.contains(question) == true)
        #expect(stage.bookmarks.count == 1)
        stage.press("n")
        #expect(stage.screen.last?.contains("The bookmark stays.") == true)
        stage.press(.alt("d"), "y")
        #expect(stage.bookmarks == [])
    }

    @Test func `the list shows which pages are kept offline, and keeps or releases them`() {
        var stage = stage()
        stage.bookmarks = stage.known.compactMap(\.bookmark)
        stage.press(.alt("m"), "p")
        #expect(
            rows(stage) == [
                "▸ ↓ 127.0.0.1:8420/c 127.0.0.1:8420/c 1 h", "★ Beta 127.0.0.1:8420/b 1 h",
            ])
        stage.press(.delete)
        #expect(stage.screen.last?.contains("Remove the bookmark and the offline copy of") == true)
        stage.press("n", "p")
        #expect(!stage.text.contains("↓"))
        stage.press("p", .delete, "y")
        #expect(rows(stage) == ["▸ ★ Beta 127.0.0.1:8420/b 1 h"])
    }

    @Test func `built-in pages and responses to forms cannot be bookmarked`() {
        var stage = Stage()
        stage.press(.alt("d"))
        #expect(stage.screen.last?.contains("there is no page yet") == true)
        #expect(stage.bookmarks == [])
    }

    @Test func `a refused bookmark is reported and changes nothing`() {
        var stage = Stage.onPage()
        stage.press(.alt("d"))
        stage.report(BookmarkReport(bookmarks: nil, words: .failure("The disk is full.")))
        #expect(stage.screen.last?.contains("The disk is full.") == true)
        #expect(stage.model.account.bookmarks.count == 1)
        stage.report(BookmarkReport(bookmarks: [], words: .news("gone")), of: "ben")
        #expect(stage.model.account.bookmarks.count == 1 && !stage.text.contains("gone"))
    }

    @Test func `bookmarks are listed in order of creation, visited pages latest first`() {
        var stage = stage()
        stage.press(.alt("m"))
        #expect(stage.text.contains("Bookmarks"))
        #expect(
            rows(stage) == [
                "▸ ★ 127.0.0.1:8420/c 127.0.0.1:8420/c 1 h", "★ Beta 127.0.0.1:8420/b 1 h",
            ])
        stage.press(.escape, .alt("f"))
        #expect(stage.text.contains("History"))
        #expect(
            rows(stage) == [
                "▸ ★ Beta 127.0.0.1:8420/b 1 h", "Alpha 127.0.0.1:8420/a 1 h",
                "★ 127.0.0.1:8420/c 127.0.0.1:8420/c 1 h",
            ])
    }

    @Test func `typed text filters the list by title and address, and Enter opens`() {
        var stage = stage()
        stage.press(.alt("f"), "/")
        stage.type("bt")
        #expect(rows(stage) == ["▸ ★ Beta 127.0.0.1:8420/b 1 h"])
        stage.press(.enter, .enter)
        #expect(stage.url.path == "/b")
        #expect(stage.model.overlay == nil)
        stage.press(.alt("f"), "/")
        stage.type("nothing like it")
        #expect(stage.text.contains("No matches."))
        stage.press(.escape)
        #expect(rows(stage).count == 3)
        stage.press("j", ";")
        #expect(stage.model.account.tabs.count == 2 && stage.url.path == "/a")
    }

    @Test func `removing a bookmark keeps the position in the list`() {
        var stage = stage()
        stage.bookmarks = [
            Bookmark(url: Stage.url("http://127.0.0.1:8420/c"), title: "", since: Instant(milliseconds: 0)),
            Bookmark(
                url: Stage.url("http://127.0.0.1:8420/b"), title: "Beta", since: Instant(milliseconds: 0)),
        ]
        stage.press(.alt("m"), "j", .delete)
        #expect(stage.bookmarks.map(\.url.path) == ["/c"])
        #expect(rows(stage) == ["▸ ★ 127.0.0.1:8420/c 127.0.0.1:8420/c 1 h"])
    }

    @Test func `empty lists say that there are no pages`() {
        var stage = Stage.onPage()
        stage.press(.alt("m"))
        #expect(stage.screen.last?.contains("No bookmarks yet: M-d") == true)
        stage.press(.alt("f"))
        #expect(stage.screen.last?.contains("No pages read yet.") == true)
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `lists with control characters in titles fit the screen`(columns: Int, rows: Int) {
        var stage = Stage(columns: columns, rows: rows)
        stage.known = (0..<300).map { number in
            Self.page(
                "/\(number)", "\u{1B}[2J中文\u{202E}" + String(repeating: "e\u{301}", count: 200), read: 1)
        }
        stage.press(.alt("f"))
        for key in ["G", "g", "j"] as [Key] {
            stage.press(key)
            #expect(view(stage.model).size == stage.model.screen.size)
            #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
        }
    }
}

extension Stage {
    /// Adds a bookmark for a page, or removes it.
    mutating func changeBookmark(_ url: WebURL, _ title: String) {
        let before = bookmarks.count
        bookmarks.removeAll { $0.url == url }
        let isNew = bookmarks.count == before
        if isNew {
            bookmarks.append(Bookmark(url: url, title: title, since: Instant(milliseconds: 0)))
        }
        reportBookmarks(.news(isNew ? "Bookmarked." : "Bookmark removed."))
    }

    /// Keeps a page offline with its bookmark, or keeps it no longer.
    mutating func keep(_ url: WebURL, _ title: String, _ isKept: Bool) {
        if !bookmarks.contains(where: { $0.url == url }) {
            bookmarks.append(Bookmark(url: url, title: title, since: Instant(milliseconds: 0)))
        }
        for index in bookmarks.indices where bookmarks[index].url == url {
            bookmarks[index].isKeptOffline = isKept
        }
        reportBookmarks(.news(isKept ? "Bookmarked, and kept offline." : "No longer kept offline."))
    }

    /// Reports the bookmarks.
    mutating func reportBookmarks(_ words: BookmarkReport.Words) {
        report(BookmarkReport(bookmarks: bookmarks, words: words), of: model.account.name)
    }
}
