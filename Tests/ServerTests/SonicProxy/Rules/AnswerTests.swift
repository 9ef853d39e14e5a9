import SonicProtocol
import SonicProxy
import Testing

@Suite struct AnswerTests {
    private static func rewritten(
        _ fields: [(String, String)], from upstream: String = "http://inside.example:3000",
        to place: String = "http://out:8000"
    ) throws -> [String] {
        AnswerRewriting(from: try Upstream(upstream), to: place)
            .fields(of: Headers(fields.map { HeaderField($0, $1) }))
            .fields.map { "\($0.name): \($0.value)" }
    }

    @Test func `fields keep order, case and duplicates, and connection fields are removed`() throws {
        let lines = try Self.rewritten([
            ("Set-Cookie", "a=1"), ("ETAG", "x"), ("Connection", "close, X-Own"), ("X-Own", "1"),
            ("Transfer-Encoding", "chunked"), ("Content-Length", "4"), ("Alt-Svc", "h3=\":443\""),
            ("set-cookie", "b=2; Path=/"), ("Keep-Alive", "timeout=5"),
        ])
        #expect(lines == ["Set-Cookie: a=1", "ETAG: x", "set-cookie: b=2; Path=/"])
    }

    @Test(arguments: [
        ("http://inside.example:3000/a?b#c", "http://out:8000/a?b#c"), ("/a", "/a"), ("../a", "../a"),
        ("http://inside.example:3000", "http://out:8000/"), ("//inside.example:3000/a", "http://out:8000/a"),
        ("HTTP://INSIDE.example:3000/A", "http://out:8000/A"),
        ("http://inside.example/", "http://inside.example/"),
        ("https://inside.example:3000/", "https://inside.example:3000/"), ("http://other/", "http://other/"),
        ("http://[bad", "http://[bad"), ("", ""),
    ])
    func `URLs of the upstream are replaced by the proxy's, and others stay`(
        _ address: String, _ result: String
    )
        throws
    {
        #expect(try Self.rewritten([("Location", address)]) == ["Location: \(result)"])
        #expect(try Self.rewritten([("Content-Location", address)]) == ["Content-Location: \(result)"])
    }

    @Test(arguments: [
        ("a=1; Domain=inside.example; Path=/", "a=1; Path=/"), ("a=1; domain = .EXAMPLE", "a=1"),
        ("a=1; Domain=other.example", "a=1; Domain=other.example"),
        ("a=1; Domain=side.example", "a=1; Domain=side.example"),
        ("domain=inside.example", "domain=inside.example"),
        ("a=1; Secure; HttpOnly", "a=1; Secure; HttpOnly"), ("a=\"x;y\"; Domain=inside.example", "a=\"x;y\""),
    ])
    func `a cookie for the upstream's domain becomes host-only for the proxy`(
        _ cookie: String, _ result: String
    )
        throws
    {
        #expect(try Self.rewritten([("Set-Cookie", cookie)]) == ["Set-Cookie: \(result)"])
    }

    @Test func `Secure is removed from a cookie if the client does not use TLS`() throws {
        let cookie = [("Set-Cookie", "a=1; Secure; HttpOnly")]
        #expect(try Self.rewritten(cookie, from: "https://a") == ["Set-Cookie: a=1; HttpOnly"])
        #expect(
            try Self.rewritten(cookie, from: "https://a", to: "https://out") == [
                "Set-Cookie: a=1; Secure; HttpOnly"
            ])
    }

    @Test(
        arguments: [
            (200, [], nil), (200, [("Content-Encoding", "gzip")], nil), (404, [], .status(404)),
            (206, [], .status(206)),
            (200, [("Content-Type", "image/png")], .notHTML),
            (200, [("Cache-Control", "private, No-Store")], .noStore),
            (200, [("Cache-Control", "no-transform")], .noTransform),
            (200, [("Content-Encoding", "br")], .encoded("br")),
            (200, [("Content-Encoding", "gzip"), ("Content-Encoding", "br")], .encoded("gzip, br")),
            (200, [("Content-Type", "text/html; charset=\"KOI8-R\"")], .charset("koi8-r")),
            (200, [("Content-Type", "text/html;charset=UTF-8")], nil),
            (200, [("Content-Length", "101")], .tooLarge(100)),
            (200, [("Content-Length", "100")], nil),
            (200, [("template-tag", "t"), ("Cache-Control", "no-store")], .upstream),
            (304, [("Cache-Offline", "store")], .upstream),
        ] as [(Int, [(String, String)], PlainReason?)])
    func `the head decides whether a page becomes a Sonic page`(
        _ status: Int, _ fields: [(String, String)], _ reason: PlainReason?
    ) {
        let isTyped = fields.contains { $0.0 == "Content-Type" }
        let all = (isTyped ? [] : [("Content-Type", "text/html")]) + fields
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: "",
            headers: Headers(all.map { HeaderField($0, $1) }),
            raw: [])
        #expect(PlainReason(head: head, limit: 100) == reason)
    }
}
