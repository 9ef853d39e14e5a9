import SonicProtocol
import SonicProxy
import Testing

@Suite struct AnswerTests {
    static func rewritten(
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

    @Test func `Secure is removed from a cookie if the client does not use TLS`() throws {
        let cookie = [("Set-Cookie", "a=1; Secure; HttpOnly")]
        #expect(try Self.rewritten(cookie, from: "https://a") == ["Set-Cookie: a=1; HttpOnly"])
        #expect(
            try Self.rewritten(cookie, from: "https://a", to: "https://out") == [
                "Set-Cookie: a=1; Secure; HttpOnly"
            ])
    }

}
