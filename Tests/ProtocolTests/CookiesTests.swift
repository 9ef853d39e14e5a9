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

    @Test func `a cookie is sent to the host that set it and to no other`() throws {
        let jar = try Self.jar(("http://a.example.com/", "sid=1"))
        #expect(try Self.line(jar, "http://a.example.com/any/path?q") == "sid=1")
        #expect(try Self.line(jar, "http://a.example.com:8420/") == "sid=1")
        #expect(try Self.line(jar, "http://b.a.example.com/") == nil)
        #expect(try Self.line(jar, "http://example.com/") == nil)
        #expect(try Self.line(jar, "http://xa.example.com/") == nil)
    }

    @Test(arguments: ["example.com", ".example.com", "EXAMPLE.com"])
    func `a cookie with a Domain is sent to all its subdomains`(domain: String) throws {
        let jar = try Self.jar(("http://a.example.com/", "sid=1; Domain=\(domain)"))
        #expect(try Self.line(jar, "http://a.example.com/") == "sid=1")
        #expect(try Self.line(jar, "http://b.c.example.com/") == "sid=1")
        #expect(try Self.line(jar, "http://example.com/") == "sid=1")
        #expect(try Self.line(jar, "http://badexample.com/") == nil)
    }

    @Test func `a Domain that does not match the host is refused`() throws {
        #expect(
            try Self.reception("a=1; Domain=other.com", from: "http://example.com/")
                == .refused(name: "a", .foreignDomain("other.com")))
        #expect(
            try Self.reception("a=1; Domain=b.example.com", from: "http://example.com/")
                == .refused(name: "a", .foreignDomain("b.example.com")))
        #expect(
            try Self.reception("a=1; Domain=com", from: "http://example.com/")
                == .refused(name: "a", .publicDomain("com")))
        #expect(
            try Self.reception("a=1; Domain=0.1", from: "http://192.168.0.1/")
                == .refused(name: "a", .foreignDomain("0.1")))
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

    @Test func `a Path matches the paths below it`() throws {
        let jar = try Self.jar(("http://h/", "a=1; Path=/docs"))
        #expect(try Self.line(jar, "http://h/docs") == "a=1")
        #expect(try Self.line(jar, "http://h/docs/x") == "a=1")
        #expect(try Self.line(jar, "http://h/docsx") == nil)
        #expect(try Self.line(jar, "http://h/") == nil)
    }

    @Test(arguments: [
        ("http://h", "/"), ("http://h/", "/"), ("http://h/a", "/"), ("http://h/a/", "/a"),
        ("http://h/a/b", "/a"),
        ("http://h/a/b/c?d/e", "/a/b"),
    ])
    func `the default path is the directory of the request's URL`(url: String, path: String) throws {
        #expect(try Self.jar((url, "a=1")).cookies.map(\.path) == [path])
        #expect(try Self.jar((url, "a=1; Path=relative")).cookies.map(\.path) == [path])
        #expect(try Self.jar((url, "a=1; Path=")).cookies.map(\.path) == [path])
    }

    @Test func `longer paths are sent first, then older cookies`() throws {
        let jar = try Self.jar(
            ("http://h/", "new=1; Path=/"), ("http://h/", "long=2; Path=/a/b"),
            ("http://h/", "old=3; Path=/"),
            ("http://h/", "new=4; Path=/"))
        #expect(try Self.line(jar, "http://h/a/b") == "long=2; new=4; old=3")
    }

    @Test func `cookies set at the same time keep their order`() throws {
        var jar = CookieJar()
        for name in ["c", "a", "b"] {
            jar.receive(HeaderValue("\(name)=1"), from: try WebURL.parse("http://h/"), now: Self.now)
        }
        #expect(try Self.line(jar, "http://h/") == "c=1; a=1; b=1")
        #expect(CookieJar(jar.cookies) == jar)
    }

    @Test func `a secure cookie requires https or localhost`() throws {
        let jar = try Self.jar(
            ("https://h.example/", "a=1; Secure"), ("http://localhost:8420/", "b=2; Secure"))
        #expect(try Self.line(jar, "https://h.example/") == "a=1")
        #expect(try Self.line(jar, "http://h.example/") == nil)
        #expect(try Self.line(jar, "http://localhost:8420/") == "b=2")
        #expect(
            try Self.reception("a=1; secure", from: "http://h.example/")
                == .refused(name: "a", .insecureOrigin))
    }

    @Test func `a secure cookie is not replaced over an insecure connection`() throws {
        var jar = try Self.jar(("https://h.example/", "a=1; Secure"))
        let reception = jar.receive("a=2", from: try WebURL.parse("http://h.example/"), now: Self.now)
        #expect(reception == .refused(name: "a", .overwritesSecure))
        #expect(try Self.line(jar, "https://h.example/") == "a=1")
    }

    @Test(arguments: [
        ("__Secure-a=1", "__Secure-"), ("__Host-a=1; Secure", "__Host-"), ("__Host-a=1; Path=/", "__Host-"),
        ("__host-a=1; Secure; Path=/; Domain=h.example", "__Host-"),
        ("__Host-a=1; Secure; Path=/x", "__Host-"),
    ])
    func `a cookie that violates its name's prefix is refused`(line: String, prefix: String) throws {
        let name = String(line.prefix { $0 != "=" })
        #expect(
            try Self.reception(line, from: "https://h.example/")
                == .refused(name: HeaderValue(name), .brokenPromise(prefix: prefix)))
    }

    @Test func `a cookie that satisfies its name's prefix is kept`() throws {
        let jar = try Self.jar(
            ("https://h.example/a/b", "__Host-a=1; Secure; Path=/"),
            ("https://h.example/", "__Secure-b=2; Secure"))
        #expect(try Self.line(jar, "https://h.example/") == "__Host-a=1; __Secure-b=2")
    }

    @Test func `a cookie expires at its time`() throws {
        let jar = try Self.jar(
            ("http://h/", "a=1; Max-Age=100"), ("http://h/", "b=2; Expires=Tue, 14 Nov 2023 22:15:01 GMT"),
            ("http://h/", "c=3"))
        #expect(try Self.line(jar, "http://h/", after: 60) == "a=1; b=2; c=3")
        #expect(try Self.line(jar, "http://h/", after: 99) == "a=1; b=2; c=3")
        #expect(try Self.line(jar, "http://h/", after: 100) == "b=2; c=3")
        #expect(try Self.line(jar, "http://h/", after: 101) == "c=3")
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

    @Test(arguments: ["", ";", "=", " = ;x", "a\u{1}=b", "a=b\r\nX: y", "a=b\u{7F}", " ; a=b"])
    func `a line without a valid cookie is refused`(line: String) throws {
        #expect(try Self.reception(line, from: "http://h/") == .refused(name: nil, .notACookie))
    }

    @Test(arguments: [
        ("a=b=c", "a", "b=c"), (" a \t=\t b ;x", "a", "b"), ("a=\"q\"", "a", "\"q\""), ("a=", "a", ""),
        ("a=b,c d", "a", "b,c d"), ("ключ=значение", "ключ", "значение"),
    ])
    func `names and values are stored as sent`(line: String, name: String, value: String) throws {
        let jar = try Self.jar(("http://h/", line))
        #expect(jar.cookies.map(\.name.text) == [name])
        #expect(jar.cookies.map(\.value.text) == [value])
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

@Suite struct `Cookie dates` {
    /// The time of an Expires attribute, in seconds.
    private static func seconds(_ text: String) -> Int64? {
        SetCookie.date(text).map { $0.milliseconds / 1000 }
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "6 november 1994 8:49:37", "1994 Nov 06 08:49:37 +0100", "08:49:37 06/Nov/94",
        "x 6th Nov 1994y 8:49:37z",
    ])
    func `a date is parsed in many forms`(text: String) {
        #expect(Self.seconds(text) == 784_111_777)
    }

    @Test func `two-digit years are 1970 to 2069`() {
        #expect(Self.seconds("1 Jan 70 00:00:00") == 0)
        #expect(Self.seconds("1 Jan 00 00:00:00") == 946_684_800)
        #expect(Self.seconds("1 Jan 69 00:00:00") == 3_124_224_000)
    }

    @Test(arguments: [
        "", "never", "06 Nov 1994", "Nov 1994 08:49:37", "32 Nov 1994 08:49:37", "31 Nov 1994 08:49:37",
        "6 Nov 1600 08:49:37", "6 Nov 1994 24:00:00", "6 Nov 1994 08:60:00", "6 Nov 1994 08:49:60",
        "6 Nov 19945 08:49:37", "6 Nov 1994 108:49:37", "29 Feb 2023 00:00:00", "6 Nov 1994 8:49",
    ])
    func `an invalid date sets no expiry`(text: String) {
        #expect(Self.seconds(text) == nil)
    }
}
