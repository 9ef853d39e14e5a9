import SonicProtocol
import Testing

@Suite struct WebURLTests {
    /// A text, the base it is parsed against, and the resulting URL; nil if invalid.
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let base: String?
        let href: String?
        var testDescription: String { "\(text.debugDescription) at \(base ?? "nothing")" }

        init(_ text: String, _ href: String?, at base: String? = nil) {
            self.text = text
            self.base = base
            self.href = href
        }
    }

    private func check(_ example: Case) throws {
        let base = try example.base.map { try #require(WebURL($0)) }
        let url = base.map { $0.resolve(example.text) } ?? WebURL(example.text)
        #expect(url?.href == example.href)
        // A serialized URL is parsed to the same parts.
        if let url { #expect(WebURL(url.href) == url) }
    }

    @Test(arguments: absolute) func `an absolute URL is parsed by the standard's rules`(_ example: Case)
        throws
    {
        try check(example)
    }

    @Test(arguments: hosts) func `a host is a name or an IP address, or invalid`(_ example: Case) throws {
        try check(example)
    }

    @Test(arguments: relative) func `a reference is resolved against its base`(_ example: Case) throws {
        try check(example)
    }

    @Test(arguments: files) func `a file URL has drive letters and hosts`(_ example: Case) throws {
        try check(example)
    }

    static let absolute: [Case] = [
        Case("http://example.com", "http://example.com/"),
        Case("HTTP://EXAMPLE.com/A?B#C", "http://example.com/A?B#C"),
        Case("  https://example.com/a \n", "https://example.com/a"),
        Case("ht\ntp://exa\tmple.com/\r\na", "http://example.com/a"),
        Case("\u{0}\u{1F}http://example.com\u{0}", "http://example.com/"),
        Case("http:example.com", "http://example.com/"),
        Case("http:/example.com", "http://example.com/"),
        Case("http:////example.com//a", "http://example.com//a"),
        Case(#"http:\\example.com\a\b?c\d#e\f"#, #"http://example.com/a/b?c\d#e\f"#),
        Case("http://example.com:80/", "http://example.com/"),
        Case("https://example.com:443/", "https://example.com/"),
        Case("ws://example.com:80", "ws://example.com/"),
        Case("wss://example.com:443", "wss://example.com/"),
        Case("ftp://example.com:21/f", "ftp://example.com/f"),
        Case("http://example.com:443/", "http://example.com:443/"),
        Case("http://example.com:/", "http://example.com/"),
        Case("http://example.com:0/", "http://example.com:0/"),
        Case("http://example.com:00008080/", "http://example.com:8080/"),
        Case("http://example.com:65535/", "http://example.com:65535/"),
        Case("http://example.com:65536/", nil),
        Case("http://example.com:99999999999999999999999/", nil),
        Case("http://example.com:8a/", nil),
        Case("http://example.com:-1/", nil),
        Case("http://example.com: 80/", nil),
        Case("http://user@example.com/", "http://user@example.com/"),
        Case("http://user:pass@example.com/", "http://user:pass@example.com/"),
        Case("http://:pass@example.com/", "http://:pass@example.com/"),
        Case("http://user:@example.com/", "http://user@example.com/"),
        Case("http://@example.com/", "http://example.com/"),
        Case("http://:@example.com/", "http://example.com/"),
        Case("http://a@b@c@example.com/", "http://a%40b%40c@example.com/"),
        Case("http://a:b:c@example.com/", "http://a:b%3Ac@example.com/"),
        Case("http://ü:é@example.com/", "http://%C3%BC:%C3%A9@example.com/"),
        Case("http://a/b@c/d", "http://a/b@c/d"),
        Case("http://user@/", nil),
        Case("http://user@", nil),
        Case("http://@:80/", nil),
        Case("http:///a", "http://a/"),
        Case("http://", nil),
        Case("http://?a", nil),
        Case("http://#a", nil),
        Case("http://:80", nil),
        Case("http://example.com/a b", "http://example.com/a%20b"),
        Case("http://example.com/ü", "http://example.com/%C3%BC"),
        Case("http://example.com/%zz%4", "http://example.com/%zz%4"),
        Case("http://example.com/%7Efoo/%2f", "http://example.com/%7Efoo/%2f"),
        Case("http://example.com/\"<>`{}^|", "http://example.com/%22%3C%3E%60%7B%7D%5E|"),
        Case("http://example.com/?a b\"<>'`{}|^", "http://example.com/?a%20b%22%3C%3E%27`{}|^"),
        Case("foo://example.com/?'", "foo://example.com/?'"),
        Case("http://example.com/#a b\"<>`'{}", "http://example.com/#a%20b%22%3C%3E%60'{}"),
        Case("http://example.com/#a#b?c", "http://example.com/#a#b?c"),
        Case("http://example.com/?", "http://example.com/?"),
        Case("http://example.com/#", "http://example.com/#"),
        Case("http://example.com?a#b", "http://example.com/?a#b"),
        Case("http://example.com/?a?b/../c", "http://example.com/?a?b/../c"),
        Case("http://example.com/a/./b/../c", "http://example.com/a/c"),
        Case("http://example.com/a/%2e/b/%2E%2e/c", "http://example.com/a/c"),
        Case("http://example.com/a/.%2e", "http://example.com/"),
        Case("http://example.com/a/b/.", "http://example.com/a/b/"),
        Case("http://example.com/a/b/..", "http://example.com/a/"),
        Case("http://example.com/../../a", "http://example.com/a"),
        Case("http://example.com/a//../b", "http://example.com/a/b"),
        Case("http://example.com/.../a", "http://example.com/.../a"),
        Case("http://example.com/..a/%2e%2e%2e", "http://example.com/..a/%2e%2e%2e"),
        Case("http://example.com/a/..\\b", "http://example.com/b"),
        Case("mailto:a@example.com?subject=A b", "mailto:a@example.com?subject=A%20b"),
        Case("javascript:alert('ü <b>')", "javascript:alert('%C3%BC <b>')"),
        Case("data:text/plain,a b #c d", "data:text/plain,a b%20#c%20d"),
        Case("about:blank", "about:blank"),
        Case("about:", "about:"),
        Case("a-b+c.1:x", "a-b+c.1:x"),
        Case("tel:1234:5", "tel:1234:5"),
        Case("foo:/a/../b", "foo:/b"),
        Case("foo:/..//a", "foo:/.//a"),
        Case("foo://", "foo://"),
        Case("foo:///", "foo:///"),
        Case("foo://host", "foo://host"),
        Case("foo://Host:80?q", "foo://Host:80?q"),
        Case("foo://host\\a", nil),
        Case("foo://h ost/", nil),
        Case("foo://%41ü/", "foo://%41%C3%BC/"),
        Case("foo://:80/", nil),
        Case("foo://user@/", nil),
        Case("1http://example.com/", nil),
        Case("example.com", nil),
        Case("//example.com/", nil),
        Case("/a", nil),
        Case("", nil),
        Case(":", nil),
        Case("ht tp://example.com/", nil),
    ]

    static let hosts: [Case] = [
        Case("http://EXAMPLE.Com./", "http://example.com./"),
        Case("http://ex%41mple.com/", "http://example.com/"),
        Case("http://a_b.example/", "http://a_b.example/"),
        Case("http://a..b/", "http://a..b/"),
        Case("http://xn--mnchen-3ya.de/", "http://xn--mnchen-3ya.de/"),
        Case("http://a b/", nil),
        Case("http://a%20b/", nil),
        Case("http://a%00b/", nil),
        Case("http://a%/", nil),
        Case("http://a%zz/", nil),
        Case("http://a<b/", nil),
        Case("http://a^b/", nil),
        Case("http://a|b/", nil),
        Case("http://a\u{7F}b/", nil),
        Case("http://münchen.de/", nil),
        Case("http://%ff/", nil),
        Case("http://192.0.2.1/", "http://192.0.2.1/"),
        Case("http://192.0.2.1./", "http://192.0.2.1/"),
        Case("http://127.1/", "http://127.0.0.1/"),
        Case("http://127.0.1/", "http://127.0.0.1/"),
        Case("http://2130706433/", "http://127.0.0.1/"),
        Case("http://0x7f.1/", "http://127.0.0.1/"),
        Case("http://0X7F000001/", "http://127.0.0.1/"),
        Case("http://0177.0.0.01/", "http://127.0.0.1/"),
        Case("http://0/", "http://0.0.0.0/"),
        Case("http://0x/", "http://0.0.0.0/"),
        Case("http://%31%32%37.1/", "http://127.0.0.1/"),
        Case("http://255.255.255.255/", "http://255.255.255.255/"),
        Case("http://1.2.3.65535/", nil),
        Case("http://1.2.65535/", "http://1.2.255.255/"),
        Case("http://256.0.0.1/", nil),
        Case("http://1.2.3.256/", nil),
        Case("http://4294967295/", "http://255.255.255.255/"),
        Case("http://4294967296/", nil),
        Case("http://99999999999999999999999999/", nil),
        Case("http://0xffffffffffffffffffffffff/", nil),
        Case("http://1.2.3.4.5/", nil),
        Case("http://1..2/", nil),
        Case("http://08.1/", nil),
        Case("http://a.1/", nil),
        Case("http://a.0x1g/", "http://a.0x1g/"),
        Case("http://1.a/", "http://1.a/"),
        Case("foo://1.2.3.256/", "foo://1.2.3.256/"),
        Case("http://[::1]/", "http://[::1]/"),
        Case("http://[::]:8080/", "http://[::]:8080/"),
        Case("http://[2001:DB8:0:0:0:0:0:1]/", "http://[2001:db8::1]/"),
        Case("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
        Case("http://[1:0:0:2:3:0:0:4]/", "http://[1::2:3:0:0:4]/"),
        Case("http://[1:0:2:3:4:5:6:7]/", "http://[1:0:2:3:4:5:6:7]/"),
        Case("http://[1:2:3:4:5:6:7::]/", "http://[1:2:3:4:5:6:7:0]/"),
        Case("http://[::ffff:192.0.2.1]/", "http://[::ffff:c000:201]/"),
        Case("http://[1:2:3:4:5:6:1.2.3.4]/", "http://[1:2:3:4:5:6:102:304]/"),
        Case("http://user@[::1]:81/", "http://user@[::1]:81/"),
        Case("foo://[::1]/", "foo://[::1]/"),
        Case("http://[::1/", nil),
        Case("http://[]/", nil),
        Case("http://[:]/", nil),
        Case("http://[:1]/", nil),
        Case("http://[:::]/", nil),
        Case("http://[1::2::3]/", nil),
        Case("http://[1:2:3:4:5:6:7]/", nil),
        Case("http://[1:2:3:4:5:6:7:8:9]/", nil),
        Case("http://[1:2:3:4:5:6:7:8::]/", nil),
        Case("http://[1:]/", nil),
        Case("http://[12345::]/", nil),
        Case("http://[g::]/", nil),
        Case("http://[::1.2.3]/", nil),
        Case("http://[::1.2.3.256]/", nil),
        Case("http://[::01.2.3.4]/", nil),
        Case("http://[::1.2.3.4:5]/", nil),
        Case("http://[1:2:3:4:5:6:7:1.2.3.4]/", nil),
        Case("http://[::1%25eth0]/", nil),
        Case("http://[::1]a/", nil),
        Case("http://a[::1]/", nil),
    ]

    private static let page = "http://user:pass@example.com:8080/a/b/c?q=1#f"

    static let relative: [Case] = [
        Case("", "http://user:pass@example.com:8080/a/b/c?q=1", at: page),
        Case("#x y", "http://user:pass@example.com:8080/a/b/c?q=1#x%20y", at: page),
        Case("?x", "http://user:pass@example.com:8080/a/b/c?x", at: page),
        Case("?", "http://user:pass@example.com:8080/a/b/c?", at: page),
        Case("d", "http://user:pass@example.com:8080/a/b/d", at: page),
        Case("d?x#y", "http://user:pass@example.com:8080/a/b/d?x#y", at: page),
        Case(".", "http://user:pass@example.com:8080/a/b/", at: page),
        Case("./", "http://user:pass@example.com:8080/a/b/", at: page),
        Case("..", "http://user:pass@example.com:8080/a/", at: page),
        Case("../d", "http://user:pass@example.com:8080/a/d", at: page),
        Case("../../../../d", "http://user:pass@example.com:8080/d", at: page),
        Case("/d", "http://user:pass@example.com:8080/d", at: page),
        Case("\\d", "http://user:pass@example.com:8080/d", at: page),
        Case("//other/d", "http://other/d", at: page),
        Case("\\\\other\\d", "http://other/d", at: page),
        Case("/\\other", "http://other/", at: page),
        Case("///other/d", "http://other/d", at: page),
        Case("https://other", "https://other/", at: page),
        Case("http:d", "http://user:pass@example.com:8080/a/b/d", at: page),
        Case("http:/d", "http://user:pass@example.com:8080/d", at: page),
        Case("http://d", "http://d/", at: page),
        Case("http:", "http://user:pass@example.com:8080/a/b/c?q=1", at: page),
        Case("https:d", "https://d/", at: page),
        Case("d:e", "d:e", at: page),
        Case("./d:e", "http://user:pass@example.com:8080/a/b/d:e", at: page),
        Case(" d\n/e ", "http://user:pass@example.com:8080/a/b/d/e", at: page),
        Case("ü?ü#ü", "http://user:pass@example.com:8080/a/b/%C3%BC?%C3%BC#%C3%BC", at: page),
        Case("//", nil, at: page),
        Case("//:80", nil, at: page),
        Case("//a b", nil, at: page),
        Case("#x", "mailto:a@example.com#x", at: "mailto:a@example.com"),
        Case("x", nil, at: "mailto:a@example.com"),
        Case("", nil, at: "about:blank"),
        Case("?x", nil, at: "data:,a"),
        Case("b", "foo:/b", at: "foo:/a"),
        Case("//h/b", "foo://h/b", at: "foo:/a"),
        Case("b", "foo://h/b", at: "foo://h"),
        Case("\\b", "foo://h/\\b", at: "foo://h/a"),
        Case("/..//b", "foo:/.//b", at: "foo:/a"),
    ]

    static let files: [Case] = [
        Case("file:", "file:///"),
        Case("file:a", "file:///a"),
        Case("file:/a", "file:///a"),
        Case("file://a", "file://a/"),
        Case("file:///a/../b?c#d", "file:///b?c#d"),
        Case("file://localhost/a", "file:///a"),
        Case("file://HOST/a", "file://host/a"),
        Case("file:\\\\host\\a", "file://host/a"),
        Case("file://host:80/a", nil),
        Case("file:c:\\a", "file:///c:/a"),
        Case("file:///C|/a", "file:///C:/a"),
        Case("file://C:/a", "file:///C:/a"),
        Case("file:///C:/../..", "file:///C:/"),
        Case("file:///a/C|/b", "file:///a/C|/b"),
        Case("/b", "file:///C:/b", at: "file:///C:/a/c"),
        Case("/b", "file:///C:/b", at: "file:///C:"),
        Case("/D:/b", "file:///D:/b", at: "file:///C:/a"),
        Case("D|", "file:///D:", at: "file:///C:/a/c"),
        Case("../../..", "file:///C:/", at: "file:///C:/a/c"),
        Case("/b", "file://host/b", at: "file://host/a"),
        Case("b", "file://host/b", at: "file://host/a?q"),
        Case("?b", "file:///a?b", at: "file:///a?q#f"),
        Case("", "file:///a?q", at: "file:///a?q#f"),
        Case("//host/b", "file://host/b", at: "file:///a"),
    ]
}
