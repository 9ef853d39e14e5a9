import SonicProtocol
import Testing

@testable import Configuration

@Suite struct SitePatternTests {
    @Test(
        arguments: [
            ("example.org", "http://example.org/", true),
            ("example.org", "https://example.org:8443/a?b", true),
            ("Example.ORG", "http://example.org/", true), ("example.org", "http://www.example.org/", false),
            ("*.example.org", "http://a.b.example.org/", true),
            ("*.example.org", "http://example.org/", false),
            ("*", "http://anything/", true), ("https://*", "http://anything/", false),
            ("http://127.0.0.1:8420", "http://127.0.0.1:8420/x", true),
            ("http://127.0.0.1:8420", "http://127.0.0.1:8421/x", false),
            ("example.org:80", "http://example.org/", true),
            ("example.org:80", "https://example.org/", false),
            ("[::1]:8080", "http://[::1]:8080/", true), ("[::1]", "http://[::1]:8080/", true),
            ("example.org/", "http://example.org/", true), ("example.org/", "http://example.org/a", false),
            ("example.org/news/*", "http://example.org/news/a/b?c", true),
            ("example.org/news/*", "http://example.org/news", false),
            ("example.org/*?id=*", "http://example.org/a?id=1", true),
            ("example.org/*?id=*", "http://example.org/a?x=1", false),
            ("bücher.example", "http://xn--bcher-kva.example/", true),
            ("*.bücher.example", "http://www.xn--bcher-kva.example/", true),
        ]) func `a pattern matches its sites`(_ pattern: String, _ address: String, _ fits: Bool) throws
    {
        let pattern = try SitePattern(pattern) {
            $0 == "bücher.example" ? "xn--bcher-kva.example" : nil
        }
        #expect(pattern.fits(try #require(WebURL(address))) == fits)
    }

    @Test(
        arguments: [
            ("", .noHost), ("http://", .noHost), ("/path", .noHost), (":80", .noHost),
            ("ftp://a", .scheme("ftp")), ("a:b", .port("b")), ("a:", .port("")), ("a:70000", .port("70000")),
            ("a:+1", .port("+1")), ("me@a", .credentials), ("ö", .host("ö")), ("a b", .host("a b")),
        ] as [(String, SitePattern.Failure)])
    func `an invalid pattern is refused with a reason`(_ text: String, _ failure: SitePattern.Failure) {
        #expect(throws: failure) { try SitePattern(text, domainToASCII: nil) }
    }
}
