import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Bookmarks, and the lists of bookmarks and visited pages.
struct BookmarkTests {
    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60)])
    func `lists with control characters in titles fit the screen`(columns: Int, rows: Int) {
        var stage = Stage(columns: columns, rows: rows)
        stage.known = (0..<300).map { number in
            KnownPage(
                url: Stage.url("http://127.0.0.1:8420/\(number)"),
                title: "\u{1B}[2J中文\u{202E}" + String(repeating: "e\u{301}", count: 200),
                read: Instant(milliseconds: 1000))
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
