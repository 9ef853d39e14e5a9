import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Which tabs' pages are kept: in the background, within a limit of bytes, and for the next start.
struct TabKeepingTests {
    // MARK: Memory

    @Test func `background pages over a limit are unloaded, the one left longest ago first, and read again`()
    {
        let filler = String(repeating: "<p>filler</p>", count: Tabs.byteLimit / 2 / 13)
        var stage = Stage.onPage()
        for name in ["b", "c"] {
            stage.press(.control("t"))
            stage.type("127.0.0.1:8420/\(name)")
            stage.press(.enter)
            stage.readCache(Stage.page(name) + filler)
            stage.end(.allCached, "over", storage: .renewed)
            stage.press(" ")
        }
        stage.press(.alt("1"))
        let tabs = stage.model.account.tabs
        #expect(tabs.indices.map { tabs[$0].document == nil } == [false, true, false])
        #expect(stage.titles == ["Page a", "Page b", "Page c"])
        #expect(tabs[1].mark(Plot(.drawn)).sign == "○" && tabs[1].stateWords == "unloaded")
        stage.press(.alt("2"))
        #expect(stage.openings.last?.mode == .back)
        stage.readCache(Stage.page("b") + filler)
        stage.end(.fresh(.lifetime), "stored")
        #expect((stage.model.document?.reader.top ?? 0) > 10)
        #expect(stage.model.account.tabs.front.left == nil)
        #expect(stage.model.history == History())
    }

    @Test(arguments: [.notAllowed(.noStore), .removed] as [SessionResult.Storage])
    func `a page that is not in the cache is not unloaded`(storage: SessionResult.Storage) {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(nil)
        stage.ask(200)
        stage.replace(with: Stage.page("a"))
        stage.end(.plain(.notSonic), "over", storage: storage)
        #expect(!stage.model.account.tabs.front.mayBePutAway)
        var tabs = stage.model.account.tabs
        tabs.append(Tab())
        tabs.turn(to: 1)
        tabs.keep(within: 0)
        // Held separately: Swift 6.3's macro reads what the subscript lends after the loan has ended.
        let kept = tabs[0].document
        #expect(kept != nil)
    }

    // MARK: The next start

    private func saved(_ stage: Stage) -> [SavedTabs] {
        stage.effects.compactMap { if case .saveTabs(let tabs) = $0 { tabs } else { nil } }
    }

    private func entries(_ names: String...) -> [SavedTabs.Entry] {
        names.map {
            SavedTabs.Entry(url: Stage.url("http://127.0.0.1:8420/\($0)"), offset: 0, title: "Page \($0)")
        }
    }

    @Test
    func `closed tabs of earlier runs come before those of this one, without duplicates and 20 at most`() {
        var stage = Stage.onPage(keeping: true)
        stage.press(.tab, ",")
        stage.come("b")
        stage.press(">", "c")
        let many = SavedTabs([], front: 0, closed: (0..<25).flatMap { entries("\($0)", "b") })
        stage.send(.tabsKeptClosed(many))
        let closed = stage.model.account.tabs.closed.compactMap { $0.tab.left?.place.url.path }
        #expect(closed == (6..<25).map { "/\($0)" } + ["/b"])
        #expect(saved(stage).last?.closed.map(\.url.path) == closed)
    }

    @Test func `filtered tabs keep the front tab selected, or the nearest`() {
        let saved = SavedTabs(entries("a", "b", "c"), front: 2, closed: entries("a", "d"))
        let rest = saved.filtered { $0.path != "/a" }
        #expect(rest == SavedTabs(entries("b", "c"), front: 1, closed: entries("d")))
        #expect(saved.filtered { $0.path == "/a" } == SavedTabs(entries("a"), front: 0, closed: entries("a")))
        #expect(rest.frontEntry?.title == "Page c" && SavedTabs([], front: 3).frontEntry == nil)
    }

    @Test func `a page that cannot be requested again is not saved`() {
        var tabs = Tabs()
        let post = RequestMethod.post(PostBody([], contentType: "text/plain", origin: nil))
        for (path, method) in [("a", RequestMethod.get), ("b", post), ("c", .get)] {
            let url = Stage.url("http://ann:secret@127.0.0.1:8420/\(path)")
            let place = History.Place(url: url, method: method, offset: 7)
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
}
