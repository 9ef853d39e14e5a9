import TestSupport
import Testing

@testable import SonicProtocol

/// Cookies that are received and sent: the rows of a table, whose head lists the questions.
struct CookieTableTests {
    private static let rows = TableRow.all(in: "Tests/ProtocolTests/Tables/Cookies.table")
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    @Test(arguments: rows)
    func `a cookie is what its row says`(row: TableRow) throws {
        var jar = CookieJar()
        switch row[0] {
        case "sent":
            for (index, line) in row[1].split(separator: "\n").enumerated() {
                let address = line.prefix { $0 != " " }
                jar.receive(
                    HeaderValue(String(line.dropFirst(address.count + 1))),
                    from: try WebURL.parse(String(address)), now: Self.now.adding(seconds: Int64(index)))
            }
            let now = Self.now.adding(seconds: try #require(Int64(row[3])))
            let sent = jar.cookieLine(for: try WebURL.parse(row[2]), now: now).line
            #expect(sent?.text ?? "-" == row[4])
        case "refused":
            let reception = jar.receive(
                HeaderValue(row[2]), from: try WebURL.parse(row[1]), now: Self.now)
            guard case .refused(let name, let refusal) = reception else {
                Issue.record("\(reception)")
                return
            }
            #expect(name?.text ?? "-" == row[3])
            #expect(refusal == (try Self.refusal(row[4])))
        case "stored":
            jar.receive(HeaderValue(row[2]), from: try WebURL.parse(row[1]), now: Self.now)
            let cookie = try #require(jar.cookies.first)
            #expect(jar.cookies.count == 1)
            #expect([cookie.name.text, cookie.value.text, cookie.path] == [row[3], row[4], row[5]])
        case "list":
            let problems: [String: CookieList.Problem] = [
                "ofOneRun": .ofOneRun, "over": .over, "malformed": .malformed,
            ]
            let problem = try #require(problems[row[2]])
            let list = CookieList(row.bytes[1], now: Self.now)
            #expect(list.lines.map(\.content) == [.failure(problem)])
        default: Issue.record("no question: \(row[0])")
        }
    }

    private static func refusal(_ text: String) throws -> CookieJar.Refusal {
        let words = text.split(separator: " ").map(String.init) + [""]
        let refusals: [String: CookieJar.Refusal] = [
            "foreignDomain": .foreignDomain(words[1]), "publicDomain": .publicDomain(words[1]),
            "insecureOrigin": .insecureOrigin, "brokenPromise": .brokenPromise(prefix: words[1]),
            "notACookie": .notACookie,
        ]
        return try #require(refusals[words[0]])
    }

    @Test func `the table of cookies has its rows`() { #expect(Self.rows.count >= 87) }
}
