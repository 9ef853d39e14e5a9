import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Exchanges

/// The filters of rules for requests.
@Suite struct ConnectionRuleTests {
    @Test(
        arguments: TableRow.rows(
            "a rule applies to the", in: "Tests/ApplicationTests/Exchanges/exchanges.table"))
    func `a rule applies to the requests that its filter selects`(row: TableRow) throws {
        let (line, applies) = (row[1], row[2] == "true")
        let request = Request(
            method: "POST", url: try WebURL.parse("http://a.example/c"),
            headers: Headers([HeaderField("X-A", "1")]), body: RequestBody(Array("price=1".utf8)))
        let decision = RuleList([try ConnectionRule(filtering: line)]).decide(request)
        #expect(decision.rules.isEmpty != applies)
    }

    @Test(arguments: [
        (
            "* status:304 => block",
            "“status” at column 1: this is not known yet when a request is sent."
        ),
        ("* method: => block", "“” is not a valid method at column 1: write method:POST."),
        ("* responses or => block", "A condition is missing at column 13: write one such as status:304."),
    ])
    func `a filter about what no request has is refused`(_ line: String, _ words: String) {
        #expect(throws: ConnectionRule.Mistake(description: words)) {
            try ConnectionRule(filtering: line)
        }
    }
}
