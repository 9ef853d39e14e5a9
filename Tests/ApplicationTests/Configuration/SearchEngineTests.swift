import SonicProtocol
import Testing

@testable import Configuration

/// Words typed instead of a URL.
@Suite struct SearchEngineTests {
    private static func engines(_ text: String) -> [SearchEngine] {
        Settings.read(Array("{ search: \(text) }".utf8)).settings.general[Settings.searchEngines]
    }

    private static let both =
        "{ default: 'https://find.example/?q=%s&hl=en', w: 'https://wiki.example/wiki/%s' }"

    @Test(arguments: [
        ("tulips in spring", "https://find.example/?q=tulips+in+spring&hl=en"),
        ("tulips", "https://find.example/?q=tulips&hl=en"),
        ("  two   words ", "https://find.example/?q=two+words&hl=en"),
        ("? example.org", "https://find.example/?q=example.org&hl=en"),
        ("?a+b&c=d", "https://find.example/?q=a%2Bb%26c%3Dd&hl=en"),
        ("höhe 5 €", "https://find.example/?q=h%C3%B6he+5+%E2%82%AC&hl=en"),
        ("note: buy milk", "https://find.example/?q=note%3A+buy+milk&hl=en"),
        ("what is example.org", "https://find.example/?q=what+is+example.org&hl=en"),
        ("w tulips", "https://wiki.example/wiki/tulips"),
        ("w  a b/c", "https://wiki.example/wiki/a%20b%2Fc"),
        // A keyword alone is an ordinary word.
        ("w", "https://find.example/?q=w&hl=en"),
        ("W tulips", "https://find.example/?q=W+tulips&hl=en"),
    ])
    func `words go to the search engine of their keyword, or to the default one`(text: String, url: String) {
        #expect(Self.engines(Self.both).address(for: text)?.href == url)
    }

    @Test(arguments: [
        "example.org", "localhost", "LocalHost", "localhost:8420", "intranet/", "[::1]", "http://a b/",
        "~/notes",
        "./a page.html", "/tmp/a b", "data:text/html,a b", "", "  ", "?", "? ",
    ])
    func `a URL is not a search`(text: String) {
        #expect(Self.engines(Self.both).address(for: text) == nil)
    }

    @Test func `without a default engine only a keyword starts a search`() {
        let engines = Self.engines("{ w: 'https://wiki.example/?s=%s' }")
        #expect(engines.address(for: "w two words")?.href == "https://wiki.example/?s=two+words")
        #expect(engines.address(for: "two words") == nil && engines.address(for: "tulips") == nil)
        #expect([SearchEngine]().address(for: "two words") == nil)
    }

    @Test func `a string is the default engine, and is written as it was read`() {
        let one = Self.engines("'http://find.example/%s'")
        #expect(one.address(for: "a b")?.href == "http://find.example/a%20b")
        for text in ["'http://find.example/%s'", Self.both, "{}"] {
            let (settings, problems) = Settings.read(Array("{ search: \(text) }".utf8))
            #expect(problems == [])
            let written = settings.inForce().first { $0.setting.name == "search" }?.value
            let again = Settings.read(Array("{ search: \(written?.text() ?? "") }".utf8)).settings
            #expect(again.general == settings.general)
        }
    }

    @Test(arguments: [
        ("'https://find.example/'", "1:11: “https://find.example/” has no %s for the search words; use an"),
        (
            "'https://%s.example/'",
            "1:11: “https://%s.example/” is not an http or https address with %s in its"
        ),
        ("'ftp://find.example/%s'", "1:11: “ftp://find.example/%s” is not an http or https address"),
        ("'%s'", "1:11: “%s” is not an http or https address"),
        ("{ 'a b': 'https://find.example/%s' }", "1:20: “a b” is not a valid keyword; use one word."),
        ("{ w: 1 }", "1:16: “w” takes a string, not a number."),
        ("3", "1:11: “search” takes an address with %s, or addresses as"),
    ])
    func `an invalid engine is reported with its position`(text: String, words: String) {
        let problems = Settings.read(Array("{ search: \(text) }".utf8)).problems
        #expect(problems.count == 1 && "\(problems[0])".hasPrefix(words), "\(problems)")
    }
}
