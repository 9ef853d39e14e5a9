import CellGrid
import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

struct SearchTests {
    private static func stage(_ html: String, columns: Int = 80, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "status 304")
        return stage
    }

    /// Numbered paragraphs, every tenth with a boat.
    private static func boats(_ count: Int) -> String {
        (1...count).map { "<p>Paragraph \($0)\($0 % 10 == 0 ? " has a Boat" : "")</p>" }.joined()
    }

    private static func bottom(_ stage: Stage) -> String { stage.screen.last ?? "" }

    private static func hit(_ stage: Stage) -> String? {
        guard let document = stage.model.document, let marks = document.reader.search?.marks else {
            return nil
        }
        let line = marks.first { $0.value.contains { $0.isHit } }?.key
        return line.map { document.layout.line($0).text }
    }

    @Test func `each letter goes to the first match after the start of the search`() {
        var stage = Self.stage(Self.boats(60))
        stage.press("j", "/")
        stage.type("paragraph 3")
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 3")
        #expect(Self.bottom(stage).contains("/paragraph 3"))
        #expect(Self.bottom(stage).contains("1 of 11"))
        stage.type("7")
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 37")
        stage.press(.backspace)
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 3")
        #expect(stage.model.document?.reader.top == 1)
    }

    @Test func `Esc returns to the start of the search, Enter stays`() {
        var stage = Self.stage(Self.boats(60))
        stage.press(" ", "/")
        let before = stage.model.document?.reader.top
        stage.type("paragraph 50")
        stage.settle()
        #expect(stage.model.document?.reader.top != before)
        stage.press(.escape)
        #expect(stage.model.document?.reader.top == before)
        #expect(stage.model.document?.reader.search == nil)
        stage.press("/")
        stage.type("paragraph 50")
        stage.press(.enter)
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 50 has a Boat")
        #expect(Self.bottom(stage).contains("1 of 1"))
    }

    @Test func `n and N go through the matches and wrap around`() {
        var stage = Self.stage(Self.boats(40))
        stage.press("/")
        stage.type("boat")
        stage.press(.enter)
        stage.settle()
        for (key, number) in [("n", 2), ("n", 3), ("n", 4), ("n", 1), ("N", 4), ("N", 3)] as [(Key, Int)] {
            stage.press(key)
            stage.settle()
            #expect(Self.hit(stage) == "Paragraph \(number * 10) has a Boat")
            #expect(Self.bottom(stage).contains("\(number) of 4"))
            #expect(Self.bottom(stage).contains("continued at the start") == (key == "n" && number == 1))
            #expect(Self.bottom(stage).contains("continued at the end") == (key == "N" && number == 4))
        }
    }

    @Test func `after scrolling, the next match is counted from the screen`() {
        var stage = Self.stage(Self.boats(100))
        stage.press("/")
        stage.type("boat")
        stage.press(.enter, "G")
        stage.settle()
        stage.press("n")
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 90 has a Boat")
        stage.press("g", "N")
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 10 has a Boat")
    }

    @Test func `a search without matches is reported, and the page stays`() {
        var stage = Self.stage(Self.boats(40))
        stage.press(" ", "/")
        let top = stage.model.document?.reader.top
        stage.type("ship")
        stage.settle()
        #expect(Self.bottom(stage).contains("no match"))
        stage.press(.enter)
        #expect(Self.bottom(stage).contains("Not found: “ship”."))
        #expect(stage.model.document?.reader.top == top)
    }

    @Test func `an empty search repeats the last one, and the arrows go through earlier searches`() {
        var stage = Self.stage(Self.boats(40))
        for text in ["boat", "graph"] {
            stage.press("/")
            stage.type(text)
            stage.press(.enter)
        }
        stage.press("/", .up, .up)
        #expect(Self.bottom(stage).contains("/boat"))
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 4"))
        stage.press(.down)
        #expect(Self.bottom(stage).contains("/graph"))
        stage.press(.escape, "/", .enter)
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 40: graph"))
    }

    @Test func `before any search, n says so`() {
        var stage = Self.stage(Self.boats(4))
        stage.press("n")
        #expect(Self.bottom(stage).contains("nothing was searched for yet"))
        stage.press("/", .enter)
        #expect(Self.bottom(stage).contains("no previous search"))
    }

    @Test func `Esc clears the highlighting`() {
        var stage = Self.stage(Self.boats(40))
        stage.press("/")
        stage.type("graph")
        stage.press(.enter)
        #expect(stage.model.document?.reader.search?.marks.isEmpty == false)
        stage.press(.escape)
        #expect(stage.model.document?.reader.search == nil)
        stage.press("n")
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 40"))
    }

    @Test func `an update keeps the search`() {
        let old = "<!--sonicdiff-a--><p>one boat</p><!--sonicdiff-a-end-->" + Self.boats(20)
        let new = "<!--sonicdiff-a--><p>one boat, two boats</p><!--sonicdiff-a-end-->" + Self.boats(20)
        var stage = Self.stage(old)
        stage.press("/")
        stage.type("boat")
        stage.press(.enter)
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 3"))
        stage.press("r")
        stage.readCache(old)
        stage.update(from: old, to: new)
        stage.end(.dataUpdate, "1 block differs")
        stage.settle()
        #expect(stage.model.document?.reader.search?.marks.values.joined().count == 3)
        stage.press("n")
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 4"))
        stage.press("r")
        stage.readCache(old)
        stage.replace(with: Self.boats(20))
        stage.end(.templateChange, "another template")
        stage.settle()
        #expect(stage.model.tally?.count == 2)
    }

    @Test(arguments: [20, 47, 200])
    func `another width keeps the current match`(columns: Int) {
        let words = "Here is a long paragraph about the harbour, and one about a <i>white boat</i> in it. "
        var stage = Self.stage((0..<50).map { "<p>\(words)\($0)" }.joined())
        stage.press("/")
        stage.type("white boat in it. 30")
        stage.press(.enter)
        stage.settle()
        stage.send(.terminal(.resized(Size(rows: 24, columns: Column(columns)))))
        stage.settle()
        stage.press("N", "n")
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 1"))
        let marks = stage.model.document?.reader.search?.marks.values.joined().filter { $0.isHit } ?? []
        #expect(!marks.isEmpty)
    }

    @Test func `a page that is loading is searched as far as it was received`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html")])
        stage.report(.pieceReceived(Array(Self.boats(20).utf8)))
        stage.press("/")
        stage.type("boat")
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 2 so far"))
        stage.type("s and ships")
        stage.settle()
        #expect(Self.bottom(stage).contains("searching"))
        stage.report(.pieceReceived(Array("<p>Boats and ships".utf8)))
        stage.settle()
        #expect(Self.hit(stage) == "Boats and ships")
    }

    @Test func `a large page is searched during idle time`() throws {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache(Self.boats(30_000))
        stage.end(.allCached, "over")
        stage.press("/")
        stage.type("paragraph 29990")
        #expect(Self.bottom(stage).contains("searching"))
        #expect(stage.model.showsProgress && stage.model.hasIdleWork)
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 29990 has a Boat")
        #expect(!stage.model.showsProgress && !stage.model.hasIdleWork)
        stage.press(.enter, "/")
        stage.type("boat")
        stage.settle()
        #expect(Self.bottom(stage).contains("2999 of 3000"))
        stage.press(.enter, "n", "n")
        stage.settle()
        #expect(Self.bottom(stage).contains("1 of 3000, continued at the start"))
        stage.press("N")
        stage.settle()
        #expect(Self.hit(stage) == "Paragraph 30000 has a Boat")
    }

    @Test func `text in panes and overlays is searched, too`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", "text/html"), ("X-Harbour", "calm")])
        stage.report(.pieceReceived(Array("<p>page".utf8)))
        stage.end(.firstLoad, "no copy")
        stage.press("4", "/")
        stage.type("harbour")
        #expect(Self.bottom(stage).contains("1 of 1"))
        stage.press(.enter, "=", "/")
        stage.type("http")
        #expect(Self.bottom(stage).contains("1 of "))
        stage.press(.enter, "n")
        #expect(Self.bottom(stage).contains("2 of "))
        stage.press("N", "N")
        #expect(Self.bottom(stage).contains("continued at the end"))
        guard let facts = stage.model.overlayText else {
            Issue.record("the facts are gone")
            return
        }
        #expect(facts.lines.indices.flatMap(facts.marks(onLine:)).count == stage.model.tally?.count)
        stage.press("q")
        #expect(stage.model.tally?.sought.text == "harbour")
    }

    @Test(arguments: Seeds.of(20))
    func `a search finds what the text contains, from anywhere and in both directions`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["boat", "tide", "harbour", "net", "white"]
        let lines = (0..<400).map { _ in words[Int.random(in: 0..<5, using: &random)] }
        var stage = Self.stage(
            lines.map { "<p>\($0)" }.joined(), rows: Int.random(in: 6..<40, using: &random))
        let sought = words[Int.random(in: 0..<5, using: &random)]
        let all = lines.indices.filter { lines[$0] == sought }
        stage.press("/")
        stage.type(sought)
        stage.press(.enter)
        stage.settle()
        var place = 0
        for _ in 0..<30 {
            let isNext = Bool.random(using: &random)
            place = (place + (isNext ? 1 : -1) + all.count) % all.count
            stage.press(isNext ? "n" : "N")
            if Bool.random(using: &random) { stage.settle() }
            stage.settle()
            #expect(Self.bottom(stage).contains("\(place + 1) of \(all.count)"), "seed \(seed)")
            let shown = try #require(stage.model.document?.reader.search?.marks)
            #expect(
                shown.contains { $0.value.contains { $0.isHit } && $0.key == 2 * all[place] }, "seed \(seed)")
        }
    }
}
