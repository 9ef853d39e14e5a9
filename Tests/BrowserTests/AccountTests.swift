import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The key `u` and its effects.
struct AccountTests {
    private static let page = "<title>Ann's</title><h1>Ann's page</h1><form><input name=q value=x></form>"

    /// A stage with account alice, two pages of history and a page on the screen.
    private func stage() -> Stage {
        var stage = Stage()
        stage.accounts = ["ben", "", "clara"]
        for path in ["a", "b", "c"] {
            stage.open("http://127.0.0.1:8420/\(path)")
            stage.readCache(Self.page)
            stage.end(.allCached, "over")
        }
        return stage
    }

    @Test func `the start page lists the pages of the current account only`() {
        var stage = stage()
        stage.press("u", "j", .enter)
        let page = Stage.url("http://b.example/ben")
        stage.report(inbox: [InboxPage(url: Stage.url("http://a.example/ann"))])
        #expect(!stage.text.contains("a.example"))
        stage.report(inbox: [InboxPage(url: page)], of: "ben")
        #expect(stage.text.contains("b.example/ben"))
        // A page that was opened meanwhile stays.
        stage.open("http://b.example/other")
        stage.readCache("<h1>Other</h1>")
        stage.report(inbox: [InboxPage(url: page)], of: "ben")
        #expect(stage.text.contains("Other"))
    }

    @Test func `control characters in an account name do not break its line`() {
        var stage = stage()
        stage.accounts = ["a\u{1B}[2J\nb\u{7}"]
        stage.press("u", "g", "j", .enter)
        #expect(stage.model.account.name == "a\u{1B}[2J\nb\u{7}")
        #expect(stage.screen.count == 24)
        #expect(!stage.text.contains("\u{1B}"))
    }
}
