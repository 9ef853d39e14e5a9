import SessionWords
import SonicLint
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Responses are judged by the request that was sent, not by the one that the session would have made.
@Suite struct AskedOtherwiseTests {
    private static let around = String(repeating: "<p>always the same\n", count: 20)

    private static func page(_ number: Int) -> String {
        "<title>T</title>\n<!--sonicdiff-a-->\(number)<!--sonicdiff-a-end-->\n" + around
    }

    /// The result of a request with these headers, or of this one, after a stored page.
    private func second(
        given: [HeaderField] = [], exact: Request? = nil
    ) async -> (trace: SessionTrace, rules: [RuleID]) {
        let stage = Stage(Self.page(1), packed: true)
        _ = await stage.trace()
        await stage.site.turn(to: Self.page(2))
        let trace = await stage.trace(given: given, exact: exact)
        return (trace, LintReport(trace, before: nil, hashes: .nettle).findings.map(\.rule))
    }

    private static func request(_ fields: [HeaderField]) -> Request {
        Request(
            method: "GET", url: Stage.url, headers: Headers(fields + [HeaderField("Accept-Encoding", "gzip")])
        )
    }

    @Test(arguments: ["", "abc", String(repeating: "0", count: 40)])
    func `a page sent for another template-tag is not a missed update`(tag: String) async {
        let told = await second(given: [HeaderField("template-tag", tag)])
        #expect(told.trace.result?.outcome == .templateChange && told.rules == [])
        #expect(
            told.trace.turns.last?.notes
                == [
                    .departures([
                        RequestNote.Departure(name: "template-tag", value: tag.isEmpty ? nil : tag)
                    ])
                ])
    }

    @Test func `a page for an edited request with unknown tags is not a missed update`() async {
        let none = String(repeating: "0", count: 40)
        let lie = Self.request([
            HeaderField("accept-diff", "true"), HeaderField("template-tag", none),
            HeaderField("If-None-Match", none),
        ])
        #expect(await second(exact: lie).rules == [])
    }

    @Test func `a request without Sonic is not reported as lost Sonic`() async {
        for exact in [nil, Self.request([])] {
            let told = await second(
                given: exact == nil ? [HeaderField("accept-diff", "false")] : [], exact: exact)
            #expect(told.rules == [], "\(told.rules)")
            #expect(told.trace.result?.reason.code?.hasPrefix("sonicLost.") == true)
            let judged = told.trace.turns.last?.judgements.first { $0.rule == .plain }
            #expect(judged?.evidence == .plain(.notSonic, isSonicRequested: false))
        }
        // A request with Sonic has lost it.
        let stage = Stage(Self.page(1))
        _ = await stage.trace()
        await stage.site.fallSilent()
        let trace = await stage.trace()
        let rules = LintReport(trace, before: nil, hashes: .nettle).findings.map(\.rule)
        #expect(rules.contains(.sonicLost) && rules.contains(.blocksWithoutSonic))
    }

    @Test func `a 304 to a given validator confirms that validator`() async {
        let stage = Stage(Self.page(1))
        _ = await stage.trace()
        let etag = Hashes.nettle.sha1(Array(Self.page(1).utf8))
        let trace = await stage.trace(given: [HeaderField("If-None-Match", etag)])
        #expect(trace.result?.outcome == .allCached)
        #expect(trace.turns.last?.notes == [.tags(ofVersion: 1)])
        // Without a validator nothing can have been confirmed.
        let bare = await stage.trace(given: [HeaderField("If-None-Match", "")])
        #expect(
            bare.turns.last?.notes == [
                .departures([RequestNote.Departure(name: "If-None-Match", value: nil)])
            ])
        #expect(!["notModified", "sameETag"].contains { $0 == bare.result?.reason.code })
    }

    @Test(arguments: [
        (ConnectionFailure.truncated(received: 2, expected: 900), [RuleID.answerIncomplete]),
        (.timedOut(.receiving, after: .seconds(30)), [.answerIncomplete]),
        (.overdue(limit: .seconds(1)), []),
    ])
    func `a response truncated by the user's limit is not incomplete`(
        failure: ConnectionFailure, rules: [RuleID]
    ) async {
        let stage = Stage(Self.page(1))
        await stage.site.breakOff(failure)
        let trace = await stage.trace()
        #expect(LintReport(trace, before: nil, hashes: .nettle).findings.map(\.rule) == rules)
    }
}
