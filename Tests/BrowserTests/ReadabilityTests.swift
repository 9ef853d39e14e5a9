import CellGrid
import Configuration
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Readability and accessibility: text width, numbers next to links, the terminal's cursor.
struct ReadabilityTests {
    private static let words = (1...60).map { "word\($0)" }.joined(separator: " ")

    private static func stage(
        _ html: String, columns: Int = 200, rows: Int = 60, choices: Choices = Choices()
    ) -> Stage {
        var stage = Stage(columns: columns, rows: rows, choices: choices)
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "the ETag is the same")
        stage.settle()
        return stage
    }

    // MARK: Width

    // The pane has 134 columns at this size: two for marks, one at the right, 131 for text.
    @Test(
        arguments: [
            (100, .center, 100, 18), (100, .left, 100, 3), (nil, .center, 131, 3), (500, .center, 131, 3),
            (60, .center, 60, 38), (5, .left, 20, 3),
        ] as [(Int?, TextAlign, Int, Int)])
    func `flowing text has the configured width, centred in its pane or at the left`(
        most: Int?, align: TextAlign, width: Int, column: Int
    ) throws {
        let stage = Self.stage(
            "<p>\(Self.words)</p>",
            choices: Choices {
                $0[Settings.textWidth] = most
                $0[Settings.textAlign] = align
            })
        #expect(stage.model.document?.layout.width == width)
        #expect(try stage.place(of: "word1 ").column == Column(column))
    }

    @Test func `text that does not flow uses the width of its pane`() {
        var stage = Stage(columns: 200, rows: 60)
        stage.open("http://a.example/list.json")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "application/json")])
        stage.report(.pieceReceived(Array("{\"name\": [1, 2]}".utf8)))
        #expect(stage.model.document?.layout.width == 131)
    }

    @Test
    func `a narrow screen uses all its columns, and a change of the setting applies at once`() {
        var stage = Self.stage("<p>\(Self.words)</p>", columns: 80, rows: 24)
        #expect(stage.model.document?.layout.width == 77)
        var settings = BrowserSettings()
        settings.general[Settings.textWidth] = 40
        stage.send(.configured(settings, keys: .standard, warning: nil))
        #expect(stage.model.document?.layout.width == 40)
    }

    @Test func `clicks, marks and numbers work in centred text`() throws {
        var stage = Self.stage("<p>See <a href=/b>the second page</a> of three.</p>")
        let link = try stage.place(of: "the second page")
        stage.drag(link, to: Position(row: link.row, column: link.column + 9))
        #expect(stage.copied == ["the second"])
        stage.press("f")
        #expect(stage.text.contains("See [1]the second page of three."))
        stage.press(.escape)
        stage.click(link)
        #expect(stage.url.path == "/b")
    }

    // MARK: Numbers

    @Test(
        arguments: [
            ("<a href=/1>one</a> <a href=/2>two</a>", "[1]one [2]two"),
            // Blanks in a row make room, and text outside links is overwritten.
            ("<pre>a     <a href=/1>one</a>     b</pre>", "a  [1]one     b"),
            (
                "<p>\(String(repeating: "x", count: 34)) <a href=/1>one</a>",
                "\(String(repeating: "x", count: 33))[1]one"
            ),
            ("<ul><li><a href=/1>one</a><li><a href=/2>two</a></ul>", "• [1]one"),
            ("<a href=/1>宽字</a><a href=/2>two</a>", "[1]宽字[2]two"),
        ])
    func `link numbers do not cover the text of links`(html: String, expected: String) {
        var stage = Self.stage(html, columns: 41, rows: 12)
        stage.press("f")
        #expect(stage.text.contains(expected), "\(stage.text)")
    }

    @Test func `if links leave no room, numbers cover their first characters`() {
        let html = (1...9).map { "<a href=/\($0)>l\($0)</a>" }.joined(separator: " ")
        var stage = Self.stage(html, columns: 30, rows: 12)
        stage.press("f")
        for number in 1...9 { #expect(stage.text.contains("[\(number)]"), "\(stage.text)") }
    }

    // MARK: The cursor

    private func cursor(_ stage: Stage) -> Position? { view(stage.model).cursor }

    @Test func `the cursor is at the selected or found item, and hidden if there is none`() throws {
        var stage = Self.stage(
            "<h1>News</h1><p>See <a href=/b>the second</a> and the third page.</p>", columns: 80, rows: 24)
        #expect(cursor(stage) == nil)
        stage.press(.tab)
        #expect(try cursor(stage) == stage.place(of: "the second"))
        stage.press("/")
        stage.type("third")
        stage.press(.enter)
        #expect(try cursor(stage) == stage.place(of: "third page"))
        stage.press(.tab)
        #expect(try cursor(stage) == stage.place(of: "the second"))
        stage.press("f")
        #expect(cursor(stage)?.row == 23)
    }

    @Test
    func `the cursor is in the selected row of a list, which is highlighted, or in the line being typed`()
        throws
    {
        var stage = Self.stage("<p>text", columns: 80, rows: 24)
        stage.accounts = ["bob", "carol"]
        stage.press("u", "j")
        let place = try stage.place(of: "▸ ")
        #expect(cursor(stage) == place)
        let frame = view(stage.model)
        let chosen = stage.model.screen.theme[.chosenLink]
        let area = stage.model.overlayArea
        #expect((area.column..<area.endColumn).allSatisfy { frame[place.row, $0].style == chosen })
        #expect(frame[place.row + 1, area.column].style != chosen)
        stage.press("/", "c")
        #expect(cursor(stage)?.row == 23)
    }

    @Test func `in a text dialog the cursor is at the start or at the current match`() throws {
        var stage = Self.stage("<p>text <a href=/b>link</a>", columns: 80, rows: 24)
        stage.press(.tab, "=")
        #expect(cursor(stage) == stage.model.overlayArea.origin)
        stage.press("/")
        stage.type("iOS id")
        stage.press(.enter)
        #expect(try cursor(stage) == stage.place(of: "iOS id"))
    }

    // MARK: Popups

    @Test func `a popup is as large as its content, and the panes are visible around it`()
        throws
    {
        var stage = Self.stage("<h1>Harbour</h1>")
        stage.accounts = ["bob"]
        stage.press("u")
        let area = stage.model.overlayArea
        // Three accounts; the title fits as well.
        #expect(area.rows == 3 && area.columns == 36)
        #expect(stage.text.contains("Harbour") && stage.text.contains("2 State"))
        stage.press(.escape, "=")
        let facts = stage.model.overlayArea
        #expect(facts.columns == 100)
        #expect(facts.rows == Row(stage.model.overlayText?.lines.count ?? 0))
        stage.press(.escape, "I")
        #expect(stage.model.overlayArea == stage.model.plan.body.inside)
    }

    @Test
    func `a popup keeps its size while it is filtered, and is limited to the available room`() {
        var stage = Self.stage("<p>text", columns: 80, rows: 24)
        stage.known = (1...40).map {
            KnownPage(url: Stage.url("http://b.example/\($0)"), read: Instant(milliseconds: 0))
        }
        stage.press(.alt("f"))
        let whole = stage.model.overlayRect
        #expect(whole == stage.model.plan.body)
        stage.press("/", "4", "0")
        #expect(stage.model.overlayRect == whole)
    }

    // MARK: Titles

    @Test(
        arguments: [
            ("/news/today.html", "today.html"), ("/news/", "news/"), ("/", "a.example"),
            ("/find?q=rain", "find?q=rain"),
        ])
    func `a page without a title is named after the last segment of its path`(path: String, label: String) {
        var stage = Stage()
        stage.open("http://a.example\(path)")
        stage.readCache("<p>text")
        stage.end(.allCached, "the ETag is the same")
        #expect(stage.titles == [label])
    }

    @Test(arguments: [(80, 0), (120, 1)])
    func `the title of the page is shown in its border or after the address`(columns: Int, row: Int) {
        let stage = Self.stage("<title>Harbour news</title><p>text", columns: columns, rows: 30)
        #expect(stage.screen[row].contains("Harbour news"), "\(stage.screen[row])")
    }
}
