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

    @Test(arguments: [
        (
            SessionExpectation(), Outcome.firstLoad, Int?.some(200), [String](),
            [SessionExpectation.Difference]()
        ),
        (.init(outcome: .dataUpdate), .dataUpdate, 200, ["news"], []),
        (
            .init(outcome: .dataUpdate), .templateChange, 200, [],
            [.outcome(.templateChange, expected: .dataUpdate)]
        ),
        (.init(changed: ["news", "title"]), .dataUpdate, 200, ["title", "news"], []),
        (
            .init(changed: ["news", "title"]), .dataUpdate, 200, ["news", "stock"],
            [.blocks(unchanged: ["title"], unexpected: ["stock"])]
        ),
        (.init(changed: []), .allCached, 304, [], []),
        (.init(changed: []), .dataUpdate, 200, ["news"], [.blocks(unchanged: [], unexpected: ["news"])]),
        (.init(status: 304), .allCached, 304, [], []),
        (.init(status: 304), .fresh(.lifetime), nil, [], [.status(nil, expected: 304)]),
        (
            .init(outcome: .allCached, changed: ["a"], status: 304), .failed(.status(500)), 500, [],
            [
                .outcome(.failed, expected: .allCached), .status(500, expected: 304),
                .blocks(unchanged: ["a"], unexpected: []),
            ]
        ),
    ])
    func `a deviation from the expectation is found`(
        expected: SessionExpectation, outcome: Outcome, status: Int?, changed: [String],
        differences: [SessionExpectation.Difference]
    ) {
        #expect(expected.differences(from: Self.result(outcome, status, changed)) == differences)
    }

    @Test(arguments: [
        ("dataUpdate", Outcome.Kind.dataUpdate), ("data-update", .dataUpdate), ("Data update", .dataUpdate),
        ("ALL_CACHED", .allCached), ("firstload", .firstLoad), ("fresh", .fresh), ("update", nil), ("", nil),
    ])
    func `an outcome is accepted in each of its spellings`(_ text: String, _ kind: Outcome.Kind?) {
        #expect(Outcome.Kind(spelled: text) == kind)
    }

    @Test(arguments: ["outcome=data-update", "outcome=dataUpdate", "outcome=DataUpdate"])
    func `a filter accepts an outcome in each of its spellings`(_ filter: String) throws {
        let filter = try InterceptFilter("responses " + filter)
        let asked = Request(
            url: Stage.url,
            headers: Headers([
                HeaderField("accept-diff", "true"), HeaderField("If-None-Match", "a"),
                HeaderField("template-tag", "t"),
            ]))
        func matches(_ change: String) throws -> Bool {
            let lines = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\ntemplate-change: \(change)\r\n\r\n"
            return filter.matches(
                try #require(ResponseHead(raw: Array(lines.utf8))), to: asked, for: .page)
        }
        #expect(try matches("false") && !matches("true"))
    }
}
