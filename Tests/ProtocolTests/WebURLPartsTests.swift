import Chance
import SonicProtocol
import Testing

@Suite struct WebURLPartsTests {
    @Test func `a URL has all the parts that a request needs`() throws {
        let url = try #require(WebURL("HTTPS://user:pass@News.example:8443/a b?q=ü#top"))
        #expect(url.scheme == "https")
        #expect(url.username == "user")
        #expect(url.password == "pass")
        #expect(url.host == "news.example")
        #expect(url.port == 8443)
        #expect(url.path == "/a%20b")
        #expect(url.query == "q=%C3%BC")
        #expect(url.fragment == "top")
        #expect(url.hostAndPort == "news.example:8443")
        #expect(url.effectivePort == 8443)
        #expect(url.requestTarget == "/a%20b?q=%C3%BC")
        #expect(url.origin == "https://news.example:8443")
        #expect(url.withoutFragment.href == "https://user:pass@news.example:8443/a%20b?q=%C3%BC")
        #expect(url.withoutCredentials.href == "https://news.example:8443/a%20b?q=%C3%BC#top")
    }

    @Test func `a scheme's default port is left out, but known`() throws {
        let url = try #require(WebURL("http://example.com:80/"))
        #expect(url.port == nil)
        #expect(url.effectivePort == 80)
        #expect(url.origin == "http://example.com")
    }

    private static let failures: [(String, WebURL.Failure)] = [
        ("", .empty),
        (" \n", .empty),
        ("news.example/a", .missingScheme("news.example/a")),
        ("http://", .missingHost),
        ("http://user@/", .missingHost),
        ("http://a b/", .invalidHost("a b", .forbiddenCharacter)),
        ("http://1.2.3.256/", .invalidHost("1.2.3.256", .invalidIPv4)),
        ("http://[::g]/", .invalidHost("[::g]", .invalidIPv6)),
        ("http://[::1/", .invalidHost("[::1", .unclosedBracket)),
        ("http://münchen.de/", .invalidHost("münchen.de", .notConvertible)),
        ("http://a:b/", .invalidPort("b")),
        ("http://a:65536/", .portOutOfRange("65536")),
    ]

    @Test(arguments: failures)
    func `a failure names the invalid part`(_ text: String, _ failure: WebURL.Failure) {
        #expect(throws: failure) { try WebURL.parse(text) }
    }

    @Test func `a reference against an opaque path is reported`() throws {
        let base = try #require(WebURL("mailto:a@example.com"))
        #expect(throws: WebURL.Failure.notRelative(to: "mailto")) { try WebURL.parse("a", base: base) }
    }

    @Test func `a message contains no characters that could control a terminal`() {
        let message = WebURL.Failure.invalidPort(
            "\u{1B}[2J\u{9B}\u{202E}" + String(repeating: "x", count: 500)
        )
        .description
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{9B}" && $0 != "\u{202E}" })
        #expect(message.count < 200)
    }

    @Test func `a non-ASCII host is converted by the caller's function`() throws {
        let url = try WebURL.parse("http://M%C3%BCnchen.de:81/") { name in
            name == "München.de" ? "xn--mnchen-3ya.de" : nil
        }
        #expect(url.href == "http://xn--mnchen-3ya.de:81/")
    }

    @Test func `an encoded label is checked by the conversion, and plain names are not converted`() {
        let refuse: WebURL.DomainToASCII = { _ in nil }
        #expect(throws: WebURL.Failure.invalidHost("a.XN--a", .notConvertible)) {
            try WebURL.parse("http://a.XN--a/", domainToASCII: refuse)
        }
        #expect(throws: Never.self) { try WebURL.parse("http://example.com/", domainToASCII: refuse) }
    }

    @Test func `the conversion cannot inject delimiters or addresses`() throws {
        #expect(throws: WebURL.Failure.invalidHost("ü", .forbiddenCharacter)) {
            try WebURL.parse("http://ü/") { _ in "a/b" }
        }
        #expect(try WebURL.parse("http://①/") { _ in "1" }.host == "0.0.0.1")
    }

    @Test func `any text is parsed without a trap, and a parsed URL round-trips`() throws {
        let alphabet = Array("ahtpfile:/\\?#@[].%0x2eC|~ \t\n\u{0}ü'\"<{^".unicodeScalars)
        var generator = SeededGenerator(seed: 20)
        let base = try #require(WebURL("http://u@example.com:81/a/b?c#d"))
        for round in 0..<20_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int(generator.next() % 24) {
                text.append(alphabet[Int(generator.next() % UInt64(alphabet.count))])
            }
            if round % 2 == 0 {
                text.insert(
                    contentsOf: (round % 4 == 0 ? "http://" : "file:").unicodeScalars, at: text.startIndex)
            }
            guard let url = base.resolve(String(text)) else { continue }
            guard WebURL(url.href) == url, url.href.utf8.allSatisfy({ $0 < 0x7F && $0 >= 0x20 }) else {
                Issue.record("\(String(text).debugDescription) became \(url.href)")
                return
            }
        }
    }

    @Test func `long repetitive input is parsed in linear time`() throws {
        for piece in ["/", "../", "@", "[", ":", "%2e", "?", "#", "a.", "0x", "//a/..", "C|/"] {
            let text = String(repeating: piece, count: 50_000 / piece.utf8.count)
            _ = WebURL("http://" + text)
            _ = WebURL("http://a/" + text)
            _ = WebURL("file:" + text)
            _ = try #require(WebURL("foo:" + text)).href
        }
    }
}
