import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Several tabs: opening, closing, switching, and reports of background sessions.
struct TabTests {
    // MARK: Opening

    @Test func `one tab needs no tab line, two do, and the page has a row less`() {
        var stage = Stage.onPage()
        let alone = stage.screen
        #expect(alone[0].contains("http://127.0.0.1:8420/a"))
        stage.press(.tab, ",")
        #expect(stage.screen[0].hasPrefix("▸1 Page a"))
        #expect(stage.screen[1].contains("http://127.0.0.1:8420/a"))
        #expect(stage.screen[2] == alone[1])
    }

    @Test(arguments: [
        "show-tab -9223372036854775808", "show-tab 0", "show-tab 9223372036854775807",
        "go 9223372036854775807", "9223372036854775807",
    ])
    func `a number out of range is reported and does no harm`(command: String) {
        var stage = Stage.onPage()
        stage.press(":")
        stage.type(command)
        stage.press(.enter)
        #expect(
            stage.text.contains("No tab") || stage.text.contains("The page has"), "\(stage.text)")
    }

    @Test func `a page opened in the background changes nothing on the screen but the tab line`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",")
        stage.press("j", "k")
        let before = stage.screen
        #expect(before[0].hasSuffix(" 2▶b"))
        stage.come("b")
        let after = stage.screen
        #expect(after[0].contains(" 2 Page b"))
        #expect(after.dropFirst() == before.dropFirst())
        #expect(stage.model.history == History())
        stage.press(">")
        #expect(stage.screen[1].contains("http://127.0.0.1:8420/b"))
        #expect(stage.text.contains("line 3 of b"))
        // It was loaded already: nothing is requested.
        #expect(stage.openings.count == 2)
    }

    @Test func `a link opened in a new tab comes in front, and the previous page is unchanged`() {
        var stage = Stage.onPage()
        stage.press(" ", "g", "j", .tab, .tab, ";")
        #expect(stage.openings.last?.url.href == "http://127.0.0.1:8420/c")
        stage.come("c")
        #expect(stage.text.contains("line 3 of c"))
        stage.press("B")
        #expect(stage.text.contains("no page to go back to"))
        stage.press("<")
        #expect(stage.model.document?.reader.chosenLink == 1 && stage.model.document?.reader.top == 1)
    }

    @Test func `an address is typed for a new tab, by key and by command`() {
        var stage = Stage.onPage()
        stage.press(.control("t"))
        #expect(stage.text.contains("New tab:"))
        stage.type("127.0.0.1:8420/b")
        stage.press(.enter)
        stage.come("b")
        stage.press(":")
        stage.type("tab 127.0.0.1:8420/c")
        stage.press(.enter)
        stage.come("c")
        #expect(stage.titles == ["Page a", "Page b", "Page c"])
        #expect(stage.model.account.tabs.frontIndex == 2)
    }

    @Test func `no tab is opened if the selected item has no page`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/f")
        stage.readCache("<form><input name=q></form>")
        stage.end(.allCached, "over")
        stage.press(",")
        #expect(stage.text.contains("press Tab first"))
        stage.press(.tab, ";")
        #expect(stage.text.contains("is not a link") && stage.model.account.tabs.count == 1)
    }

    @Test func `a page that was stopped while loading is requested again in its tab`() {
        var stage = Stage.onPage()
        stage.press(.tab, ";", .escape)
        #expect(stage.outstanding.isEmpty && stage.model.document == nil)
        #expect(stage.screen[1].contains("http://127.0.0.1:8420/b"))
        stage.press("r")
        stage.come("b")
        #expect(stage.titles == ["Page a", "Page b"])
        #expect(stage.model.history == History())
    }

    // MARK: Switching

    @Test(arguments: [
        (keys: [">"] as [Key], front: 0), (["<"], 1), (["<", "<"], 0), (["J", "J"], 1), (["K"], 1),
        ([.alt("2")], 1), ([.alt("3")], 2), (["<", .alt("1"), .alt("1")], 0), ([.alt("9")], 2),
        ([":", "s", "h", "o", "w", "-", "t", "a", "b", " ", "1", .enter], 0), ([.alt("2"), "l", .enter], 1),
        (["l", "g", .enter], 0), (["l", "/", "p", "a", "g", "e", " ", "b", .enter, .enter], 1),
    ])
    func `tabs are selected in turn, by number and from their list`(keys: [Key], front: Int) {
        var stage = Stage.withTabs()
        for key in keys { stage.press(key) }
        #expect(stage.model.account.tabs.frontIndex == front)
        #expect(stage.titles == ["Page a", "Page b", "Page c"])
        #expect(stage.text.contains("line 3 of \(["a", "b", "c"][front])"))
    }

    @Test(arguments: [
        (key: ">" as Key, words: "only tab"), ("<", "only tab"), ("c", "only tab"),
        ("U", "no tab was closed"),
        (.alt("2"), "No tab 2: there is one."),
    ])
    func `a key without effect says why`(key: Key, words: String) {
        var stage = Stage.onPage()
        stage.press(key)
        #expect(stage.text.contains(words))
    }

    // MARK: Background sessions

    @Test func `sessions of several tabs run concurrently, and each report reaches its own`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",", .tab, ",")
        #expect(stage.outstanding == [2, 3])
        stage.visit = 2
        stage.readCache(Stage.page("b"))
        stage.visit = 3
        stage.readCache(nil)
        stage.ask(200)
        stage.visit = 2
        stage.ask(200)
        stage.update(from: Stage.page("b"), to: Stage.page("b").replacing("old", with: "new"))
        stage.end(.dataUpdate, "differs", changed: ["x"], storage: .stored(number: 4))
        #expect(stage.model.account.tabs[1].mark(stage.model.plot).sign == "●")
        #expect(stage.model.account.tabs[1].stateWords == "data update, 1 changed")
        #expect(stage.model.account.tabs[2].mark(stage.model.plot).sign == "▶")
        #expect(stage.model.account.tabs[2].stateWords == "receiving")
        stage.press(.escape)
        #expect(stage.text.contains("nothing is loading"))
        stage.press(">")
        #expect(stage.text.contains("▌new"))
        stage.press(">", .escape)
        #expect(stage.outstanding.isEmpty)
        #expect(stage.model.account.tabs[2].stateWords == "stopped")
    }

    @Test func `a failure in the background covers no message in front and prompts for no password`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",")
        stage.readCache(nil)
        stage.ask(401, "Unauthorized", [("WWW-Authenticate", "Basic realm=\"x\"")])
        stage.press("j", "k")
        stage.end(.failed(.status(401)), "the server wants a password")
        #expect(stage.model.prompt == nil && stage.model.notice == nil)
        #expect(stage.screen[0].contains("2✗"))
        stage.press(">")
        #expect(stage.text.contains("401"))
    }

    @Test func `going offline and quitting end the sessions of all tabs`() {
        for key: Key in ["O", "q"] {
            var stage = Stage.onPage()
            stage.press(.tab, ",", ",")
            #expect(stage.outstanding.count == 2)
            stage.press(key)
            #expect(stage.outstanding.isEmpty)
        }
    }

    @Test func `the list of tabs is live`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",", "l")
        #expect(stage.text.contains("reading cache"))
        stage.come("b")
        #expect(stage.text.contains("all cached") && !stage.text.contains("reading cache"))
    }

    // MARK: Closing

    @Test func `a closed tab is replaced by its neighbour, and reopens at its place and in its state`() {
        var stage = Stage.withTabs()
        stage.press(.alt("2"), " ", " ", "c")
        #expect(stage.titles == ["Page a", "Page c"] && stage.model.account.tabs.frontIndex == 1)
        stage.press("c")
        #expect(stage.titles == ["Page a"])
        #expect(stage.screen[0].contains("http://127.0.0.1:8420/a"))
        stage.press("U")
        #expect(stage.openings.last?.url.href == "http://127.0.0.1:8420/c")
        #expect(stage.openings.last?.mode == .back)
        stage.come("c")
        stage.press("U")
        stage.readCache(Stage.page("b"))
        stage.end(.fresh(.lifetime), "stored")
        #expect(stage.titles == ["Page a", "Page b", "Page c"] && stage.model.account.tabs.frontIndex == 1)
        #expect((stage.model.document?.reader.top ?? 0) > 30)
        stage.press("U")
        #expect(stage.text.contains("no tab was closed"))
    }

    @Test func `closing a tab ends its session, also from the list`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",", ",", "l", "j", "c")
        #expect(stage.effects.last == .cancel(visit: 2) && stage.model.account.tabs.count == 2)
        stage.press("c")
        #expect(stage.outstanding.isEmpty && stage.model.account.tabs.count == 1)
        stage.press("c")
        #expect(stage.text.contains("This is the only tab."))
        // A page that was still loading can be reopened, too.
        stage.press(.escape, "U")
        #expect(stage.openings.last?.url.href == "http://127.0.0.1:8420/b")
    }

    @Test func `another account starts with one tab, and no closed tabs`() {
        var stage = Stage.onPage()
        stage.press(.tab, ",", ",", "c")
        stage.send(.accountSwitched("ben"))
        #expect(stage.model.account.tabs.count == 1 && stage.model.account.tabs.closed.isEmpty)
        #expect(stage.outstanding.isEmpty)
    }

    // MARK: Text

    @Test func `titles in the tab line are truncated by cells`() {
        var stage = Stage(columns: 30)
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache("<title>中文标题很长很长很长</title><a href=/b>b</a>")
        stage.end(.allCached, "over")
        stage.press(.tab, ",")
        #expect(TextWidth.columns(of: stage.screen[0]) <= 30)
        #expect(stage.screen[0] == "▸1 中文…长很长  2▶b")
    }

    @Test(arguments: [5, 6, 7, 8])
    func `on few rows there is no tab line`(rows: Int) {
        var stage = Stage.onPage(rows: rows)
        stage.press(.tab, ",")
        #expect(stage.screen[0].contains("http://127.0.0.1:8420/a") == (rows < 8))
    }
}
