import Chance
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Correct pages have no findings.
@Suite struct CorrectPageTests {
    private func findings(_ stage: Stage) async throws -> (outcome: Outcome?, findings: [Finding]) {
        let trace = await stage.trace()
        var before: PageVersion?
        if LintReport.wantsVersionBefore(trace), let id = trace.result?.pageID,
            let number = trace.turns.last?.stored?.number
        {
            before = await stage.store.load(id, number: number - 1)?.version
        }
        let report = LintReport(trace, before: before, hashes: .nettle)
        return (trace.result?.outcome, report.findings)
    }

    @Test func `a page of a thousand mistakes is reported in a screenful`() async throws {
        let wrong = String(repeating: "<!-- sonicdiff-a --><p>x\n", count: 1000)
        let stage = Stage("<title>T</title><!--sonicdiff-b-->1<!--sonicdiff-b-end-->\n" + wrong, packed: true)
        let told = try await findings(stage).findings
        #expect(told.count == 21 && Set(told.map(\.rule)) == [.blockMisspelt])
        #expect(told.last?.message == "and 980 more of the same rule")
    }

    @Test(arguments: Seeds.of(200)) func `a correct page has no findings`(seed: UInt64) async throws {
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
