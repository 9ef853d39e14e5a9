import Exchanges
import SonicProtocol
import Testing
import Workbench

@testable import SonicSession

@Suite struct SessionExpectationTests {
    private static func result(
        _ outcome: Outcome, _ status: Int? = 200, _ changed: [String] = []
    ) -> SessionResult {
        SessionResult(
            requested: Stage.url, url: Stage.url, pageID: PageID(account: "", digest: "5d41402a"),
            outcome: outcome, reason: .recorded("", code: nil), by: .server, status: status, head: nil,
            addedHeaders: [],
            request: nil, redirects: [], changedBlocks: changed, bytesReceived: 0, bytesSent: 0, timings: [:],
            findings: [], answerBody: nil, storage: .untouched)
    }

    private typealias Difference = SessionExpectation.Difference

    @Test(
        arguments: [
            (Outcome.dataUpdate, 200, "outcome:dataUpdate", true),
            (.dataUpdate, 200, "status:2xx -has:error", true),
            (.dataUpdate, 200, "outcome:plain or has:finding", false), (.allCached, 304, "status:304", true),
            (.templateChange, 200, "outcome:dataUpdate", false),
            (.fresh(.lifetime), nil, "status:304", false),
            (.failed(.status(500)), 500, "has:error status:500", true),
        ] as [(Outcome, Int?, String, Bool)])
    func `an exchange that does not match is found`(
        outcome: Outcome, status: Int?, filter: String, isMet: Bool
    ) throws {
        let expected = SessionExpectation(filters: [try ExchangeFilter(""), try ExchangeFilter(filter)])
        let differences = [Difference.exchange(outcome.kind, status, expected: filter)]
        #expect(expected.differences(from: Self.result(outcome, status)) == (isMet ? [] : differences))
    }

    @Test func `blocks that should not have changed, or should have, are found`() {
        let cases: [(expected: Set<String>, changed: [String], differences: [Difference])] = [
            (["news", "title"], ["title", "news"], []), ([], [], []),
            (["news", "title"], ["news", "stock"], [.blocks(unchanged: ["title"], unexpected: ["stock"])]),
            ([], ["news"], [.blocks(unchanged: [], unexpected: ["news"])]),
        ]
        for (expected, changed, differences) in cases {
            let expectation = SessionExpectation(changed: expected)
            #expect(expectation.differences(from: Self.result(.dataUpdate, 200, changed)) == differences)
        }
    }

    @Test(arguments: [
        ("dataUpdate", Outcome.Kind.dataUpdate), ("data-update", .dataUpdate), ("Data update", .dataUpdate),
        ("ALL_CACHED", .allCached), ("firstload", .firstLoad), ("fresh", .fresh), ("update", nil), ("", nil),
    ])
    func `an outcome is accepted in each of its spellings`(_ text: String, _ kind: Outcome.Kind?) {
        #expect(Outcome.Kind(spelled: text) == kind)
    }
}
