import Chance
import Hashing
import SonicProtocol
import SonicSession
import Testing

@testable import Explaining

/// Nothing is found where nothing is wrong.
@Suite struct CorrectPageTests {
    /// A page that is made as it should be, by chance: its template and its blocks can be made anew.
    private struct CorrectPage {
        var random: SeededGenerator
        var template: [String] = []
        var blocks: [(name: String, text: String)] = []
        var title = ""

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            for number in 0..<Int.random(in: 1...6, using: &random) {
                let name = ["item_\(number)", "Block\(number)", "b\(number)x"].randomElement(using: &random)!
                blocks.append((name, ""))
            }
            changeTemplate()
            changeBlocks(all: true)
        }

        mutating func changeTemplate() {
            // Enough of it that an update is the smaller answer, as it is on any page worth of Sonic.
            template = (0...blocks.count).map { _ in
                (0..<Int.random(in: 4...12, using: &random)).map { _ in "<p>\(words())</p>\n" }.joined()
            }
        }

        mutating func changeBlocks(all: Bool) {
            for index in blocks.indices where all || Bool.random(using: &random) || index == 0 {
                blocks[index].text = "<p class=\"x\">\(words())</p>"
            }
            title = words()
        }

        private mutating func words() -> String {
            let some = [
                "Hafen", "Brücke", "新闻", "{", "}", "&amp;", "a < b", "Ünter\n", "<b>x</b>", "🙂", "{x}",
            ]
            return (0..<Int.random(in: 3...14, using: &random)).map { _ in some.randomElement(using: &random)!
            }
            .joined(separator: " ") + " \(UInt16.random(in: 0...999, using: &random))"
        }

        var text: String {
            let line = title.split(separator: "\n").joined(separator: " ")
            let parts = zip(template, blocks).map { html, block in
                html + "<!--sonicdiff-\(block.name)-->\(block.text)<!--sonicdiff-\(block.name)-end-->\n"
            }
            let head = "<!doctype html>\n<meta charset=utf-8>\n<title>\(line)</title>\n"
            return head + parts.joined() + (template.last ?? "")
        }
    }

    private func findings(_ stage: Stage) async throws -> (outcome: Outcome?, findings: [Finding]) {
        let trail = await stage.trail()
        var before: PageVersion?
        if LintReport.wantsVersionBefore(trail), let id = trail.result?.pageID,
            let number = trail.turns.last?.stored?.number
        {
            before = await stage.store.load(id, number: number - 1)?.version
        }
        let report = LintReport(trail, before: before, hashes: .nettle)
        return (trail.result?.outcome, report.findings)
    }

    @Test func `a page of a thousand mistakes is told of in a screenful`() async throws {
        let wrong = String(repeating: "<!-- sonicdiff-a --><p>x\n", count: 1000)
        let stage = Stage("<title>T</title><!--sonicdiff-b-->1<!--sonicdiff-b-end-->\n" + wrong, packed: true)
        let told = try await findings(stage).findings
        #expect(told.count == 21 && Set(told.map(\.rule)) == ["block-misspelt"])
        #expect(told.last?.message == "and 980 more of the same rule")
    }

    @Test(arguments: 0..<200) func `a correct page has no findings`(seed: UInt64) async throws {
        var page = CorrectPage(seed: seed)
        let stage = Stage(page.text, packed: true)
        let first = try await findings(stage)
        #expect(first.outcome == .firstLoad && first.findings == [])
        let same = try await findings(stage)
        #expect(same.outcome == .allCached && same.findings == [])
        page.changeBlocks(all: false)
        await stage.site.turn(to: page.text)
        let update = try await findings(stage)
        #expect(update.outcome == .dataUpdate && update.findings == [])
        page.changeTemplate()
        await stage.site.turn(to: page.text)
        let change = try await findings(stage)
        #expect(change.outcome == .templateChange && change.findings == [])
    }
}
