import CellGrid
import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The current line keeps its position on the screen through any change around it.
struct ReadingPlaceTests {
    /// A page of numbered paragraphs in blocks of ten.
    private static func page(_ count: Int, changing: [Int: String] = [:]) -> String {
        var html = "<title>Numbers</title>"
        for index in 0..<count {
            if index % 10 == 0 { html += "<!--sonicdiff-b\(index / 10)-->" }
            html += "<p id='p\(index)'>\(changing[index] ?? "paragraph \(index)")</p>"
            if index % 10 == 9 || index == count - 1 { html += "<!--sonicdiff-b\(index / 10)-end-->" }
        }
        return html
    }

    private static func shown(_ count: Int, scrolled keys: [Key], columns: Int = 80, rows: Int = 24) -> Stage
    {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(page(count))
        for key in keys { stage.press(key) }
        return stage
    }

    private func top(_ stage: Stage) -> String {
        stage.screen[1...].first { $0.contains("paragraph") }?.split(separator: " ").joined(separator: " ")
            ?? ""
    }

    @Test func `an update above the screen does not move the current line`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        let before = stage.screen[1..<20]
        let more = (0..<12).map { "<p>more \($0)</p>" }.joined()
        stage.update(from: Self.page(60), to: Self.page(60, changing: [3: "paragraph 3" + more]))
        #expect(stage.screen[1..<20] == before)
        #expect(stage.model.marksOffScreen.above == 1)
        #expect(stage.model.marksOffScreen.below == 0)
    }

    @Test func `the scroll percentage is that of the text on the screen`() {
        var stage = Stage()
        stage.open("http://a.example/")
        let style = "<style>\(String(repeating: "p { margin: 0 } ", count: 2000))</style>"
        stage.readCache(style + Self.page(400))
        stage.settle()
        #expect(stage.text.contains(" 0%"))
        stage.press(":")
        stage.type("50%")
        stage.press(.enter)
        stage.settle()
        let line = Int(top(stage).split(separator: " ").last ?? "") ?? 0
        #expect((180...220).contains(line), "\(top(stage))")
        #expect(stage.text.contains(" 50%") || stage.text.contains(" 49%"))
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains(" 100%"))
        stage.press("g")
        #expect(stage.text.contains(" 0%"))
    }

    @Test func `an update inside the current block keeps its line`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        let line = top(stage)
        #expect(line == "paragraph 20" || line == "paragraph 21", "\(line)")
        let number = Int(line.split(separator: " ")[1]) ?? 0
        let first = number / 10 * 10
        stage.update(
            from: Self.page(60),
            to: Self.page(60, changing: [first: "new <p>new <p>new <p>paragraph \(first)"]))
        #expect(top(stage) == line || number == first)
    }

    @Test func `resizing back and forth restores the position`() {
        var stage = Self.shown(60, scrolled: [" ", " ", "j", "j"])
        let before = stage.screen
        for columns in [33, 20, 200, 47, 80] {
            stage.send(.terminal(.resized(.init(rows: 24, columns: .init(columns)))))
        }
        #expect(stage.screen == before)
    }

    @Test func `the keys for changes go to each one and back`() {
        var stage = Self.shown(60, scrolled: [])
        stage.update(
            from: Self.page(60),
            to: Self.page(60, changing: [2: "paragraph x2", 31: "paragraph x31", 58: "paragraph x58"]))
        #expect(stage.model.marksOffScreen.below == 2)
        stage.press("}")
        #expect(stage.text.contains("paragraph x31"))
        #expect(stage.text.contains("▌paragraph x31"))
        stage.press("}")
        #expect(stage.text.contains("▌paragraph x58"))
        stage.press("}")
        #expect(stage.text.contains("no change further down"))
        stage.press("{")
        #expect(stage.text.contains("▌paragraph x31"))
        stage.press("{")
        #expect(stage.text.contains("▌paragraph x2"))
        stage.press("{")
        #expect(stage.text.contains("no change further up"))
    }

    @Test func `going back shows the cached page at its scroll position`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        let before = stage.screen[1..<20]
        stage.end(.allCached, "304")
        stage.open("http://a.example/other")
        stage.readCache("<p>other")
        stage.end(.allCached, "304")
        #expect(!stage.text.contains("paragraph"))
        stage.press("B")
        #expect(
            stage.effects.last
                == .open(Opening(visit: 3, url: Stage.url("http://a.example/"), mode: .back)))
        stage.readCache(Self.page(60))
        #expect(stage.screen[1..<20] == before)
        stage.end(.fresh(.lifetime), "going back shows the stored page")
        stage.press(.right)
        #expect(
            stage.effects.last
                == .open(Opening(visit: 4, url: Stage.url("http://a.example/other"), mode: .back)))
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `a page reloaded in chunks is shown at its scroll position`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        let before = stage.screen[1..<20]
        stage.end(.allCached, "304")
        stage.press("R")
        stage.readCache(nil)
        stage.ask(200)
        let bytes = Array(Self.page(60).utf8)
        for start in stride(from: 0, to: bytes.count, by: 700) {
            stage.report(.pieceReceived(Array(bytes[start..<min(start + 700, bytes.count)])))
        }
        stage.replace(with: Self.page(60))
        stage.end(.firstLoad, "asked as if never seen")
        #expect(stage.screen[1..<20] == before)
    }

    @Test func `scrolling cancels the restoring of a position`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        stage.end(.allCached, "304")
        stage.press("R")
        stage.readCache(nil)
        stage.ask(200)
        stage.report(.pieceReceived(Array(Self.page(12).utf8)))
        stage.press("g")
        stage.report(.pieceReceived(Array(Self.page(60).utf8)))
        #expect(top(stage) == "paragraph 0")
    }

    @Test func `a fragment is scrolled to, on a new page and on the current one`() {
        var stage = Stage()
        stage.open("http://a.example/#p40")
        stage.readCache(Self.page(60))
        #expect(top(stage) == "paragraph 40")
        let count = stage.effects.count
        stage.open("http://a.example/#p10")
        #expect(stage.effects.count == count)
        #expect(top(stage) == "paragraph 10")
        stage.press("B")
        #expect(top(stage) == "paragraph 40")
        #expect(stage.effects.count == count)
    }

    @Test func `a template change keeps the current line, although the page is new`() {
        var stage = Self.shown(60, scrolled: [" ", " "])
        let line = top(stage)
        stage.ask(200)
        stage.replace(with: "<h1>New head</h1><p>with</p><p>more</p>" + Self.page(60))
        #expect(top(stage) == line)
        #expect(stage.model.document?.latest.changes.map(\.kind) == [.region])
    }

    @Test func `reloading the same page keeps the selected link and the marks`() {
        var stage = Stage()
        stage.open("http://a.example/")
        stage.readCache("<p><a href=/x>one</a> <a href=/y>two</a>")
        stage.press(.tab, .tab)
        stage.end(.allCached, "304")
        stage.press("r")
        stage.readCache("<p><a href=/x>one</a> <a href=/y>two</a>")
        #expect(stage.model.document?.reader.chosenLink == 1)
        stage.press(.enter)
        #expect(
            stage.effects.last
                == .open(
                    Opening(
                        visit: 3, url: Stage.url("http://a.example/y"),
                        from: Stage.url("http://a.example/"),
                        mode: .open)))
    }

    @Test func `after random updates the screen equals that of the page opened anew`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<12 {
            var old: [Int: String] = [:]
            var stage = Self.shown(40, scrolled: [])
            for _ in 0..<3 {
                var new = old
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let words = String(repeating: "word ", count: Int.random(in: 0...40, using: &random))
                    new[Int.random(in: 0..<40, using: &random)] = words + "<p>and"
                }
                stage.update(from: Self.page(40, changing: old), to: Self.page(40, changing: new))
                old = new
                stage.press("g")
                var other = Stage()
                other.open("http://a.example/")
                other.readCache(Self.page(40, changing: new))
                let marked = stage.screen[1..<22].map { $0.replacing("▌", with: " ") }
                // A mark on an empty line leaves blanks that the other screen does not have.
                let left = marked.map { $0.trimmedRight }
                #expect(left == other.screen[1..<22].map { $0.trimmedRight })
            }
        }
    }
}

extension String {
    /// The text without trailing blanks.
    fileprivate var trimmedRight: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
