import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// A connection that responds with the address and the headers it received.
private struct Echo: RegisteredConnection {
    var name: ConnectionName { .network }

    func accepts(_ request: Request) async -> Bool { true }

    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        let fields = request.headers.fields.map { " \($0.name)=\($0.value)" }.joined()
        return ResponseRelay.stream {
            .answer(Array((request.url.href + fields).utf8), type: "text/plain", to: request)
        }
    }
}

/// The result of a request under rules: status, type and body, the responding connection, and the failure.
private func outcome(_ lines: [String], _ address: String, _ fields: [(String, String)] = []) async throws
    -> String
{
    let rules = RuleConnection(RuleList(try lines.map { line throws in try ConnectionRule(line) })) { path in
        path.hasPrefix("/site/")
            ? .success(Array("file \(path)".utf8)) : .failure(.init(reason: "no such file"))
    }
    let request = Request(
        url: try WebURL.parse(address), headers: Headers(fields.map { HeaderField($0, $1) }))
    var text = ""
    for await event in ConnectionRegistry([Echo(), rules]).exchange(request) {
        switch event {
        case .headReceived(let head): text += "\(head.status) \(head.headers.first("content-type") ?? ""): "
        case .bodyReceived(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .finished(let report): text += " by \(report.answeredBy?.rawValue ?? "nobody")"
        case .failed(let failure): text += failure.words(for: request.url)
        case .entered, .requestSent, .bodySent, .noted, .edited: break
        }
    }
    return text
}

@Suite struct RuleTests {
    @Test(arguments: [
        (["news.example => http://127.0.0.1:8420"], "https://news.example/a?b", "http://127.0.0.1:8420/a?b"),
        (
            ["https://news.example/*/old/* => https://*.example/*"], "https://news.example/x/old/y",
            "https://x.example/y"
        ),
        (
            ["https://news.example/* => https://other.example/"], "https://news.example/x",
            "https://other.example/"
        ),
        (["*.example => http://127.0.0.1:8420"], "https://news.example/a?b", "http://127.0.0.1:8420/a?b"),
        (["*.example => http://*.test/*"], "https://news.example/a", "http://news.test/a"),
        (["https://other.example/* => http://c/"], "https://news.example/x", "https://news.example/x"),
        (
            ["a.example => http://b.example", "b.example => http://c.example"], "http://a.example/",
            "http://b.example/"
        ),
        (["news.example => package://news"], "https://news.example/a", "package://news/a"),
    ])
    func `an address is mapped by the first rule that matches it`(
        _ lines: [String], _ address: String, _ reached: String
    ) async throws {
        #expect(try await outcome(lines, address) == "200 text/plain: \(reached) by network")
    }

    @Test func `rules can change headers, and later rules match the original address`() async throws {
        let lines = [
            "a.example => set X-One: 1", "a.example => add x-one: 2", "a.example => remove Cookie",
            "a.example => http://b.example", "b.example => set X-Two: 2",
        ]
        let reached = try await outcome(lines, "http://a.example/", [("Cookie", "a=1"), ("X-ONE", "0")])
        #expect(reached == "200 text/plain: http://b.example/ X-One=1 x-one=2 by network")
    }

    @Test(arguments: [
        ("https://news.example/a.css?v=1", "200 text/css: file /site/a.css by rules"),
        ("https://news.example/", "200 text/html: file /site/index.html by rules"),
        ("https://news.example/a%20b/%C3%A9.html", "200 text/html: file /site/a b/é.html by rules"),
        (
            "https://news.example/..%2F..%2Fetc%2Fpasswd",
            "rules: the rule “news.example => /site/*” would lead out of its folder"
        ),
        (
            "https://news.example/a%00",
            "rules: the rule “news.example => /site/*” would lead out of its folder"
        ),
        (
            "https://news.example/%FF",
            "rules: the rule “news.example => /site/*” would lead out of its folder"
        ),
    ])
    func `an address is served from a file in the rule's folder`(_ address: String, _ told: String)
        async throws
    {
        #expect(try await outcome(["news.example => /site/*"], address) == told)
    }

    @Test func `two adjacent wildcards do not escape the folder`() async throws {
        let told = try await outcome(["https://a.example/*/* => /site/**/x"], "https://a.example/./.%2Fb")
        #expect(told == "200 text/plain: https://a.example/.%2Fb by network")
        let climbing = try await outcome(["https://*/a*b => /site/*/.*"], "https://c/a.b")
        #expect(climbing == "rules: the rule “https://*/a*b => /site/*/.*” would lead out of its folder")
    }

    @Test func `a missing file is a 404 with the reason`() async throws {
        #expect(
            try await outcome(["news.example => /elsewhere/*"], "https://news.example/a")
                == "404 text/plain; charset=utf-8: /elsewhere/a cannot be read: no such file\n by rules")
    }

    @Test func `a request to a blocked address is not sent`() async throws {
        #expect(
            try await outcome(["*/ads/* => block"], "https://news.example/ads/1")
                == "rules: the rule “*/ads/* => block” blocks this address")
    }

    @Test func `a rule that produces an invalid address reports it`() async throws {
        #expect(
            try await outcome(["a.example/* => http://*/"], "http://a.example/%20")
                == "rules: the rule “a.example/* => http://*/” leads to “http://%20/”, which is not a valid address"
        )
    }

    @Test func `a rule's effect is reported as a finding`() throws {
        let rules = RuleList([try ConnectionRule("  a.example  =>  http://b.example ")])
        let decision = rules.decide(Request(url: try WebURL.parse("http://a.example/c")))
        #expect(
            decision.findings == [
                Finding(
                    .connectionRule,
                    "the rule “a.example  =>  http://b.example” sent the request to http://b.example/c")
            ])
    }

    @Test(arguments: [
        ("set Authorization: Bearer one", "set Authorization: ***"),
        ("add X-Api-Key: one", "add X-Api-Key: ***"),
        ("set X-A: one", "set X-A: one"),
    ])
    func `findings about rules hide secret values`(action: String, told: String) throws {
        let rules = RuleList(
            [try ConnectionRule("a.example => \(action)")], secrets: SecretHeaders(["X-Api-Key"]))
        let decision = rules.decide(Request(url: try WebURL.parse("http://a.example/c")))
        #expect(decision.request.headers.fields.map(\.value).contains { $0.hasSuffix("one") })
        #expect(decision.findings.allSatisfy { $0.message.contains("“a.example => \(told)”") })
        #expect(decision.findings.count == 1)
    }

    @Test func `what follows the pattern is a condition, which may hide a secret`() throws {
        let rules = RuleList(
            try ["a.example post => block", "a.example header => block", "* post => http://b.example"].map {
                (line) throws(ConnectionRule.Mistake) in
                try ConnectionRule(line) { text in { $0.method == (text == "post" ? "POST" : "PUT") } }
            })
        func decided(_ method: String, _ address: String) throws -> [String] {
            let decision = rules.decide(Request(method: method, url: try WebURL.parse(address)))
            return decision.findings.map(\.message)
        }
        #expect(try decided("GET", "http://a.example/") == [])
        #expect(
            try decided("POST", "http://a.example/") == [
                "the rule “a.example post => block” blocked the request"
            ])
        #expect(
            try decided("PUT", "http://a.example/") == [
                "the rule “a.example … => block” blocked the request"
            ])
        #expect(
            try decided("POST", "http://c.example/") == [
                "the rule “* post => http://b.example” sent the request to http://b.example/"
            ])
    }

    @Test func `each rule with a condition may apply to an address, whatever other rules do`() throws {
        let rules = RuleList(
            try ["* a => http://b.example", "* a => http://c.example", "* => http://d.example"].map {
                (line) throws(ConnectionRule.Mistake) in try ConnectionRule(line) { _ in { _ in false } }
            })
        let decisions = rules.decisions(at: try WebURL.parse("http://a.example/"))
        #expect(decisions.map(\.request.url.host) == ["b.example", "c.example", "d.example"])
    }

    @Test(arguments: [
        ("a.example", "“a.example” is not a valid rule; use PATTERN => ACTION."),
        ("a.example method:GET => block", "“method:GET” after the pattern is not understood."),
        ("=> block", "“=> block” is not a valid rule; use PATTERN => ACTION."),
        (
            "a => b",
            "“b” is not a valid action; use a URL, a path that begins with /, ./ or ~/, block, "
                + "set NAME: VALUE, add NAME: VALUE or remove NAME."
        ),
        ("http://a/ => http://*/", "“http://*/” has more * than “http://a/”."),
        ("a => set X", "“X” is not a valid header; use NAME: VALUE."),
        ("a => add X Y: 1", "“X Y: 1” has characters that are not allowed in headers."),
        ("a => remove X:", "“X:” is not a valid header name."),
    ])
    func `an invalid rule is reported with the expected syntax`(_ line: String, _ words: String) {
        #expect(throws: ConnectionRule.Mistake.self) { try ConnectionRule(line) }
        do throws(ConnectionRule.Mistake) { _ = try ConnectionRule(line) } catch {
            #expect(error.description == words)
        }
    }
}
