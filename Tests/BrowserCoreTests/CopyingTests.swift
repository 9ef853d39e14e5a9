import Testing

@testable import BrowserCore

/// What `y` and `Y` hand to the terminal.
@Suite struct CopyingTests {
    @Test func `the address of the page on the screen is copied`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/b?c#d")
        stage.readCache("<title>A</title>one")
        stage.press("y")
        #expect(stage.effects.last == .copy("http://a.example/b?c#d"))
        #expect(stage.text.contains("The address was given to the terminal"))
        stage.send(.copyRefused)
        #expect(stage.text.contains("no way to its clipboard"))
    }

    @Test func `without a request there is no command for curl`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.open("http://a.example/")
        stage.readCache("<title>A</title>one")
        stage.press("Y")
        #expect(stage.text.contains("No server was asked for this page"))
        #expect(!stage.effects.contains { if case .copy = $0 { true } else { false } })
    }

    @Test func `without a page nothing is copied`() {
        var stage = Stage(columns: 100, rows: 24)
        stage.press("y", "Y")
        #expect(!stage.effects.contains { if case .copy = $0 { true } else { false } })
        #expect(stage.text.contains("there is no page yet"))
    }
}
