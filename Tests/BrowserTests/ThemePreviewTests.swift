import CellGrid
import Testing

@testable import Browser

/// Themes are previewed before they are selected.
struct ThemePreviewTests {
    private static func typing(_ text: String) -> Stage {
        var stage = Stage.onPage()
        stage.press(":")
        stage.type(text)
        return stage
    }

    @Test(arguments: [
        ("theme nord", "nord"), ("theme nor", "nord"), ("color nord", "nord"), ("theme n", "nord"),
        ("theme ", nil), ("theme", nil), ("theme no-such", nil), ("layout nord", nil), ("theme d", nil),
    ])
    func `the typed theme is previewed, and Esc restores the current one`(text: String, shown: String?) {
        var stage = Self.typing(text)
        let chosen = stage.model.screen.theme
        #expect(stage.model.shownTheme.name == shown ?? chosen.name)
        #expect(stage.model.screen.theme == chosen)
        stage.press(.escape)
        #expect(stage.model.shownTheme == chosen)
    }

    @Test func `Down and Up preview each theme at once, and Enter selects one`() {
        var stage = Self.typing("theme ")
        let names = Theme.builtIn.map(\.name)
        for name in names + [names[0]] {
            stage.press(.down)
            #expect(stage.model.prompt?.editor.text == "theme " + name)
            #expect(stage.model.shownTheme.name == name)
        }
        stage.press(.up)
        #expect(stage.model.shownTheme.name == names.last)
        stage.press(.enter)
        #expect(stage.model.prompt == nil && stage.model.screen.theme.name == names.last)
    }
}
