import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import BrowserCore

/// Several pages beside each other: opening, closing, turning over, and what sessions behind report.
struct TabTests {
    private static func page(_ name: String) -> String {
        "<title>Page \(name)</title><h1>Page \(name)</h1><a href=/b>to b</a> <a href=/c>to c</a>"
            + "<!--sonicdiff-x--><p>old</p><!--sonicdiff-x-end-->"
            + (0..<80).map { "<p>line \($0) of \(name)</p>" }.joined()
    }

    /// A stage with `/a` on the screen.
    private func stage(columns: Int = 80, rows: Int = 24, keeping: TabKeeping = .off) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.model.tabKeeping = keeping
        stage.open("http://127.0.0.1:8420/a")
        come(&stage, "a")
        return stage
    }

    private func come(_ stage: inout Stage, _ name: String) {
        stage.readCache(Self.page(name))
        stage.end(.allCached, "over", storage: .renewed)
    }

    private func titles(_ stage: Stage) -> [String] {
        stage.model.tabs.indices.map { stage.model.tabs[$0].title }
    }

    private func openings(_ stage: Stage) -> [Opening] {
        stage.effects.compactMap { if case .openPage(let opening) = $0 { opening } else { nil } }
    }

    // MARK: Opening

    @Test func `one tab needs no line, two do, and the page has a row less`() {
        var stage = stage()
        let alone = stage.screen
        #expect(alone[0].contains("http://127.0.0.1:8420/a"))
        stage.press(.tab, ",")
        #expect(stage.screen[0].hasPrefix("▸1 Page a"))
        #expect(stage.screen[1].contains("http://127.0.0.1:8420/a"))
        #expect(stage.screen[2] == alone[1])
    }

    @Test func `a page opened behind comes without touching the screen, but for the line of tabs`() {
        var stage = stage()
        stage.press(.tab, ",")
        stage.press("j", "k")
        let before = stage.screen
        #expect(before[0].contains(" 2▶127.0.0.1:8420/b"))
        come(&stage, "b")
        let after = stage.screen
        #expect(after[0].contains(" 2 Page b"))
        #expect(after.dropFirst() == before.dropFirst())
        #expect(stage.model.history == History())
        stage.press(">")
        #expect(stage.screen[1].contains("http://127.0.0.1:8420/b"))
        #expect(stage.text.contains("line 3 of b"))
        // It was there already: nothing is asked for again.
        #expect(openings(stage).count == 2)
    }

    @Test func `a link followed in a new tab comes in front, and the page before is as it was`() {
        var stage = stage()
        stage.press(" ", "g", "j", .tab, .tab, ";")
        #expect(openings(stage).last?.url.href == "http://127.0.0.1:8420/c")
        come(&stage, "c")
        #expect(stage.text.contains("line 3 of c"))
        stage.press("B")
        #expect(stage.text.contains("no page to go back to"))
        stage.press("<")
        #expect(stage.model.document?.chosenLink == 1 && stage.model.document?.top == 1)
    }

    @Test func `an address is typed for a new tab, with its key and as a command`() {
        var stage = stage()
        stage.press(.control("t"))
        #expect(stage.text.contains("New tab:"))
        stage.type("127.0.0.1:8420/b")
        stage.press(.enter)
        come(&stage, "b")
        stage.press(":")
        stage.type("tab 127.0.0.1:8420/c")
        stage.press(.enter)
        come(&stage, "c")
        #expect(titles(stage) == ["Page a", "Page b", "Page c"])
        #expect(stage.model.tabs.frontIndex == 2)
    }

    @Test func `nothing is opened where there is no page behind what is chosen`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/f")
        stage.readCache("<form><input name=q></form>")
        stage.end(.allCached, "over")
        stage.press(",")
        #expect(stage.text.contains("press Tab first"))
        stage.press(.tab, ";")
        #expect(stage.text.contains("no page behind it") && stage.model.tabs.count == 1)
    }

    // MARK: Turning

    @Test(arguments: [
        (keys: [">"] as [Key], front: 0), (["<"], 1), (["<", "<"], 0), (["J", "J"], 1), (["K"], 1),
        ([.alt("2")], 1), ([.alt("3")], 2), (["<", .alt("1"), .alt("1")], 0), ([.alt("9")], 2),
        ([":", "s", "h", "o", "w", "-", "t", "a", "b", " ", "1", .enter], 0), ([.alt("2"), "l", .enter], 1),
        (["l", "g", .enter], 0), (["l", "/", "p", "a", "g", "e", " ", "b", .enter, .enter], 1),
    ])
    func `tabs are gone to in turn, by number and from their list`(keys: [Key], front: Int) {
        var stage = stage()
        for name in ["b", "c"] {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/\(name)")
            stage.press(.enter)
            come(&stage, name)
        }
        for key in keys { stage.press(key) }
        #expect(stage.model.tabs.frontIndex == front)
        #expect(titles(stage) == ["Page a", "Page b", "Page c"])
        #expect(stage.text.contains("line 3 of \(["a", "b", "c"][front])"))
    }

    @Test(arguments: [
        (key: ">" as Key, words: "only tab"), ("<", "only tab"), ("c", "only tab"),
        ("U", "no tab was closed"),
        (.alt("2"), "There is no tab 2: there is one."),
    ])
    func `a key that can do nothing says why`(key: Key, words: String) {
        var stage = stage()
        stage.press(key)
        #expect(stage.text.contains(words))
    }

    // MARK: Sessions behind

    @Test func `sessions of several tabs run beside each other, and each report finds its own`() {
        var stage = stage()
        stage.press(.tab, ",", .tab, ",")
        #expect(stage.outstanding == [2, 3])
        stage.visit = 2
        stage.readCache(Self.page("b"))
        stage.visit = 3
        stage.readCache(nil)
        stage.ask(200)
        stage.visit = 2
        stage.ask(200)
        stage.update(from: Self.page("b"), to: Self.page("b").replacing("old", with: "new"))
        stage.end(.dataUpdate, "differs", changed: ["x"], storage: .stored(number: 4))
        #expect(stage.model.tabs[1].mark == .changed)
        #expect(stage.model.tabs[1].stateWords == "data update, 1 changed")
        #expect(stage.model.tabs[2].mark == .busy)
        #expect(stage.model.tabs[2].stateWords == "receiving")
        stage.press(.escape)
        #expect(stage.text.contains("nothing is loading"))
        stage.press(">")
        #expect(stage.text.contains("▌new"))
        stage.press(">", .escape)
        #expect(stage.outstanding.isEmpty)
        #expect(stage.model.tabs[2].stateWords == "stopped")
    }

    @Test func `a failure behind says nothing over the page in front, and asks for no password`() {
        var stage = stage()
        stage.press(.tab, ",")
        stage.readCache(nil)
        stage.ask(401, "Unauthorized", [("WWW-Authenticate", "Basic realm=\"x\"")])
        stage.press("j", "k")
        stage.end(.failed(.status(401)), "the server wants a password")
        #expect(stage.model.prompt == nil && stage.model.notice == nil)
        #expect(stage.screen[0].contains(" 2!"))
        stage.press(">")
        #expect(stage.text.contains("401"))
    }

    @Test func `offline and leaving end the sessions of all tabs`() {
        for key: Key in ["O", "q"] {
            var stage = stage()
            stage.press(.tab, ",", ",")
            #expect(stage.outstanding.count == 2)
            stage.press(key)
            #expect(stage.outstanding.isEmpty)
        }
    }

    @Test func `a pin that is found out behind is the page's own`() throws {
        var stage = stage()
        stage.press(.tab, ",")
        stage.pinned = [Stage.url("http://127.0.0.1:8420/b")]
        come(&stage, "b")
        #expect(stage.model.pin == .none)
        stage.press(">")
        #expect(stage.model.pin != .none)
    }

    @Test func `the list of tabs is live`() {
        var stage = stage()
        stage.press(.tab, ",", "l")
        #expect(stage.text.contains("reading cache"))
        come(&stage, "b")
        #expect(stage.text.contains("all cached") && !stage.text.contains("reading cache"))
    }

    // MARK: Closing

    @Test func `a closed tab gives way to its neighbour, and opens again where it was and as it was left`() {
        var stage = stage()
        for name in ["b", "c"] {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/\(name)")
            stage.press(.enter)
            come(&stage, name)
        }
        stage.press(.alt("2"), " ", " ", "c")
        #expect(titles(stage) == ["Page a", "Page c"] && stage.model.tabs.frontIndex == 1)
        stage.press("c")
        #expect(titles(stage) == ["Page a"])
        #expect(stage.screen[0].contains("http://127.0.0.1:8420/a"))
        stage.press("U")
        #expect(openings(stage).last?.url.href == "http://127.0.0.1:8420/c")
        #expect(openings(stage).last?.mode == .back)
        come(&stage, "c")
        stage.press("U")
        stage.readCache(Self.page("b"))
        stage.end(.fresh, "stored")
        #expect(titles(stage) == ["Page a", "Page b", "Page c"] && stage.model.tabs.frontIndex == 1)
        #expect((stage.model.document?.top ?? 0) > 30)
        stage.press("U")
        #expect(stage.text.contains("no tab was closed"))
    }

    @Test func `closing a tab ends its session, also from the list`() {
        var stage = stage()
        stage.press(.tab, ",", ",", "l", "j", "c")
        #expect(stage.effects.last == .cancelSession(visit: 2) && stage.model.tabs.count == 2)
        stage.press("c")
        #expect(stage.outstanding.isEmpty && stage.model.tabs.count == 1)
        stage.press("c")
        #expect(stage.text.contains("This is the only tab."))
        // A page that had not come yet is opened again, too.
        stage.press(.escape, "U")
        #expect(openings(stage).last?.url.href == "http://127.0.0.1:8420/b")
    }

    @Test func `another account begins with one tab, and nothing to be opened again`() {
        var stage = stage()
        stage.press(.tab, ",", ",", "c")
        stage.send(.accountSwitched("ben"))
        #expect(stage.model.tabs.count == 1 && stage.model.tabs.closed.isEmpty)
        #expect(stage.outstanding.isEmpty)
    }

    // MARK: Memory

    @Test func `pages behind beyond a bound are put away, the one left longest ago first, and come back`() {
        let filler = String(repeating: "<p>filler</p>", count: Tabs.byteLimit / 2 / 13)
        var stage = stage()
        for name in ["b", "c"] {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/\(name)")
            stage.press(.enter)
            stage.readCache(Self.page(name) + filler)
            stage.end(.allCached, "over", storage: .renewed)
            stage.press(" ")
        }
        stage.press(.alt("1"))
        let tabs = stage.model.tabs
        #expect(tabs.indices.map { tabs[$0].document == nil } == [false, true, false])
        #expect(titles(stage) == ["Page a", "Page b", "Page c"])
        #expect(tabs[1].mark == .absent && tabs[1].stateWords == "put away")
        stage.press(.alt("2"))
        #expect(openings(stage).last?.mode == .back)
        stage.readCache(Self.page("b") + filler)
        stage.end(.fresh, "stored")
        #expect((stage.model.document?.top ?? 0) > 10)
        #expect(stage.model.tabs.front.left == nil)
        #expect(stage.model.history == History())
    }

    @Test(arguments: [.notAllowed("no-store"), .removed] as [SessionResult.Storage])
    func `a page that is not in the cache is not put away`(storage: SessionResult.Storage) {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(nil)
        stage.ask(200)
        stage.replace(with: Self.page("a"))
        stage.end(.plain(.notSonic), "over", storage: storage)
        #expect(!stage.model.tabs.front.mayBePutAway)
        var tabs = stage.model.tabs
        tabs.append(Tab())
        tabs.turn(to: 1)
        tabs.keep(within: 0)
        #expect(tabs[0].document != nil)
    }

    // MARK: The next start

    private func saved(_ stage: Stage) -> [SavedTabs] {
        stage.effects.compactMap { if case .saveTabs(let tabs) = $0 { tabs } else { nil } }
    }

    @Test func `tabs are remembered when they are others, and on leaving with their places`() {
        var stage = stage(keeping: .all)
        #expect(saved(stage).map { $0.entries.map(\.url.path) } == [["/a"]])
        stage.press("j", "j", "k", .tab)
        #expect(saved(stage).count == 1)
        stage.press(",")
        #expect(saved(stage).last?.entries.map(\.url.path) == ["/a", "/b"])
        #expect(saved(stage).last?.front == 0)
        stage.press(">")
        #expect(saved(stage).last?.front == 1)
        come(&stage, "b")
        #expect(saved(stage).count == 3)
        stage.press(" ", "q")
        #expect(saved(stage).last?.entries.map { $0.offset > 0 } == [true, true])
        #expect(saved(stage).last?.entries.map(\.title) == ["Page a", "Page b"])
        #expect(stage.effects.last == .quit)
    }

    @Test func `one page that was asked for is no reason to forget other tabs`() {
        var stage = stage(keeping: .several)
        stage.press("q")
        #expect(saved(stage).isEmpty)
        stage = self.stage(keeping: .several)
        stage.press(.tab, ",")
        come(&stage, "b")
        stage.press("c")
        #expect(saved(stage).map(\.entries.count) == [2, 1])
        stage = self.stage(keeping: .off)
        stage.press(.tab, ",", "q")
        #expect(saved(stage).isEmpty)
    }

    @Test func `tabs of the run before are opened as they are gone to`() {
        var stage = Stage()
        let entries = ["a", "b", "c"].map {
            SavedTabs.Entry(url: Stage.url("http://127.0.0.1:8420/\($0)"), offset: 300, title: "Page \($0)")
        }
        stage.send(.tabsRestored(SavedTabs(entries, front: 1)))
        #expect(openings(stage).map(\.url.path) == ["/b"])
        #expect(titles(stage) == ["Page a", "Page b", "Page c"])
        #expect(stage.model.tabs[0].stateWords == "not opened yet")
        come(&stage, "b")
        #expect((stage.model.document?.topOffset ?? 0) > 200)
        #expect(stage.model.history == History())
        stage.press(">")
        #expect(openings(stage).last?.mode == .open)
        come(&stage, "c")
        stage.press("<")
        #expect(openings(stage).map(\.url.path) == ["/b", "/c"])
        #expect(stage.model.tabs.closed.isEmpty)
    }

    @Test func `what cannot be asked for again is not remembered`() {
        var tabs = Tabs()
        let post = RequestMethod.post(PostBody([], contentType: "text/plain", origin: nil))
        for (path, method) in [("a", RequestMethod.get), ("b", post), ("c", .get)] {
            let url = Stage.url("http://ann:secret@127.0.0.1:8420/\(path)")
            let place = History.Place(url: url, asked: method, offset: 7)
            tabs.append(Tab(Tab.Left(place: place, mode: .open)))
        }
        tabs.turn(to: 2)
        let saved = tabs.saved
        #expect(saved.entries.map(\.url.href) == ["http://127.0.0.1:8420/a", "http://127.0.0.1:8420/c"])
        #expect(saved.front == 1)
        #expect(tabs.match(saved))
        tabs.turn(to: 1)
        #expect(!tabs.match(saved))
    }

    // MARK: Words

    @Test func `titles in the line are cut by cells`() {
        var stage = Stage(columns: 30)
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache("<title>中文标题很长很长很长</title><a href=/b>b</a>")
        stage.end(.allCached, "over")
        stage.press(.tab, ",")
        #expect(TextWidth.columns(of: stage.screen[0]) <= 30)
        #expect(stage.screen[0].hasPrefix("▸1 中文标题"))
        #expect(stage.screen[0].contains(" 2▶127.0.0"))
    }

    @Test(arguments: [5, 6, 7, 8])
    func `few rows are the page's`(rows: Int) {
        var stage = stage(rows: rows)
        stage.press(.tab, ",")
        #expect(stage.screen[0].contains("http://127.0.0.1:8420/a") == (rows < 8))
    }
}
