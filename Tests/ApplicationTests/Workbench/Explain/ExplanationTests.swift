import SonicProtocol
import SonicSession
import Testing

@testable import Workbench

@Suite struct ExplanationTests {
    private func page(_ text: String, _ template: String = "") -> String {
        "<title>N</title>\(template)<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->"
    }

    private func step(_ title: String, _ trace: SessionTrace) -> [String] {
        let sections = Explanation(trace).sections.filter { $0.title == title }
        return sections.flatMap { $0.lines.map(Explanation.text) }
    }

    @Test func `a first load is explained from an empty cache to the stored version`() async {
        let trace = await Stage(page("1")).trace()
        #expect(
            Explanation(trace).sections.map(\.title) == [
                "Cached", "Asked", "Answered", "Classified", "Verified", "Decided", "Stored", "Shown",
                "Outcome",
            ])
        #expect(step("Cached", trace).last == "nothing is stored")
        #expect(trace.turns.first?.notes == [.nothingStored(.noCopy)])
        #expect(step("Stored", trace) == ["as version 1"])
        #expect(
            step("Classified", trace).map { String($0.prefix { $0 != ":" }) } == [
                "no   not-modified", "no   not-modified-unasked", "no   redirect", "no   redirect-nowhere",
                "no   unavailable", "no   error", "no   no-page", "no   data-update", "no   not-html",
                "yes  sonic-page",
            ])
    }

    @Test func `an update is explained by its tags and the hash that verifies it`() async throws {
        let stage = Stage(page("1"))
        let first = await stage.trace()
        let tag = try #require(first.turns.first?.head?.headers.first("template-tag"))
        await stage.site.turn(to: page("2"))
        let trace = await stage.trace()
        let asked = step("Asked", trace)
        let index = try #require(asked.firstIndex(of: "template-tag: \(tag)"))
        #expect(asked[index + 1] == "    ^ the stored page's")
        #expect(asked.contains("Host: news.example"))
        #expect(step("Classified", trace).last?.hasPrefix("yes  data-update") == true)
        let verified = step("Verified", trace)
        #expect(verified.count == 3 && verified[0].hasPrefix("the merged page"))
        #expect(
            verified[1].hasPrefix("    ^ html-sha1 in the update: ") && verified[1].hasSuffix("is the same"))
        #expect(step("Shown", trace) == ["stored version 1, verified before", "the blocks that changed: a"])
        #expect(trace.page == Array(page("2").utf8))
    }

    @Test func `a template change is explained by different bytes outside the blocks`() async {
        let stage = Stage(page("1"))
        _ = await stage.trace()
        await stage.site.turn(to: page("1", "<p>new"))
        let decided = step("Decided", await stage.trace())
        #expect(decided.contains { $0.hasPrefix("no   same-bytes") })
        #expect(decided.contains { $0.hasPrefix("no   same-template") })
    }

    @Test func `an unused stored page is reported, and so is a session without a request`() async {
        let stage = Stage(page("1"))
        _ = await stage.trace()
        let forced = await stage.trace(.forceReload)
        #expect(step("Cached", forced).last?.hasPrefix("it is not used") == true)
        #expect(step("Asked", forced).contains("Pragma: no-cache"))
        let offline = await stage.trace(.cacheOnly)
        #expect(step("Asked", offline) == [] && step("Answered", offline) == [])
        #expect(step("Outcome", offline).first?.hasSuffix("fresh") == true)
    }

    @Test func `each header line of the request has a reason`() async {
        let stage = Stage(page("1"))
        for _ in 0..<2 {
            let lines = Explanation(await stage.trace()).sections.filter { $0.title == "Asked" }
                .flatMap(\.lines)
            for (index, line) in lines.enumerated().dropFirst() {
                guard case .wire = line else { continue }
                guard case .why = lines[index + 1] else {
                    Issue.record("\(line) has no reason")
                    continue
                }
            }
        }
    }

    @Test func `a session without events has no explanation`() {
        let empty = SessionTrace(Stage.url, mode: .open)
        #expect(Explanation(empty).sections == [])
        #expect(Explanation(empty).text == [])
    }
}
