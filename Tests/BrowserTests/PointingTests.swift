import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The mouse: wheel, clicks and drags.
struct PointingTests {
    static let page =
        "<title>News</title><h1>News</h1><p>See <a href='/a'>the first</a> and <a href='/b'>the second</a>.</p>"
        + (1...60).map { "<p>Paragraph \($0).</p>" }.joined()

    static func stage(columns: Int = 80, rows: Int = 24, _ html: String = page) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "the ETag is the same")
        stage.settle()
        return stage
    }

    @Test func `the wheel scrolls the pane under the pointer, and focus stays`() throws {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(Self.page)
        stage.ask(200, "OK", (1...30).map { ("X-\($0)", "y") })
        stage.end(.allCached, "the ETag is the same")
        stage.press("v")
        let (page, headers) = (try stage.place(of: "News"), try stage.place(of: "4 Headers"))
        stage.mouse(.wheelDown, page)
        #expect(stage.model.document?.reader.top == 3)
        stage.mouse(.wheelUp, page)
        stage.mouse(.wheelUp, page)
        #expect(stage.model.document?.reader.top == 0)
        stage.mouse(.wheelDown, headers.moved(rows: 2))
        #expect(stage.model.texts[.headers]?.top == 3)
        #expect(stage.model.document?.reader.top == 0)
        #expect(stage.model.screen.focus == .page)
    }

    @Test func `a click follows a link if press and release are both on it`() throws {
        var stage = Self.stage()
        let first = try stage.place(of: "the first")
        stage.drag(first, to: try stage.place(of: "the second"))
        #expect(stage.url.path == "/")
        stage.click(first.moved(columns: 8))
        #expect(stage.url.href == "http://a.example/a")
    }

    @Test func `a click on what moved under the pointer meanwhile does nothing`() throws {
        var stage = Self.stage()
        let first = try stage.place(of: "the first")
        stage.mouse(.pressed, first)
        stage.press(.mouse(Key.Mouse(.wheelDown, row: first.row.value, column: first.column.value)))
        stage.mouse(.released, first)
        #expect(stage.url.href == "http://a.example/")
    }

    @Test func `a click on a link that cannot be followed says why`() throws {
        var stage = Self.stage("<a href='tel:112'>write</a>")
        try stage.click("write")
        #expect(stage.screen.last?.contains("tel: addresses cannot be opened here") == true)
    }

    @Test func `a click on a field edits it, toggles it or opens its options`() throws {
        let form =
            "<form><input name=q value=abc> <input type=checkbox name=c>on <select name=s><option>x<option>y</select></form>"
        var stage = Self.stage(form)
        try stage.click("[ ]")
        #expect(stage.text.contains("[x]"))
        try stage.click("abc")
        guard case .field(let line) = stage.model.prompt else {
            Issue.record("nothing is edited")
            return
        }
        #expect(line.editor.text == "abc")
        stage.press(.escape)
        try stage.click("x ")
        #expect(stage.text.contains("(•) x"))
        try stage.click("( ) y")
        #expect(stage.model.overlay != nil)
        try stage.click("( ) y")
        #expect(stage.model.overlay == nil)
        #expect(stage.text.contains("Changed."))
    }

    @Test func `a click in a pane focuses it, one on a tab selects it`() throws {
        var stage = Self.stage(columns: 120, rows: 30)
        stage.click(try stage.place(of: "2 State").moved(rows: 1))
        #expect(stage.model.screen.focus == .state)
        stage.click(try stage.place(of: "Diff"))
        #expect(stage.model.screen.focus == .diff)
        stage.send(.addressGiven(Stage.url("http://a.example/2")))
        stage.press(.control("t"))
        stage.type("http://b.example/")
        stage.press(.enter)
        #expect(stage.model.account.tabs.frontIndex == 1)
        try stage.click(" 1")
        #expect(stage.model.account.tabs.frontIndex == 0)
    }

    @Test func `a click on the title of the focused pane zooms it, and another one restores it`() throws {
        var stage = Self.stage(columns: 120, rows: 30)
        stage.click(try stage.place(of: "2 State"))
        #expect(stage.model.screen.focus == .state && stage.model.screen.zoomed == nil)
        stage.click(try stage.place(of: "▸2 State"))
        #expect(stage.model.screen.zoomed == .state)
        stage.click(try stage.place(of: "2 State"))
        #expect(stage.model.screen.zoomed == nil)
        // The border that can be moved also contains the title.
        stage.click(try stage.place(of: "3 Diff"))
        #expect(stage.model.screen.focus == .diff && stage.model.screen.zoomed == nil)
        stage.click(try stage.place(of: "▸3 Diff"))
        #expect(stage.model.screen.zoomed == .diff)
    }

    @Test func `a click on the address edits it, and one on a hint presses its key`() throws {
        var stage = Self.stage()
        try stage.click("http://a.example/")
        guard case .address = stage.model.prompt else {
            Issue.record("no address is typed")
            return
        }
        stage.press(.escape)
        try stage.click("? help")
        #expect(stage.model.overlay is HelpList)
        try stage.click("Esc leave")
        #expect(stage.model.overlay == nil)
    }

    @Test func `a click on a hint uses the hints shown when the button was pressed`() throws {
        var stage = Self.stage()
        stage.press("d")
        #expect(stage.screen.last?.contains("Diff on") == true)
        // The press clears the message, and the hints replace it.
        try stage.click("? help")
        #expect(stage.model.overlay is HelpList)
    }

    @Test func `clicks on indicators go to changes, prompt for a line, and scroll one screen`() throws {
        var stage = Self.stage(columns: 120, rows: 30)
        try stage.click("%")
        guard case .command(let line) = stage.model.prompt else {
            Issue.record("no place is typed")
            return
        }
        #expect(line.text == "go")
        stage.press(.escape)
        let lines = (1...60).map { "<p>Paragraph \($0).</p>" }
        let old = lines.joined()
        stage.open("http://a.example/2")
        stage.readCache("<!--sonicdiff-a-->" + old + "<!--sonicdiff-a-end-->")
        stage.ask(200)
        let new = old.replacing("Paragraph 50.", with: "Another paragraph 50.")
        stage.update(
            from: "<!--sonicdiff-a-->" + old + "<!--sonicdiff-a-end-->",
            to: "<!--sonicdiff-a-->" + new + "<!--sonicdiff-a-end-->")
        stage.end(.dataUpdate, "1 of 1 blocks changed", changed: ["a"])
        stage.settle()
        try stage.click("▼1")
        #expect(stage.text.contains("Another paragraph 50."))
        stage.press("?")
        let top = stage.model.overlay?.scroller.top
        let place = try stage.place(of: "Keys")
        let row = stage.screen[place.row.value]
        let slash = try #require(row.lastIndex(of: "/"))
        stage.click(Position(row: place.row, column: Column(row.distance(from: row.startIndex, to: slash))))
        #expect(stage.model.overlay?.scroller.top != top)
    }

    @Test func `the middle button opens a link, or a page of a list, in a background tab`() throws {
        var stage = Self.stage()
        stage.mouse(.middlePressed, try stage.place(of: "the second"))
        #expect(stage.model.account.tabs.count == 2 && stage.model.account.tabs.frontIndex == 0)
        #expect(stage.url.path == "/b")
        stage.known = [KnownPage(url: Stage.url("http://b.example/old"), read: Instant(milliseconds: 0))]
        stage.press(.alt("f"))
        stage.mouse(.middlePressed, try stage.place(of: "b.example/old"))
        #expect(stage.model.account.tabs.count == 3 && stage.url.href == "http://b.example/old")
        stage.press(.escape)
        stage.mouse(.middlePressed, Position(row: 12, column: 70))
        #expect(stage.model.account.tabs.count == 3)
    }

    @Test func `while links are numbered, which moves them, a click follows none`() throws {
        var stage = Self.stage()
        stage.press("f")
        try stage.click("the second")
        #expect(stage.url.path == "/")
    }

    @Test func `the counts at the ends of the tab line go to hidden tabs`() {
        var stage = Stage(columns: 60)
        for number in 1...12 {
            stage.press(.control("t"))
            stage.type("http://\(number).example/")
            stage.press(.enter)
        }
        #expect(stage.model.account.tabs.frontIndex == 12)
        stage.click(Position(row: 0, column: 1))
        let first = stage.model.account.tabs.frontIndex
        #expect(first < 12)
        #expect(stage.screen[0].hasPrefix("‹"))
        stage.click(Position(row: 0, column: 59))
        #expect(stage.model.account.tabs.frontIndex > first)
    }

    @Test func `in a list a click selects, and a second click accepts`() throws {
        var stage = Self.stage()
        stage.press("y")
        try stage.click("c  ")
        #expect(stage.text.contains("▸ c"))
        #expect(stage.copied.isEmpty)
        try stage.click("c  ")
        #expect(stage.model.overlay != nil)
        #expect(stage.screen.last?.contains("no request") == true)
        stage.press(.escape, "?")
        try stage.click("previous link")
        #expect(stage.text.contains("▸S-Tab"))
        try stage.click("▸S-Tab")
        #expect(stage.model.overlay == nil)
        #expect(stage.model.document?.reader.chosenLink == 1)
    }

    @Test func `the wheel scrolls a list and keeps its cursor visible`() throws {
        var stage = Stage(rows: 10)
        for number in 1...30 {
            stage.press(.control("t"))
            stage.type("http://\(number).example/")
            stage.press(.enter)
        }
        stage.press("l", "g")
        for _ in 0..<3 { stage.mouse(.wheelDown, Position(row: 4, column: 9)) }
        let cursor = try #require(stage.model.listed?.cursor)
        #expect(cursor.top == 9 && cursor.index == 9)
        stage.mouse(.wheelUp, Position(row: 4, column: 9))
        #expect(stage.model.listed?.cursor.top == 6)
    }

    @Test func `lists above a line can be clicked, too, and a click in the line moves the cursor`()
        throws
    {
        var stage = Self.stage()
        stage.press(":")
        stage.type("theme")
        stage.click(try stage.place(of: ":theme").moved(columns: 3))
        #expect(stage.model.prompt?.editor.before == ["t", "h"])
        stage.press(.control("u"), .control("k"))
        stage.type("pane")
        try stage.click("state-pane")
        #expect(stage.text.contains("▸ state-pane"))
        try stage.click("state-pane")
        #expect(stage.model.prompt == nil)
        #expect(stage.model.screen.focus == .state)
        stage.press("1", "L")
        // The page above the list contains the same words.
        let second = try stage.place(of: "   the second").moved(columns: 3)
        stage.click(second)
        #expect(stage.url.path == "/")
        stage.click(second)
        #expect(stage.url.href == "http://a.example/b")
    }

    @Test func `a border is dragged within its limits and keeps its proportion after a resize`() throws {
        var stage = Self.stage(columns: 120, rows: 30)
        let right = try #require(stage.model.plan[.state]?.rect)
        let border = Position(row: 10, column: right.column)
        stage.drag(border, to: Position(row: 12, column: 60))
        #expect(stage.model.plan[.page]?.rect.columns == 60)
        #expect(stage.model.document?.layout.width == 55)
        stage.send(.terminal(.resized(Size(rows: 30, columns: 160))))
        #expect(stage.model.plan[.page]?.rect.columns == 80)
        stage.send(.terminal(.resized(Size(rows: 30, columns: 120))))
        #expect(stage.model.plan[.page]?.rect.columns == 60)
        stage.drag(Position(row: 10, column: 60), to: Position(row: 10, column: 119))
        #expect(stage.model.plan[.page]?.rect.columns == 100)
        stage.drag(Position(row: 10, column: 100), to: Position(row: 10, column: 0))
        #expect(stage.model.plan[.page]?.rect.columns == 20)
        let diff = try #require(stage.model.plan[.diff]?.rect)
        stage.drag(Position(row: diff.row, column: 80), to: Position(row: 8, column: 80))
        #expect(stage.model.plan[.diff]?.rect.row == 8)
        #expect(stage.model.plan[.state]?.rect.endRow == 9)
        // Another layout has its own borders.
        stage.press("v")
        #expect(stage.model.plan[.page]?.rect.columns != 20)
    }

    @Test func `without a clipboard the screen says how to copy instead`() throws {
        var stage = Self.stage()
        let start = try stage.place(of: "Paragraph 1.")
        stage.drag(start, to: start.moved(columns: 8))
        stage.send(.copyRefused)
        #expect(stage.screen.last?.contains("M lets the terminal select") == true)
    }

    @Test func `the mouse can be released to the terminal and captured again`() throws {
        var stage = Self.stage()
        #expect(view(stage.model).modes.contains(.mouse))
        stage.press("M")
        #expect(!view(stage.model).modes.contains(.mouse))
        #expect(stage.screen.last?.contains("M captures it again") == true)
        // Events that were still in transit.
        try stage.click("the first")
        #expect(stage.url.path == "/")
        stage.press("M")
        #expect(view(stage.model).modes.contains(.mouse))
    }

    @Test func `while a question is open clicks do not answer it`() throws {
        var stage = Self.stage()
        stage.model.inputMode = .question(
            .repeatPost(stage.url, PostBody([1], contentType: "text/plain"), .open, .stay))
        try stage.click("the first")
        #expect(stage.url.path == "/")
        #expect(stage.model.inputMode != nil)
        #expect(stage.text.contains("y is yes, n no"))
    }
}
