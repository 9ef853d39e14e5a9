import SonicProtocol
import TestSupport
import Testing

@testable import Configuration

/// Words typed instead of a URL.
@Suite struct SearchEngineTests {
    private static func engines(_ text: String) -> [SearchEngine] {
        Settings.read(Array("{ search: \(text) }".utf8)).settings.general[Settings.searchEngines]
    }

    private static let both =
        "{ default: 'https://find.example/?q=%s&hl=en', w: 'https://wiki.example/wiki/%s' }"

    @Test(arguments: TableRow.rows("search", in: "Tests/ApplicationTests/Configuration/values.table"))
    func `words go to the search engine of their keyword, or to the default one`(row: TableRow) {
        let (text, url) = (row[1], row[2])
        #expect(Self.engines(Self.both).address(for: text)?.href == url)
    }

    @Test(
        arguments: TableRow.rows(
            "a URL is not a", in: "Tests/ApplicationTests/Configuration/configuration.table"))
    func `a URL is not a search`(row: TableRow) {
        let text = row[1]
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

    @Test(arguments: TableRow.rows("engine", in: "Tests/ApplicationTests/Configuration/values.table"))
    func `an invalid engine is reported with its position`(row: TableRow) {
        let (text, words) = (row[1], row[2])
        let problems = Settings.read(Array("{ search: \(text) }".utf8)).problems
        #expect(problems.count == 1 && "\(problems[0])".hasPrefix(words), "\(problems)")
    }
}
