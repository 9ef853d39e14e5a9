import SessionWords
import SonicProtocol
import TestSupport
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
    private static let rows = TableRow.all(in: "Tests/SessionTests/Words/rules.table")

    @Test(arguments: rows) func `a rule does what the table says`(row: TableRow) async throws {
        switch row[0] {
        case "to":
            let lines = row[1].split(separator: "\n").map(String.init)
            #expect(try await outcome(lines, row[2]) == row[3])
        case "secret":
            let rules = RuleList(
                [try ConnectionRule("a.example => \(row[1])")], secrets: SecretHeaders(["X-Api-Key"]))
            let decision = rules.decide(Request(url: try WebURL.parse("http://a.example/c")))
            #expect(decision.request.headers.fields.map(\.value).contains { $0.hasSuffix("one") })
            #expect(decision.findings.count == 1)
            #expect(decision.findings.allSatisfy { $0.message.contains("“a.example => \(row[2])”") })
        default:
            let mistake = #expect(throws: ConnectionRule.Mistake.self) { try ConnectionRule(row[1]) }
            #expect(mistake?.description == row[2])
        }
    }

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 30)
    }

    @Test func `rules can change headers, and later rules match the original address`() async throws {
        let lines = [
            "a.example => set X-One: 1", "a.example => add x-one: 2", "a.example => remove Cookie",
            "a.example => http://b.example", "b.example => set X-Two: 2",
        ]
        let reached = try await outcome(lines, "http://a.example/", [("Cookie", "a=1"), ("X-ONE", "0")])
        #expect(reached == "200 text/plain: http://b.example/ X-One=1 x-one=2 by network")
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

}
