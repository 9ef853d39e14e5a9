import SessionReports
import SonicProtocol
import SonicSession
import Testing

@Suite struct SessionReportTests {
    private func page(_ text: String, _ template: String = "") -> String {
        "<title>N</title>\(template)<!--sonicdiff-a-->\(text)<!--sonicdiff-a-end-->"
    }

    private func sections(_ title: String, _ trace: SessionTrace) -> [SessionReport.Section] {
        SessionReport(trace).sections.filter { $0.title == title }
    }

    private func facts(_ title: String, _ trace: SessionTrace) -> [SessionFact] {
        sections(title, trace).flatMap(\.facts)
    }

    private func step(_ title: String, _ trace: SessionTrace) -> [String] {
        sections(title, trace).flatMap { $0.lines(.masked).map(\.text) }
    }

    @Test func `a first load is explained from an empty cache to the stored version`() async {
        let trace = await Stage(page("1")).trace()
        #expect(
            SessionReport(trace).sections.map(\.title) == [
                "Cached", "Requested", "Received", "Classified", "Verified", "Decided", "Stored", "Shown",
                "Outcome",
            ])
        #expect(SessionReport(trace).sections[1...2].map(\.jsonTitle) == ["Asked", "Answered"])
        guard case .noVersion? = facts("Cached", trace).last,
            case .note(.nothingStored(.noCopy))? = facts("Requested", trace).last,
            case .storage(.stored(number: 1))? = facts("Stored", trace).first
        else {
            Issue.record("\(SessionReport(trace).sections)")
            return
        }
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
        let asked = step("Requested", trace)
        let index = try #require(asked.firstIndex(of: "template-tag: \(tag)"))
        #expect(asked[index + 1] == "    ^ the stored page's")
        #expect(asked.contains("Host: news.example"))
        #expect(step("Classified", trace).last?.hasPrefix("yes  data-update") == true)
        let verified = step("Verified", trace)
        #expect(verified.count == 3 && verified[0].hasPrefix("the merged page"))
        #expect(
            verified[1].hasPrefix("    ^ html-sha1 in the update: ") && verified[1].hasSuffix("is the same"))
        guard case .shown(.stored(version: 1, .done))? = facts("Shown", trace).first,
            case .shown(.blocks(["a"]))? = facts("Shown", trace).last
        else {
            Issue.record("\(facts("Shown", trace))")
            return
        }
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
        guard case .versionIgnored? = facts("Cached", forced).last else {
            Issue.record("\(facts("Cached", forced))")
            return
        }
        #expect(step("Requested", forced).contains("Pragma: no-cache"))
        let offline = await stage.trace(.cacheOnly)
        #expect(step("Requested", offline) == [] && step("Received", offline) == [])
        guard case .outcome(.fresh(.cacheOnly))? = facts("Outcome", offline).first else {
            Issue.record("\(facts("Outcome", offline))")
            return
        }
    }

    @Test func `each header line of the request has a reason`() async {
        let stage = Stage(page("1"))
        for _ in 0..<2 {
            let lines = facts("Requested", await stage.trace())
            for (index, line) in lines.enumerated().dropFirst() {
                guard case .line = line else { continue }
                guard case .lineReason = lines[index + 1] else {
                    Issue.record("\(line) has no reason")
                    continue
                }
            }
        }
    }

    @Test func `a session without events has no explanation`() {
        let empty = SessionTrace(Stage.url, mode: .open)
        #expect(SessionReport(empty).sections.isEmpty)
        #expect(SessionReport.text(SessionReport(empty).sections, .masked) == [])
    }
}
