import SonicProtocol
import SonicProxy
import TestSupport
import Testing

@Suite struct ForwardedRequestTests {
    private static func upstream() throws -> Upstream { try Upstream("http://inside.example:3000") }

    private static func forwarded(
        _ method: String = "GET", _ target: String = "/", _ fields: [(String, String)] = []
    ) throws(Refusal) -> ForwardedRequest {
        // The URL is valid.
        let upstream = try? Self.upstream()
        guard let upstream else { throw .target }
        return try ForwardedRequest(
            method: method, target: Array(target.utf8), headers: Headers(fields.map { HeaderField($0, $1) }),
            asksForSonic: fields.contains { $0 == ("accept-diff", "true") },
            from: "192.0.2.7", through: "127.0.0.1:8000", to: upstream)
    }

    private static let rows = TableRow.all(in: "Tests/ServerTests/SonicProxy/Rules/proxy.table")

    private static func fields(_ text: String) -> [(String, String)] {
        text.split(separator: "\n").map { line in
            let name = line.prefix { $0 != ":" }
            return (String(name), String(line.dropFirst(name.count + 2)))
        }
    }

    @Test(arguments: rows) func `a message is forwarded as the table says`(row: TableRow) throws {
        let sonic = ("accept-diff", row[0] == "sonic" ? row[3] : "true")
        switch row[0] {
        case "length":
            #expect("\(try Self.forwarded("POST", "/", Self.fields(row[1])).body)" == row[2])
        case "sonic":
            let fields = [sonic, ("template-tag", "t"), ("Accept-Encoding", "gzip, br")]
            let request = try Self.forwarded(row[1], "/", fields)
            let asks = row[4] == "true"
            #expect(request.asksForSonic == asks && request.method == row[2])
            #expect(request.headers.all("accept-encoding") == [asks ? "gzip" : "gzip, br"])
            #expect(request.headers.first("template-tag") == "t")
        case "gzip":
            let accepted = row[1] == "-" ? [] : [("Accept-Encoding", row[1])]
            let request = try Self.forwarded("GET", "/", [sonic] + accepted)
            let isGzip = row[2] == "true"
            #expect(request.headers.all("accept-encoding") == [isGzip ? "gzip" : "identity"])
            #expect(request.takesGzip == isGzip)
        case "target": #expect(try Self.forwarded("GET", row[1]).target == row.bytes[2])
        case "refused":
            let refusal = try #require(
                throws: Refusal.self, performing: { try Self.forwarded(row[1], row[2], Self.fields(row[3])) })
            #expect("\(refusal)" == row[4])
            #expect((400...599).contains(refusal.status) && refusal.sentence.hasSuffix("."))
        case "upstream":
            if row[2] != "-" { return #expect(try Upstream(row[1]).origin == row[2]) }
            #expect(throws: Upstream.Mistake.self) { try Upstream(row[1]) }
        case "url", "cookie":
            for name in row[0] == "cookie" ? ["Set-Cookie"] : ["Location", "Content-Location"] {
                #expect(try AnswerTests.rewritten([(name, row[1])]) == ["\(name): \(row[2])"])
            }
        default:
            let fields = Self.fields(row[2])
            let isTyped = fields.contains { $0.0 == "Content-Type" }
            let all = (isTyped ? [] : [("Content-Type", "text/html")]) + fields
            let head = ResponseHead(
                version: "HTTP/1.1", status: Int(row[1]) ?? 0, reason: "",
                headers: Headers(all.map { HeaderField($0, $1) }), raw: [])
            #expect(PlainReason(head: head, limit: 100).map { "\($0)" } ?? "-" == row[3])
        }
    }

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 77)
    }

    private static func lines(_ request: ForwardedRequest) -> [String] {
        request.headers.fields.map { "\($0.name): \($0.value)" }
    }

    @Test(arguments: [true, false])
    func `the upstream gets its own host name, or the client's with keepsHost`(_ keepsHost: Bool)
        throws
    {
        let fields = [
            ("Host", "News.example:8000"), ("Origin", "http://News.example:8000"),
            ("Referer", "http://News.example:8000/a"),
        ]
        let request = try ForwardedRequest(
            method: "POST", target: Array("/".utf8), headers: Headers(fields.map { HeaderField($0, $1) }),
            asksForSonic: false, from: "", through: "127.0.0.1:8000", to: try Self.upstream(),
            keepsHost: keepsHost)
        let name = keepsHost ? "News.example:8000" : "inside.example:3000"
        #expect(request.headers.all("host") == [name])
        #expect(request.headers.all("origin") == ["http://\(name)"])
        #expect(request.headers.all("referer") == ["http://\(name)/a"])
        #expect(request.place == "http://News.example:8000")
    }

    @Test func `fields keep order, case and duplicates, and forwarding fields are added`() throws {
        let request = try Self.forwarded(
            "GET", "/a%20b?x=%26",
            [
                ("Host", "news.example:8000"), ("accept-DIFF", "no"), ("Cookie", "a=1"), ("X", "1"),
                ("Cookie", "b=2"),
            ])
        #expect(request.target == Array("/a%20b?x=%26".utf8))
        #expect(
            Self.lines(request) == [
                "Host: inside.example:3000", "accept-DIFF: no", "Cookie: a=1", "X: 1", "Cookie: b=2",
                "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Host: news.example:8000",
                "X-Forwarded-Proto: http",
                "Via: 1.1 127.0.0.1:8000",
            ])
        #expect(request.place == "http://news.example:8000")
    }

    @Test func `connection fields are not forwarded`() throws {
        let request = try Self.forwarded(
            "POST", "/",
            [
                ("Host", "a"), ("Connection", "keep-alive, X-Own"), ("Keep-Alive", "5"), ("X-Own", "1"),
                ("TE", "trailers"), ("Trailer", "X"), ("Transfer-Encoding", "chunked"),
                ("Expect", "100-continue"),
                ("Proxy-Authorization", "x"), ("Proxy-Connection", "close"), ("Upgrade", "h2c"),
                ("HTTP2-Settings", "x"), ("X-Kept", "1"),
            ])
        #expect(Self.lines(request).dropFirst().first == "X-Kept: 1")
        #expect(request.headers.fields.count == 6)
        #expect(request.body == .unknown)
    }

    @Test func `forwarding fields of earlier proxies are extended, not replaced`() throws {
        let request = try Self.forwarded(
            "GET", "/",
            [
                ("Host", "a"), ("X-Forwarded-For", "198.51.100.1"), ("X-Forwarded-Host", "outer.example"),
                ("X-Forwarded-Proto", "https"), ("Via", "1.0 old"), ("Via", "1.1 edge"),
            ])
        #expect(
            Self.lines(request) == [
                "Host: inside.example:3000", "X-Forwarded-For: 198.51.100.1, 192.0.2.7",
                "X-Forwarded-Host: outer.example", "X-Forwarded-Proto: https",
                "Via: 1.0 old, 1.1 edge, 1.1 127.0.0.1:8000",
            ])
        #expect(request.place == "https://a")
    }

    @Test func `an Origin or Referer that names the proxy is replaced by the upstream's`() throws {
        let request = try Self.forwarded(
            "POST", "/",
            [
                ("Host", "127.0.0.1:8000"), ("Origin", "http://127.0.0.1:8000"),
                ("Referer", "http://127.0.0.1:8000/form?a"), ("Content-Length", "0"),
            ])
        #expect(request.headers.first("origin") == "http://inside.example:3000")
        #expect(request.headers.first("referer") == "http://inside.example:3000/form?a")
        let other = try Self.forwarded(
            "POST", "/", [("Host", "a"), ("Origin", "http://ab"), ("Referer", "http://a.example/")])
        #expect(other.headers.first("origin") == "http://ab")
        #expect(other.headers.first("referer") == "http://a.example/")
    }

    @Test func `Max-Forwards is decremented for OPTIONS only`() throws {
        #expect(
            try Self.forwarded("OPTIONS", "*", [("Max-Forwards", "3")]).headers.first("max-forwards") == "2")
        #expect(try Self.forwarded("GET", "/", [("Max-Forwards", "0")]).headers.first("max-forwards") == "0")
    }

}
