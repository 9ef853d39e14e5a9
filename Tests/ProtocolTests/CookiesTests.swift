import Testing

@testable import SonicProtocol

@Suite struct `Cookies` {
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    /// A jar after responses from the addresses, one Set-Cookie line each, a second apart.
    private static func jar(_ answers: (url: String, line: String)...) throws -> CookieJar {
        var jar = CookieJar()
        for (index, answer) in answers.enumerated() {
            jar.receive(
                HeaderValue(answer.line), from: try WebURL.parse(answer.url),
                now: now.adding(seconds: Int64(index)))
        }
        return jar
    }

    private static func line(_ jar: CookieJar, _ url: String, after seconds: Int64 = 60) throws -> String? {
        jar.cookieLine(for: try WebURL.parse(url), now: now.adding(seconds: seconds)).line?.text
    }

    private static func reception(_ line: String, from url: String) throws -> CookieJar.Reception {
        var jar = CookieJar()
        return jar.receive(HeaderValue(line), from: try WebURL.parse(url), now: now)
    }

    @Test(arguments: ["http://127.0.0.1/", "http://localhost/", "http://[::1]/"])
    func `an IP address or a single-label host may be its own Domain`(url: String) throws {
        let host = try WebURL.parse(url).host
        guard case .kept(let cookie) = try Self.reception("a=1; Domain=\(host)", from: url) else {
            Issue.record("refused")
            return
        }
        #expect(cookie.scope == .host(host))
    }

    @Test func `cookies set at the same time keep their order`() throws {
        var jar = CookieJar()
        for name in ["c", "a", "b"] {
            jar.receive(HeaderValue("\(name)=1"), from: try WebURL.parse("http://h/"), now: Self.now)
        }
        #expect(try Self.line(jar, "http://h/") == "c=1; a=1; b=1")
        #expect(CookieJar(jar.cookies) == jar)
    }

    @Test func `a secure cookie is not replaced over an insecure connection`() throws {
        var jar = try Self.jar(("https://h.example/", "a=1; Secure"))
        let reception = jar.receive("a=2", from: try WebURL.parse("http://h.example/"), now: Self.now)
        #expect(reception == .refused(name: "a", .overwritesSecure))
        #expect(try Self.line(jar, "https://h.example/") == "a=1")
    }

    @Test func `Max-Age takes precedence over Expires, and the last of each counts`() throws {
        let jar = try Self.jar(
            ("http://h/", "a=1; Max-Age=5; Expires=Tue, 14 Nov 2033 22:15:00 GMT; Max-Age=50; Max-Age=soon"))
        #expect(jar.cookies.map(\.expires) == [Self.now.adding(seconds: 50)])
        let far = try Self.jar(("http://h/", "a=1; Max-Age=99999999999999999999999999"))
        #expect(try Self.line(far, "http://h/") == "a=1")
    }

    @Test(arguments: [
        "Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT",
        "expires=Thu, 01-Jan-70 00:00:01 GMT",
    ])
    func `an expiry time in the past removes the cookie`(attribute: String) throws {
        var jar = try Self.jar(("http://h/", "dataImg=1; Path=/"), ("http://h/", "b=2; Path=/"))
        let reception = jar.receive(
            HeaderValue("dataImg=; path=/; \(attribute)"), from: try WebURL.parse("http://h/"), now: Self.now)
        #expect(reception == .removed(name: "dataImg"))
        #expect(jar.cookies.map(\.name) == ["b"])
    }

    @Test func `a cookie with another path is not removed`() throws {
        var jar = try Self.jar(("http://h/", "a=1; Path=/x"))
        jar.receive("a=; Path=/; Max-Age=0", from: try WebURL.parse("http://h/"), now: Self.now)
        #expect(jar.cookies.map(\.value) == ["1"])
    }

    @Test func `attributes are stored`() throws {
        let cookie = try #require(
            Self.jar(("https://h.example/", "a=1; SECURE; HttpOnly; SameSite=lax; Unknown=x; Path=/p"))
                .cookies.first)
        #expect(cookie.demands == [.secure, .httpOnly])
        #expect(cookie.sameSite == .lax)
        #expect(cookie.path == "/p")
    }

    @Test func `names that only look alike are different cookies`() throws {
        // A precomposed letter, and a letter with a combining mark: equal as text, not as bytes.
        let jar = try Self.jar(("http://h/", "\u{E9}=1"), ("http://h/", "e\u{301}=2"))
        #expect(jar.cookies.map(\.value) == ["1", "2"])
    }

    @Test func `every decision has its reason`() throws {
        let jar = try Self.jar(
            ("https://example.com/", "sent=1; Domain=example.com"), ("https://example.com/", "host=1"),
            ("https://www.example.com/", "path=1; Path=/x"), ("https://www.example.com/", "safe=1; Secure"),
            ("https://www.example.com/", "brief=1; Max-Age=1"), ("https://other.com/", "other=1"))
        let decisions = jar.cookieLine(
            for: try WebURL.parse("http://www.example.com/"), now: Self.now.adding(seconds: 60)
        )
        .decisions
        #expect(
            decisions.map(\.description) == [
                "Cookie sent is sent: it is for example.com/.",
                "Cookie host is not sent: it is for example.com alone.",
                "Cookie path is not sent: it is for paths below /x.",
                "Cookie safe is not sent: it is for https only.",
            ])
        let brief = try Self.jar(("http://h/", "brief=1; Max-Age=1"))
        #expect(
            brief.cookieLine(for: try WebURL.parse("http://h/"), now: Self.now.adding(seconds: 1)).decisions
                .map(\.description) == ["Cookie brief is not sent: it has expired."])
    }

    @Test func `sizes and numbers are limited, and the oldest cookies are evicted`() throws {
        let large = try Self.reception("a=\(String(repeating: "x", count: 4096))", from: "http://h/")
        #expect(large == .refused(name: "a", .tooLarge))
        var jar = CookieJar()
        for number in 0...CookieJar.siteLimit {
            jar.receive(HeaderValue("c\(number)=1"), from: try WebURL.parse("http://h/"), now: Self.now)
        }
        #expect(jar.cookies.count == CookieJar.siteLimit)
        #expect(jar.cookies.first?.name == "c1")
        let many = (0..<CookieJar.limit + 10).map {
            Cookie(name: "a", value: "", scope: .host("h\($0)"), created: Self.now.adding(seconds: Int64($0)))
        }
        #expect(CookieJar(many).cookies.first?.domain == "h10")
        #expect(CookieJar(many).cookies.count == CookieJar.limit)
    }
}
