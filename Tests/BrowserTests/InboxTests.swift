import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The inbox: what it shows, what it requests, and going from one page with changes to the next.
struct InboxTests {
    private static func page(
        _ path: String, _ title: String, _ news: PageNews, bookmarked: Bool = true, outcome: String? = nil
    ) -> InboxPage {
        InboxPage(
            url: Stage.url("http://127.0.0.1:8420\(path)"), title: title, isBookmarked: bookmarked,
            news: news,
            checked: Instant(milliseconds: 82_800_000), outcome: outcome)
    }

    private static let pages = [
        page("/a", "Alpha", .lines(3), outcome: "dataUpdate"),
        page("/b", "Beta", .none, outcome: "allCached"),
        page("/c", "Gamma", .unread), page("/d", "Delta", .atLeast(2)),
        page("/e", "Recent", .some, bookmarked: false, outcome: "firstLoad"),
    ]

    /// The browser started without an address.
    private func stage(columns: Int = 80, rows: Int = 24) -> Stage {
        Stage(columns: columns, rows: rows, inbox: Self.pages)
    }

    private func told(_ stage: Stage, _ title: String) -> String {
        let line = stage.screen.first { $0.contains(title) } ?? ""
        return line.split(separator: " ").filter { $0 != "│" }.joined(separator: " ")
    }

    private func report(_ stage: inout Stage, _ page: InboxPage, failure: String? = nil) {
        stage.report(refreshed: page, failure: failure)
    }

    private func paths(_ stage: Stage) -> [String] { stage.refreshing.map(\.path) }

    @Test func `the first frame shows the stored records, and nothing was requested`() {
        let stage = stage()
        #expect(told(stage, "Alpha") == "3 new Alpha 127.0.0.1:8420 1 h data update")
        #expect(told(stage, "Beta") == "- Beta 127.0.0.1:8420 1 h all cached")
        #expect(told(stage, "Gamma") == "unread Gamma 127.0.0.1:8420 1 h")
        #expect(told(stage, "Delta") == "2+ new Delta 127.0.0.1:8420 1 h")
        #expect(told(stage, "Recent  ") == "new Recent 127.0.0.1:8420 1 h first load")
        #expect(stage.effects == [])
    }

    @Test func `bookmarked pages are requested three at a time, and each row shows its progress`() {
        var stage = stage()
        stage.report(inbox: Self.pages)
        #expect(paths(stage) == ["/a", "/b", "/c"])
        #expect(told(stage, "Beta").hasSuffix("loading…") && told(stage, "Delta").hasSuffix("waiting"))
        report(&stage, Self.page("/b", "Beta", .lines(7), outcome: "dataUpdate"))
        #expect(told(stage, "Beta") == "7 new Beta 127.0.0.1:8420 1 h data update")
        #expect(paths(stage) == ["/a", "/b", "/c", "/d"])
        report(&stage, Self.page("/a", "Alpha", .lines(3)), failure: "failed 404: it is gone")
        #expect(told(stage, "Alpha").contains("! failed 404"))
        report(&stage, Self.page("/c", "", .unread))
        report(&stage, Self.page("/d", "Delta", .atLeast(2)))
        #expect(paths(stage) == ["/a", "/b", "/c", "/d"], "a recent page is not asked for unasked")
        #expect(told(stage, "Gamma").hasPrefix("unread Gamma"), "a title that was known stays")
    }

    @Test func `a page is not requested again within minutes, except on demand`() {
        var stage = Stage(inbox: [Self.pages[0], Self.pages[4]])
        stage.press(.alt("h"))
        report(&stage, Self.pages[0])
        stage.press(.alt("h"))
        #expect(paths(stage) == ["/a"])
        stage.press("r")
        #expect(paths(stage) == ["/a", "/a", "/e"])
        report(&stage, Self.pages[0])
        report(&stage, Self.pages[4])
        stage.uptime += .seconds(301)
        stage.press(.alt("h"))
        #expect(paths(stage) == ["/a", "/a", "/e", "/a"])
    }

    @Test func `offline nothing is requested, and the row keeps the cached state`() {
        var stage = stage()
        stage.press("O")
        stage.report(inbox: Self.pages)
        stage.press("r")
        #expect(paths(stage) == [])
        #expect(stage.screen.last?.contains("press O to go online") == true)
        #expect(told(stage, "Alpha") == "3 new Alpha 127.0.0.1:8420 1 h data update")
    }

    @Test func `Tab and Enter open a page, and the selected one stays while rows change`() {
        var stage = stage()
        stage.report(inbox: Self.pages)
        stage.press(.tab)
        report(&stage, Self.page("/a", "Alpha, with a longer title", .lines(4)))
        #expect(stage.text.contains("Alpha, with a longer title"))
        stage.press(.enter)
        #expect(stage.url.path == "/b")
        // A report for a background page changes nothing on the screen.
        stage.readCache("<h1>The page</h1>")
        report(&stage, Self.page("/b", "Beta", .lines(1)))
        #expect(stage.text.contains("The page"))
    }

    /// A page whose second block has changed since version 2 was read, far below the first screen.
    private func open(_ stage: inout Stage) {
        stage.history = [2: Stage.blocks("one", "two", "three", rows: 60), 3: ""]
        stage.lastRead[stage.url] = 2
        let page = Stage.blocks("one", "TWO", "three", rows: 60)
        stage.history[3] = page
        stage.readCache(page)
        stage.paint()
    }

    @Test func `Enter scrolls to the first new line`() {
        var stage = stage()
        stage.press(.enter)
        #expect(stage.url.path == "/a")
        open(&stage)
        stage.settle()
        #expect(stage.text.contains("▌TWO"), "\(stage.text)")
        // It is read now.
        #expect(stage.model.account.inbox.rows[0].page.news == .none)
    }

    @Test func `scrolling meanwhile cancels the jump to the first new line`() {
        var stage = stage()
        stage.press(.enter)
        stage.history = [2: Stage.blocks("one", "two", "three", rows: 60), 3: ""]
        stage.lastRead[stage.url] = 2
        stage.readCache(Stage.blocks("one", "TWO", "three", rows: 60))
        stage.press("j")
        stage.paint()
        stage.settle()
        #expect(!stage.text.contains("TWO"))
    }

    @Test func `after the last change of a page comes the next page with changes`() {
        var stage = stage()
        stage.press(.enter)
        open(&stage)
        stage.settle()
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("g", "}")
        #expect(stage.text.contains("▌TWO") && stage.url.path == "/a")
        stage.press("}")
        #expect(stage.url.path == "/c")
        #expect(stage.screen.last?.contains("Next page of the inbox: Gamma, unread.") == true)
        stage.readCache("<h1>Gamma</h1>")
        stage.paint()
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("}")
        #expect(stage.url.path == "/d")
        // In the other direction it stays within the page.
        stage.readCache("<h1>Delta</h1>")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("{")
        #expect(stage.url.path == "/d" && stage.screen.last?.contains("nothing changed") == true)
    }

    @Test func `from the inbox the next change is in the first page with changes`() {
        var stage = stage()
        stage.press("}")
        #expect(stage.url.path == "/a")
    }

    @Test func `without changes or without an inbox the key says why it does nothing`() {
        var stage = Stage(inbox: [Self.page("/a", "Alpha", .none)])
        stage.press("}")
        #expect(stage.openings == [])
        stage.press(.enter)
        stage.readCache("<h1>Alpha</h1>")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("}")
        #expect(stage.screen.last?.contains("nothing changed since the copy shown before") == true)
    }

    @Test func `the inbox replaces a page, which stays in the history`() {
        var stage = Stage.onPage()
        stage.inboxPages = Self.pages
        stage.press(.alt("h"))
        #expect(stage.text.contains("Inbox") && stage.text.contains("Alpha"))
        #expect(paths(stage) == ["/a", "/b", "/c"])
        stage.press("B")
        stage.come("a")
        #expect(stage.text.contains("Page a"))
    }

    @Test func `a running session ends when the inbox replaces its page`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.inboxPages = Self.pages
        stage.press(.alt("h"))
        #expect(stage.outstanding == [])
        #expect(stage.text.contains("Inbox"))
    }

    @Test func `a newly bookmarked page is added, and another account's pages never are`() {
        var stage = stage()
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
