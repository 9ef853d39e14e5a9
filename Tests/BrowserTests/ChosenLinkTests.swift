import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Where the selection of links continues, and when a selected link can be followed.
@Suite struct ChosenLinkTests {
    /// A hundred links, each in a paragraph of its own.
    private func stage() -> Stage {
        var stage = Stage()
        stage.open("http://a.test/")
        let links = (1...100).map { "<p>Story \($0) <a href='/\($0)'>read \($0)</a> or leave" }
        stage.readCache(links.joined())
        stage.end(.allCached, "status 304")
        return stage
    }

    private func chosen(_ stage: Stage) -> String? {
        stage.model.document.flatMap { page in page.reader.chosenLink.flatMap { page.layout.link($0)?.text } }
    }

    private func look(for text: String, _ stage: inout Stage) {
        stage.press("/")
        stage.type(text)
        stage.press(.enter)
        stage.settle()
    }

    @Test(arguments: [
        ("story 70", [Key.tab], "read 70"), ("story 70", [.backTab], "read 69"),
        ("read 70", [.tab], "read 70"), ("read 70", [.tab, .tab], "read 71"),
        ("read 70", [.backTab], "read 69"), ("story 70", [.tab, .backTab], "read 69"),
        ("story 7", ["n", "n", .tab], "read 71"), ("story 7", [.tab, "n", .tab], "read 70"),
    ])
    func `after a search the selection starts at the match`(sought: String, keys: [Key], expected: String) {
        var stage = stage()
        stage.press(.tab, .tab)
        look(for: sought, &stage)
        for key in keys {
            stage.press(key)
            stage.settle()
        }
        #expect(chosen(stage) == expected)
    }

    @Test func `a match that was scrolled off the screen is not a starting point`() {
        var stage = stage()
        look(for: "story 70", &stage)
        stage.press("g", .tab)
        #expect(chosen(stage) == "read 1")
    }

    @Test func `a link that is not on the screen is not followed`() {
        var stage = stage()
        stage.press(.tab, " ", " ")
        stage.effects = []
        for key: Key in [.enter, ";", "P", .alt("x")] {
            stage.press(key)
            #expect(stage.text.contains("not on the screen: press Tab to choose one"), "\(key.name)")
        }
        #expect(!stage.effects.contains { if case .open = $0 { true } else { false } })
        stage.press(.tab, .enter)
        #expect(stage.url.path != "/1")
        #expect(stage.outstanding.count == 1)
    }
}
