import Exchanges
import SonicProtocol
import Testing

@Suite struct InterceptFilterTests {
    private static let request = Request(
        url: WebURL("http://news.example:8080/news?id=1")!,
        headers: Headers([
            HeaderField("accept-diff", "true"), HeaderField("template-tag", "t"),
            HeaderField("If-None-Match", "e"),
        ]))

    private func head(_ status: Int, _ fields: [HeaderField] = []) -> ResponseHead {
        ResponseHead(version: "HTTP/1.1", status: status, reason: "", headers: Headers(fields), raw: [])
    }

    @Test(arguments: [
        "", "responses", "host=news.example", "host=*.example", "host=NEWS.example:8080", "path=/news*",
        "path=/news?id=1", "status=304", "status=3xx", "status=200,304", "outcome=all-cached",
        "host=other host=news.example path=*", "responses status=304 outcome=plain,all-cached",
    ])
    func `a response is intercepted if a condition of every kind matches`(_ line: String) throws {
        let filter = try InterceptFilter(line)
        #expect(filter.matches(head(304), to: Self.request, for: .page))
        #expect(!filter.matches(Self.request, for: .page))
        #expect(!filter.matches(head(304), to: Self.request, for: .part))
    }

    @Test(arguments: [
        "requests", "host=example", "path=/news", "status=200", "status=5xx", "outcome=data-update",
        "host=news.example path=/other",
    ])
    func `a response is not intercepted if a kind of condition does not match`(_ line: String) throws {
        #expect(!(try InterceptFilter(line)).matches(head(304), to: Self.request, for: .page))
    }

    @Test func `requests and resources are intercepted if they are named`() throws {
        let requests = try InterceptFilter("requests path=/news*")
        #expect(requests.matches(Self.request, for: .page))
        #expect(!requests.matches(head(200), to: Self.request, for: .page))
        let both = try InterceptFilter("requests responses resources")
        #expect(both.matches(Self.request, for: .part))
        #expect(both.matches(head(200), to: Self.request, for: .part))
    }

    @Test func `the outcome predicted from the headers is that of the session`() throws {
        let change = HeaderField("template-change", "true")
        let cases: [(String, Int, [HeaderField], Bool)] = [
            ("all-cached", 304, [], true),
            ("data-update", 200, [HeaderField("template-change", "false")], true),
            ("template-change", 200, [change], true),
            ("first-load", 200, [change], false),
            ("plain", 200, [], true),
            ("redirect", 302, [HeaderField("Location", "/b")], true),
            ("error", 500, [], true),
        ]
        for (name, status, fields, isTagged) in cases {
            var request = Self.request
            if !isTagged { request.headers = Headers([HeaderField("accept-diff", "true")]) }
            for outcome in ForeseenOutcome.allCases {
                let filter = try InterceptFilter("outcome=\(outcome.rawValue)")
                #expect(
                    filter.matches(head(status, fields), to: request, for: .page)
                        == (outcome.rawValue == name))
            }
        }
    }

    @Test(arguments: [
        (
            "all",
            "Unknown condition “all”: use responses, requests, resources, host=…, path=…, "
                + "status=…, outcome=…."
        ),
        ("status=abc", "“abc” is not a valid status: write one such as 304, or 3xx."),
        ("status=99", "“99” is not a valid status: write one such as 304, or 3xx."),
        (
            "outcome=cached",
            "Unknown outcome “cached”: use first-load, data-update, template-change, "
                + "all-cached, plain, redirect, error."
        ),
        ("host=", "host= requires a value, such as host=localhost."),
        (
            "requests status=304",
            "A request has no status and no outcome yet: leave out requests, or those "
                + "conditions."
        ),
    ])
    func `a mistake is reported with what is expected`(_ line: String, _ words: String) {
        #expect(throws: InterceptFilter.Mistake(words: words)) { try InterceptFilter(line) }
    }

    @Test func `the line is kept without superfluous spaces`() throws {
        #expect(try InterceptFilter("  responses   path=/a ").text == "responses path=/a")
        #expect(try InterceptFilter("").text == "responses")
    }
}
