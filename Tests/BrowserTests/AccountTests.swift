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

    @Test func `no account comes first, and the current account is listed even if it is not found`() {
        var stage = stage()
        stage.press("u")
        #expect(stage.effects.last == .ask(.accounts(.any)))
        let rows = stage.popupRows.prefix(4)
        #expect(rows.map { $0.contains("( ) no account") } == [true, false, false, false])
        #expect(rows.map { $0.contains("▸ (•) alice") } == [false, true, false, false])
        #expect(rows.map { $0.contains("( ) ben") } == [false, false, true, false])
        #expect(rows.map { $0.contains("( ) clara") } == [false, false, false, true])
    }

    @Test(arguments: [
        (keys: ["j", .enter] as [Key], account: "ben"), (["G", .enter], "clara"), (["g", .enter], ""),
        (["/", "r", .enter, .enter], "clara"), (["n", "b", "o", " ", .enter], "bo"),
    ])
    func `an account is chosen, searched for or typed`(keys: [Key], account: String) {
        var stage = stage()
        stage.press("u")
        for key in keys { stage.press(key) }
        #expect(stage.effects.contains(.switchAccount(to: account)))
        #expect(stage.model.account.name == account)
        #expect(!stage.text.contains("Esc leave") && stage.text.contains("Switched to"))
    }

    @Test(arguments: [
        (keys: [.enter] as [Key], words: "in use already"), (["n", .enter], "No name was typed"),
        (["n", " ", .enter], "No name was typed"), ([.escape], ""), (["q"], ""), (["x"], "Enter chooses"),
        (["n", "x", .escape], ""), (["/", "w"], "Not found in this list"),
    ])
    func `nothing changes if no other account was chosen`(keys: [Key], words: String) {
        var stage = stage()
        stage.press("u")
        for key in keys { stage.press(key) }
        #expect(stage.effects.last == .ask(.accounts(.any)))
        #expect(stage.model.account.name == "alice")
        #expect(words.isEmpty || stage.text.contains(words))
    }

    @Test func `nothing of one account is visible under another`() {
        var stage = stage()
        stage.press("o")
        stage.type("127.0.0.1:8420/typed")
        stage.press(.enter)
        stage.readCache(Self.page)
        let visit = stage.visit
        stage.press("u", "j", .enter)
        // The running session is stopped, and its late reports are ignored.
        let effects = stage.effects.filter {
            switch $0 {
            case .cancel, .switchAccount: true
            default: false
            }
        }
        #expect(effects.suffix(2) == [.switchAccount(to: "ben"), .cancel(visit: visit)])
        stage.report(.pieceReceived(Array("late".utf8)))
        let screen = stage.text
        #expect(screen.contains("Switched to account “ben”."))
        #expect(!screen.contains("127.0.0.1") && !screen.contains("Ann") && !screen.contains("late"))
        #expect(stage.model.history == History())
        #expect(stage.model.account.typed.addresses.isEmpty)
        for key: Key in ["B", ".", "r", "=", "A"] {
            stage.press(key)
            #expect(!stage.text.contains("127.0.0.1") && !stage.text.contains("Ann"))
        }
        stage.press("o", .up)
        #expect(stage.text.contains("o earlier line"))
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

    @Test func `an account that cannot be used changes nothing`() {
        var stage = stage()
        stage.send(.failed("the account's name is too long"))
        #expect(stage.text.contains("The account's name is too long"))
        #expect(stage.text.contains("Ann's page"))
        #expect(stage.model.account.name == "alice")
    }

    @Test func `control characters in an account name do not break its line`() {
        var stage = stage()
        stage.accounts = ["a\u{1B}[2J\nb\u{7}"]
        stage.press("u", "g", "j", .enter)
        #expect(stage.model.account.name == "a\u{1B}[2J\nb\u{7}")
        #expect(stage.screen.count == 24)
        #expect(!stage.text.contains("\u{1B}"))
    }

    @Test func `accounts found after the list was closed do not reopen it`() {
        var stage = stage()
        stage.press("u", .escape)
        stage.answer(["dora"]) { if case .accounts(let reply) = $0 { reply } else { nil } }
        #expect(!stage.text.contains("dora"))
    }
}
