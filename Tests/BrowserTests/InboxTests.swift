import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The inbox: what it shows, what it requests, and going from one page with changes to the next.
struct InboxTests {
    private static func page(
        _ path: String, _ title: String, _ news: PageNews, bookmarked: Bool = true
    ) -> InboxPage {
        InboxPage(
            url: Stage.url("http://127.0.0.1:8420\(path)"), title: title, isBookmarked: bookmarked,
            news: news,
            checked: Instant(milliseconds: 82_800_000), outcome: nil)
    }

    @Test func `a newly bookmarked page is added, and another account's pages never are`() {
        var stage = Stage(inbox: [Self.page("/a", "Alpha", .lines(3))])
        stage.report(inbox: [Self.page("/x", "Foreign", .unread)], of: "ben")
        #expect(!stage.text.contains("Foreign"))
        let bookmark = Bookmark(
            url: Stage.url("http://127.0.0.1:8420/new"), title: "New one", since: Instant(milliseconds: 0))
        stage.report(BookmarkReport(bookmarks: [bookmark]))
        #expect(stage.model.account.inbox.bookmarked.map(\.page.title) == ["New one"])
        #expect(stage.text.contains("New one"))
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (200, 60), (59, 20), (64, 20)])
    func `titles with control characters fit the screen`(columns: Int, rows: Int) {
        let title = "\u{1B}[2J<b>中文\u{202E}&amp;" + String(repeating: "wide ", count: 60)
        let pages = (0..<40).map { Self.page("/\($0)", title, .lines($0), bookmarked: $0 < 20) }
        var stage = Stage(columns: columns, rows: rows, inbox: pages)
        for key in [" ", "G", "g", .tab, .tab] as [Key] {
            stage.press(key)
            #expect(view(stage.model).size == stage.model.screen.size)
            #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
        }
        stage.send(.terminal(.resized(Size(rows: 24, columns: 80))))
        #expect(stage.text.contains("<b>"))
    }
}
