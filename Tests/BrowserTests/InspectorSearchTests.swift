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

    private func bottom(_ stage: Stage) -> String { stage.bottom }

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
