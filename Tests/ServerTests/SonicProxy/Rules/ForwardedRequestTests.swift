import SonicProtocol
import SonicProxy
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

    @Test(
        arguments: [
            ([], .none), ([("Content-Length", "0")], .known(0)), ([("Content-Length", "12")], .known(12)),
            ([("Content-Length", "5"), ("content-length", "5")], .known(5)),
            ([("Transfer-Encoding", "chunked"), ("Content-Length", "5")], .unknown),
        ] as [([(String, String)], ForwardedRequest.BodyLength)])
    func `the length of a body is the announced length`(
        _ fields: [(String, String)], _ length: ForwardedRequest.BodyLength
    ) throws {
        #expect(try Self.forwarded("POST", "/", fields).body == length)
    }

    @Test(arguments: [
        ("GET", "GET", "true", true), ("HEAD", "GET", "true", true), ("POST", "POST", "true", false),
        ("HEAD", "HEAD", "false", false), ("GET", "GET", "false", false),
    ])
    func `Sonic is used for GET and HEAD with accept-diff, and HEAD then requests the page`(
        _ method: String, _ sent: String, _ value: String, _ asks: Bool
    ) throws {
        let request = try Self.forwarded(
            method, "/", [("accept-diff", value), ("template-tag", "t"), ("Accept-Encoding", "gzip, br")])
        #expect(request.asksForSonic == asks && request.method == sent)
        #expect(request.headers.all("accept-encoding") == [asks ? "gzip" : "gzip, br"])
        #expect(request.headers.first("template-tag") == "t")
    }

    @Test(arguments: [
        (nil, false), ("gzip", true), ("br, GZIP;q=0.5", true), ("gzip;q=0", false),
        ("gzip; q=0.000, br", false),
        ("deflate, br, zstd", false), ("*", false), ("identity", false), ("gzip;q=1.0", true), (",;,", false),
    ])
    func `a page is requested with gzip if the client accepts it, otherwise uncompressed`(
        _ accepted: String?, _ isGzip: Bool
    ) throws {
        let fields = [("accept-diff", "true")] + (accepted.map { [("Accept-Encoding", $0)] } ?? [])
        let request = try Self.forwarded("GET", "/", fields)
        #expect(request.headers.all("accept-encoding") == [isGzip ? "gzip" : "identity"])
        #expect(request.takesGzip == isGzip)
    }

    @Test(arguments: [
        ("/a/../b?c#d", "/a/../b?c#d"), ("http://any.example/x?y", "/x?y"), ("http://any.example", "/"),
        ("http://any.example?q", "/?q"),
    ])
    func `the target is kept as written`(_ target: String, _ sent: String) throws {
        #expect(try Self.forwarded("GET", target).target == Array(sent.utf8))
    }

    @Test func `Max-Forwards is decremented for OPTIONS only`() throws {
        #expect(
            try Self.forwarded("OPTIONS", "*", [("Max-Forwards", "3")]).headers.first("max-forwards") == "2")
        #expect(try Self.forwarded("GET", "/", [("Max-Forwards", "0")]).headers.first("max-forwards") == "0")
    }

    @Test(
        arguments: [
            ("CONNECT", "a:443", [], .tunnel), ("TRACE", "/", [], .trace), ("GET", "*", [], .target),
            ("GET", "a", [], .target), ("OPTIONS", "*", [("Max-Forwards", "0")], .tooFar),
            ("GET", "/", [("Connection", "Upgrade"), ("Upgrade", "websocket")], .upgrade("websocket")),
            ("GET", "/", [("Via", "1.1 a, 1.1 127.0.0.1:8000 (again)")], .loop),
            ("POST", "/", [("Content-Length", "-1")], .length),
            ("POST", "/", [("Content-Length", "1"), ("Content-Length", "2")], .length),
            ("POST", "/", [("Content-Length", "99999999999999999999")], .length),
        ] as [(String, String, [(String, String)], Refusal)])
    func `a request that cannot be forwarded is refused with a reason`(
        _ method: String, _ target: String, _ fields: [(String, String)], _ refusal: Refusal
    ) {
        #expect(throws: refusal) { try Self.forwarded(method, target, fields) }
        #expect((400...599).contains(refusal.status) && refusal.sentence.hasSuffix("."))
    }

    @Test(arguments: [
        ("localhost:3000", "http://localhost:3000"), ("https://news.example", "https://news.example"),
        ("http://[::1]:80/", "http://[::1]"), ("news.example", "https://news.example"),
    ])
    func `an upstream is written like an address`(_ text: String, _ origin: String) throws {
        #expect(try Upstream(text).origin == origin)
    }

    @Test(arguments: ["http://a/b", "http://a/?x", "http://u:p@a/", "ftp://a", "", "./a"])
    func `a URL that is not just a server is not a valid upstream`(_ text: String) {
        #expect(throws: Upstream.Mistake.self) { try Upstream(text) }
    }
}
