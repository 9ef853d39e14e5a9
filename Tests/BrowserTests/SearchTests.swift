import CellGrid
import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

struct SearchTests {
    @Test(arguments: Seeds.of(20))
    func `a search finds what the text contains, from anywhere and in both directions`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let words = ["boat", "tide", "harbour", "net", "white"]
        let lines = (0..<400).map { _ in words[Int.random(in: 0..<5, using: &random)] }
        var stage = Stage(columns: 80, rows: Int.random(in: 6..<40, using: &random))
        stage.open("http://a.example/")
        stage.readCache(lines.map { "<p>\($0)" }.joined())
        stage.end(.allCached, "status 304")
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
            #expect(stage.bottom.contains("\(place + 1) of \(all.count)"), "seed \(seed)")
            let shown = try #require(stage.model.document?.reader.search?.marks)
            #expect(
                shown.contains { $0.value.contains { $0.isHit } && $0.key == 2 * all[place] }, "seed \(seed)")
        }
    }
}
