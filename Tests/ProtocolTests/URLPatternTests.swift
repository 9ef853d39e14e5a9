import SonicProtocol
import Testing

@Suite struct URLPatternTests {
    @Test(
        arguments: [
            ("https://news.example/a", "https://news.example/a", []),
            ("https://news.example/a", "https://news.example/a/b", nil),
            ("https://news.example/*", "https://news.example/a/b?c=d", ["a/b?c=d"]),
            ("https://news.example/*", "http://news.example/", nil),
            ("*://news.example/*.html", "http://news.example/a.html", ["http", "a"]),
            ("*://news.example/*.html", "http://news.example/a.html?b", nil),
            ("news.example/*", "http://news.example/a", ["a"]),
            ("news.example/*", "package://news.example/a", ["a"]),
            ("news.example", "https://news.example/a", ["a"]),
            ("https://news.example", "https://news.example/", [""]),
            ("news.example", "https://other.news.example/", nil),
            ("*.example", "https://a.b.example/c", ["a.b", "c"]),
            ("*", "https://a.example/c", ["a.example", "c"]),
            ("https://a.example/*b*b", "https://a.example/xbybb", ["x", "yb"]),
            ("https://a.example/aa*aa", "https://a.example/aaa", nil),
            ("https://a.example/**", "https://a.example/x", ["", "x"]),
            ("https://a.example/", "https://user:secret@a.example/#part", []),
            ("mailto:*", "mailto:a@b.example", nil),
        ] as [(String, String, [String]?)])
    func `a star matches any text, and everything else matches itself`(
        _ pattern: String, _ address: String, _ stars: [String]?
    ) throws {
        let pattern = try #require(URLPattern(pattern))
        let url = try WebURL.parse(address)
        #expect(pattern.match(url) == stars)
        if let stars { #expect(stars.count == pattern.starCount) }
    }

    @Test func `an empty pattern is invalid`() {
        #expect(URLPattern("") == nil)
    }

    @Test(arguments: [
        ("a.HTML", "text/html"), ("folder.css/a", "application/octet-stream"), ("a.b.css", "text/css"),
        ("html", "application/octet-stream"), ("", "application/octet-stream"),
        ("a.", "application/octet-stream"),
        (".png", "image/png"),
    ])
    func `a file's media type is determined by its extension`(_ name: String, _ type: String) {
        #expect(FileType.mediaType(of: name) == type)
    }

    @Test(
        arguments: [
            ("a.html", true), ("b/A.HTM", true), ("a.xhtml", true), ("page", nil), ("-", nil), ("a.php", nil),
            ("a.txt", false), ("a.json", false), ("a.md", false), ("a.MARKDOWN", false), ("a.c", false),
            ("a.csv", false), ("x.txt/page", nil),
        ] as [(String, Bool?)])
    func `whether a file is a page is determined by its extension, if known`(_ name: String, _ isPage: Bool?)
    {
        #expect(FileType.isPage(name) == isPage)
    }
}
