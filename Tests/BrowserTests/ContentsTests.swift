import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// The lists of links and headings, and place marks.
struct ContentsTests {
    private static func stage(_ html: String, address: String = "http://a.example/") -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.readCache(html)
        stage.end(.allCached, "status 304")
        return stage
    }

    private static let links =
        "<a href=/first>The first</a>" + (1...60).map { "<p>Line \($0)" }.joined()
        + "<a href=/last>The last one</a><form action=/x><input name=q></form>"

    private static let book = (1...8).map { chapter in
        "<h2>Chapter \(chapter)</h2>"
            + (1...2).map { "<h3>Part \(chapter).\($0)</h3>" + (1...20).map { "<p>Line \($0)" }.joined() }
            .joined()
    }.joined()

    /// The first words of the page on the screen.
    private static func top(_ stage: Stage) -> String? {
        stage.screen[1..<20].first { $0.contains { $0 != " " } }
    }

    @Test func `the list has every link, and Enter follows the selected one`() {
        var stage = Self.stage(Self.links)
        stage.press("L")
        stage.settle()
        #expect(stage.text.contains("The first") && stage.text.contains("/last"))
        #expect(stage.text.contains("2/2"))
        stage.type("last")
        #expect(!stage.text.contains("The first  "))
        stage.press(.enter)
        #expect(stage.model.visit?.opening.url.href == "http://a.example/last")
    }

    @Test func `Tab selects a link and shows it`() {
        var stage = Self.stage(Self.links)
        stage.press("L")
        stage.type("last")
        stage.settle()
        stage.press(.tab)
        #expect(stage.model.prompt == nil)
        #expect(stage.text.contains("The last one"))
        #expect(stage.screen.last?.contains("http://a.example/last") == true)
        stage.press(.enter)
        #expect(stage.model.visit?.opening.url.href == "http://a.example/last")
    }

    @Test func `Esc closes the list, and a filter without matches selects nothing`() {
        var stage = Self.stage(Self.links)
        stage.press("L")
        stage.settle()
        stage.type("zzz")
        let visits = stage.effects.count
        stage.press(.enter)
        #expect(stage.text.contains("No matches."))
        stage.press(.escape)
        #expect(stage.model.prompt == nil)
        #expect(stage.effects.count == visits)
    }

    @Test func `headings are listed by level, and Enter scrolls to one`() {
        var stage = Self.stage(Self.book)
        stage.press("H")
        stage.settle()
        #expect(stage.text.contains("24/24"))
        stage.type("part 7.2")
        stage.press(.enter)
        stage.settle()
        #expect(stage.screen[1].contains("Part 7.2"))
        stage.press("'", "'")
        #expect(stage.model.document?.isAtStart == true)
        stage.press("'", "'")
        stage.settle()
        #expect(stage.screen[1].contains("Part 7.2"))
    }

    @Test func `keys go to the next and previous heading`() {
        var stage = Self.stage("<p>Before" + Self.book)
        stage.press(.alt("n"))
        #expect(stage.screen[1].contains("Chapter 1"))
        stage.press(.alt("n"), .alt("n"))
        #expect(stage.screen[1].contains("Part 1.2"))
        stage.press(.alt("p"))
        #expect(stage.screen[1].contains("Part 1.1"))
        stage.press("g", .alt("p"))
        #expect(stage.text.contains("No heading above."))
        stage.press("G")
        stage.settle()
        stage.press(.alt("n"))
        #expect(stage.text.contains("No heading below."))
    }

    @Test func `a long heading is one entry however many lines it wraps to`() throws {
        var stage = Self.stage("<h2>\(String(repeating: "many words ", count: 30))</h2><h2>Two</h2><p>text")
        stage.press("H")
        stage.settle()
        guard case .contents(let line) = stage.model.prompt else {
            Issue.record("no list")
            return
        }
        #expect(line.list.entries.map(\.mark) == ["h2", "h2"])
    }

    @Test func `the list grows while a page loads`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        let many = (1...4000).map { "<p><a href=/\($0)>Link \($0)</a>" }.joined()
        stage.report(.pieceReceived(Array(many.utf8)))
        stage.press("L")
        stage.settle()
        stage.report(.pieceReceived(Array("<p><a href=/end>The end</a>".utf8)))
        stage.end(.firstLoad, "no copy")
        stage.settle()
        stage.type("the end")
        stage.press(.enter)
        #expect(stage.model.visit?.opening.url.href == "http://a.example/end")
    }

    @Test func `a lowercase mark returns to its place on the page`() {
        var stage = Self.stage(Self.book)
        stage.press(" ", " ", "m", "a")
        let line = Self.top(stage)
        #expect(stage.screen.last?.contains("Mark a set.") == true)
        stage.press("g", "'", "a")
        #expect(Self.top(stage) == line)
        stage.press("'", "b")
        #expect(stage.screen.last?.contains("Mark b is not set on this page.") == true)
        stage.press("m", "7")
        #expect(stage.screen.last?.contains("7 is not a letter.") == true)
        stage.press("m")
        #expect(stage.screen.last?.contains("a to z") == true)
        stage.press(.escape)
        #expect(stage.model.inputMode == nil)
    }

    @Test func `an uppercase mark returns to its place from any page`() {
        var stage = Self.stage(Self.book)
        stage.press(" ", " ", "m", "A", "m", "a")
        let line = Self.top(stage)
        stage.open("http://b.example/")
        stage.readCache("<p>elsewhere")
        stage.end(.allCached, "status 304")
        stage.press("'", "a")
        #expect(stage.screen.last?.contains("Mark a is not set on this page.") == true)
        stage.press("'", "A")
        #expect(stage.model.visit?.opening.url.href == "http://a.example/")
        stage.readCache(Self.book)
        stage.end(.allCached, "status 304")
        stage.settle()
        #expect(Self.top(stage) == line)
        // The lowercase marks of that page were restored with it.
        stage.press("g", "'", "a")
        stage.settle()
        #expect(Self.top(stage) == line)
        stage.press("B")
        #expect(stage.model.visit?.opening.url.href == "http://b.example/")
    }

    @Test func `place marks move with an update above them`() {
        let (old, new) = ("one", String(repeating: "more than one ", count: 40))
        func page(_ text: String) -> String {
            "<!--sonicdiff-a--><p>\(text)</p><!--sonicdiff-a-end-->" + Self.book
        }
        var stage = Self.stage(page(old))
        stage.press(" ", " ", " ", "m", "a")
        let line = Self.top(stage)
        stage.press("r")
        stage.readCache(page(old))
        stage.update(from: page(old), to: page(new))
        stage.end(.dataUpdate, "1 block differs")
        stage.press("g", "'", "a")
        stage.settle()
        #expect(Self.top(stage) == line)
    }
}
