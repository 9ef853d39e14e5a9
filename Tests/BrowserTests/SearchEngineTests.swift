import Configuration
import SonicProtocol
import Testing

@testable import Browser

/// Text typed instead of an address.
struct SearchEngineTests {
    private static func stage(_ setting: String?) -> Stage {
        guard let setting else { return Stage() }
        return Stage(choices: Settings.read(Array("{ search: \(setting) }".utf8)).settings.general)
    }

    @Test func `words that are not an address are searched for, and remembered as typed`() {
        var stage = Self.stage("'https://find.example/?q=%s'")
        stage.press("o")
        stage.type("tulips in spring")
        stage.press(.enter)
        #expect(stage.url.href == "https://find.example/?q=tulips+in+spring")
        stage.readCache("<p>found")
        stage.end(.allCached, "over")
        stage.press("o", .up)
        #expect(stage.model.prompt?.editor.text == "tulips in spring")
        stage.press(.escape, "o")
        stage.type("example.org")
        stage.press(.enter)
        #expect(stage.url.href == "https://example.org/")
    }

    @Test func `a command that opens an address searches for words like the key does`() {
        var stage = Self.stage("{ w: 'https://wiki.example/%s' }")
        stage.press(":")
        stage.type("open w two words")
        stage.press(.enter)
        #expect(stage.url.href == "https://wiki.example/two%20words")
    }

    @Test
    func `without a search engine words are rejected with the setting to change, and nothing is requested`() {
        var stage = Self.stage(nil)
        stage.press("o")
        stage.type("tulips in spring")
        stage.press(.enter)
        #expect(
            stage.text.contains("This is not an address. To search for words, set an engine: :set! search"))
        #expect(stage.model.prompt?.editor.text == "tulips in spring")
    }
}
