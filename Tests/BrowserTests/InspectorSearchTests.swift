import CellGrid
import Chance
import SonicProtocol
import Testing

@testable import Browser
@testable import BrowserValues
@testable import SonicSession

/// Searching for text in the inspector.
struct InspectorSearchTests {
    private func loaded(
        _ body: [UInt8], _ fields: [(String, String)] = [], columns: Int = 80, rows: Int = 24
    ) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(nil)
        stage.ask(200, "OK", fields)
        stage.receive(body)
        stage.learn(.pageKnown(body))
        stage.end(.firstLoad, "nothing was stored", storage: .stored(number: 1))
        return stage
    }

    private static func boats(_ count: Int) -> [UInt8] {
        Array((1...count).map { "<p>line \($0)\($0 % 10 == 0 ? " has a Boat" : "")</p>\n" }.joined().utf8)
    }

    private func bottom(_ stage: Stage) -> String { stage.screen.last ?? "" }

    /// The marked text on the screen, and the current match, as text.
    private func marked(_ stage: Stage) -> (all: [String], hit: [String]) {
        guard let inspector = stage.model.inspector else { return ([], []) }
        var (all, hit): ([String], [String]) = ([], [])
        let marks = inspector.search?.marks ?? [:]
        for row in marks.keys.sorted() {
            let line = inspector.lines(row..<row + 1).first?.text ?? ""
            for mark in marks[row] ?? [] {
                let text = String(Array(line)[mark.columns])
                all.append(text)
                if mark.isHit { hit.append(text) }
            }
        }
        return (all, hit)
    }

    @Test func `a text is found in a body while it is typed, with a count, and n and N go through matches`() {
        var stage = loaded(Self.boats(400))
        stage.press("\\", "/")
        stage.type("a boat")
        stage.settle()
        #expect(bottom(stage).contains("/a boat") && bottom(stage).contains("1 of 40"))
        #expect(marked(stage).hit == ["a Boat"])
        stage.press(.enter)
        #expect(bottom(stage).contains("1 of 40: a boat"))
        for (key, number) in [("n", 2), ("n", 3), ("N", 2), ("N", 1), ("N", 40), ("n", 1)] as [(Key, Int)] {
            stage.press(key)
            stage.settle()
            #expect(stage.text.contains("<p>line \(number * 10) has a Boat</p>"))
            #expect(bottom(stage).contains("\(number) of 40"))
            #expect(marked(stage).hit == ["a Boat"])
        }
        stage.press("G")
        stage.settle()
        stage.press("N")
        #expect(bottom(stage).contains("39 of 40") || bottom(stage).contains("40 of 40"))
    }

    @Test func `Esc leaves the line and returns to the place before, then clears the marks, then closes`() {
        var stage = loaded(Self.boats(400))
        stage.press("\\", " ")
        let top = stage.model.inspector?.top
        stage.press("/")
        stage.type("line 399")
        stage.settle()
        #expect(stage.model.inspector?.top != top)
        stage.press(.escape)
        #expect(stage.model.inspector?.top == top)
        #expect(stage.model.inspector?.search == nil)
        stage.press("/")
        stage.type("boat")
        stage.press(.enter)
        stage.settle()
        #expect(!marked(stage).all.isEmpty)
        stage.press(.escape)
        #expect(marked(stage).all.isEmpty && stage.model.inspector != nil)
        stage.press("n")
        stage.settle()
        #expect(!marked(stage).all.isEmpty)
        stage.press(.escape, .escape)
        #expect(stage.model.overlay == nil)
    }

    @Test func `the search applies to every view and form`() {
        let json = #"{"data":{"{title}":"<title>boat</title>"},"diff":""}"#
        var stage = loaded(
            Array(json.utf8), [("Content-Type", "application/json"), ("X-Boat", "white boat")])
        stage.press("I", "/")
        stage.type("boat")
        stage.press(.enter)
        #expect(bottom(stage).contains("1 of 2") && marked(stage).all == ["Boat", "boat"])
        stage.press("x")
        #expect(stage.model.inspector?.form == .table)
        #expect(marked(stage).all.contains("boat") && marked(stage).hit.isEmpty)
        stage.press("2")
        stage.settle()
        #expect(marked(stage).all == ["boat"])
        stage.press("x", "n")
        stage.settle()
        #expect(stage.model.inspector?.form == .raw)
        #expect(marked(stage).hit == ["boat"] && bottom(stage).contains("1 of 1"))
        stage.press("x")
        stage.settle()
        #expect(stage.model.inspector?.form == .hex)
        #expect(marked(stage).all.last == "boat" && marked(stage).all.count == 2)
        stage.press("5")
        stage.settle()
        #expect(marked(stage).all == ["boat"])
        // The title is not part of the template.
        stage.press("3")
        stage.settle()
        #expect(marked(stage).all.isEmpty && stage.model.tally?.words == "Not found: “boat”.")
    }

    @Test func `in hexadecimal the digits of bytes are found, too, and both sides are marked`() {
        var stage = loaded([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0x0D, 0x0A])
        stage.press("\\", "/")
        stage.type("0d 0a")
        stage.settle()
        #expect(bottom(stage).contains("1 of 2"))
        #expect(marked(stage).hit == ["0d0a", ".."])
        stage.press(.enter, "n")
        #expect(bottom(stage).contains("2 of 2"))
        stage.press("/")
        stage.type("png")
        stage.settle()
        #expect(marked(stage).hit == ["50 4e47", "PNG"])
    }

    @Test func `a match across the end of a row is marked on both rows`() {
        let body = String(repeating: "x", count: 74) + "boats at sea"
        var stage = loaded(Array(body.utf8))
        stage.press("\\", "/")
        stage.type("boats")
        #expect(marked(stage).hit == ["boa", "ts"])
        #expect(bottom(stage).contains("1 of 1"))
    }

    @Test func `non-text bytes hide no matches, and bidirectional text is found in the order it was sent`() {
        var bytes: [UInt8] = []
        for _ in 0..<50 { bytes += [0xFF, 0xC3, 0x20, 0x41] + Array("Été שלום\u{1B}[2J".utf8) + [0x0A] }
        var stage = loaded(bytes)
        for text in ["été", "שלום", "[2j"] {
            stage.press("\\", "/")
            stage.type(text)
            stage.settle()
            #expect(bottom(stage).contains("1 of 50"), "\(text)")
            stage.press(.escape, .escape)
        }
    }

    @Test func `a search without matches is reported, and the position stays`() {
        var stage = loaded(Self.boats(100))
        stage.press("\\", " ", "/")
        let top = stage.model.inspector?.top
        stage.type("ship")
        stage.settle()
        #expect(bottom(stage).contains("no match"))
        stage.press(.enter)
        #expect(bottom(stage).contains("Not found: “ship”.") && stage.model.inspector?.top == top)
    }

    // MARK: Large bodies

    @Test func `ten megabytes are searched in steps, and no key is delayed`() {
        let line = "<p>" + String(repeating: "word ", count: 20) + "</p>\n"
        let body = Array((String(repeating: line, count: 95_000) + "<p>the white boat</p>\n").utf8)
        #expect(body.count > 10_000_000)
        var stage = loaded(body)
        stage.press("\\", "/")
        stage.type("white boat")
        guard case .bytes(let text) = stage.model.inspector?.content else {
            Issue.record("no bytes are shown")
            return
        }
        #expect(text.brokenBytes < 100_000)
        #expect(bottom(stage).contains("searching…"))
        #expect(stage.model.hasIdleWork && stage.model.showsProgress)
        var steps = 0
        while stage.model.idle() { steps += 1 }
        #expect(steps > 100)
        #expect(bottom(stage).contains("1 of 1") && stage.text.contains("<p>the white boat</p>"))
        #expect(marked(stage).hit == ["white boat"])
        stage.press(.escape)
        #expect(stage.model.inspector?.top == 0)
        stage.press("/")
        stage.type("word")
        #expect(bottom(stage).contains("so far"))
        stage.settle()
        #expect(bottom(stage).contains("1 of 1900000"))
        stage.send(.terminal(.resized(Size(rows: 30, columns: 120))))
        stage.settle()
        #expect(bottom(stage).contains("1 of 1900000") && marked(stage).hit == ["word"])
    }

    @Test func `text decoded in steps is searched as it is decoded`() {
        let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0x0A]
        let body = Array("<p>".utf8) + Array(repeating: chinese, count: 40_000).flatMap(\.self)
        var stage = loaded(body, [("Content-Type", "text/html; charset=gbk")])
        stage.press("\\", "/")
        stage.type("中文")
        stage.press(.enter)
        stage.settle()
        #expect(stage.model.tally?.count == 40_000 && stage.model.tally?.isComplete == true)
        stage.press("N")
        stage.settle()
        #expect(stage.model.tally?.number == 40_000)
        #expect(stage.text.contains(" 40000/40000 ┐"))
    }

    @Test(arguments: Seeds.of(16))
    func `a search finds what the bytes contain, from anywhere and in both directions`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["boat ", "tide ", "Boat", "é", "\n", "中", String(repeating: "x", count: 700)]
        var body = ""
        while body.utf8.count < 200_000 { body += words.randomElement(using: &random) ?? "" }
        let bytes = Array(body.utf8)
        let sought = Array((seed % 2 == 0 ? "boat" : "Boat").utf8)
        let places = bytes.indices.filter { place in
            guard place + 4 <= bytes.count else { return false }
            return (0..<4).allSatisfy { index in
                let byte = bytes[place + index]
                return byte == sought[index] || seed % 2 == 0 && byte | 0x20 == sought[index]
            }
        }
        var text = ByteText(bytes, seed % 3 == 0 ? .hex : .text, width: 80)
        text.layOut(throughRow: .max)
        guard let wanted = SoughtText(String(decoding: sought, as: UTF8.self)) else { return }
        var content = InspectedContent.bytes(text)
        var search = IncrementalSearch<InspectedContent>(wanted)
        for _ in 0..<20 {
            let from = Int.random(in: 0...bytes.count, using: &random)
            let isForward = Bool.random(using: &random)
            let place = ContentPlace(start: from)
            search.start(isForward ? .next(place) : .previous(place))
            while search.isOnWay, search.advance(&content) {}
            let expected =
                isForward
                ? places.first { $0 >= from } ?? places.first : places.last { $0 < from } ?? places.last
            #expect(search.hitPlaces(&content)?.lowerBound.start == expected, "from \(from), seed \(seed)")
        }
        search.rest()
        while search.advance(&content) {}
        let tally = search.tally(content)
        #expect(tally.count == places.count && tally.isComplete)
    }
}
