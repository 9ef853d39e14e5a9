import CellGrid
import Testing

@testable import Browser

/// Themes are previewed before they are selected.
struct ThemePreviewTests {
    @Test func `Down and Up preview each theme at once, and Enter selects one`() {
        var stage = Stage.onPage()
        stage.press(":")
        stage.type("theme ")
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
