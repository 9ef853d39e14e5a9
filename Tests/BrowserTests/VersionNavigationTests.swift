import CellGrid
import HTML
import SonicProtocol
import SonicSession
import Testing
import Workbench

@testable import Browser
@testable import BrowserValues

/// Older versions of a page on the screen, and comparing two of them.
struct VersionNavigationTests {
    private static let texts = [
        1: Stage.blocks("eins", "two", "three", rows: 40), 2: Stage.blocks("one", "two", "three", rows: 40),
        3: Stage.blocks("one", "two", "THREE", rows: 40),
    ]

    /// A stage with version 3 of a page in front.
    private func opened(columns: Int = 120, rows: Int = 30) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.history = Self.texts
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache(Self.texts[3] ?? "")
        stage.paint()
        stage.end(.allCached, "the same", storage: .renewed)
        stage.send(.timeRead(Instant(milliseconds: 5 * 3_600_000)))
        return stage
    }

    private func shown(_ stage: Stage) -> String? {
        stage.model.document.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `older versions are shown in order, with number and age, up to the newest`() {
        var stage = opened()
        stage.press("[")
        #expect(shown(stage) == Self.texts[2])
        #expect(stage.screen[0].contains("v2 of 3, stored 3 h ago"))
        stage.press("-")
        #expect(shown(stage) == Self.texts[1])
        #expect(stage.screen[0].contains("v1 of 3, stored 4 h ago"))
        stage.press("[")
        #expect(stage.screen.last?.contains("this is the oldest stored version") == true)
        stage.press("]")
        #expect(shown(stage) == Self.texts[2])
        stage.press("+")
        #expect(shown(stage) == Self.texts[3])
        #expect(stage.model.account.tabs.front.navigation == nil)
        #expect(stage.screen[0].contains("ALL CACHED"))
        stage.press("]")
        #expect(stage.screen.last?.contains("this is the newest version") == true)
    }

    @Test func `marks and the diff pane show the changes from the shown version to the next`() {
        var stage = opened()
        stage.press("[")
        #expect(stage.marked() == ["c"])
        let diff = stage.model.texts[.diff]?.lines.map(\.text) ?? []
        #expect(diff.prefix(4) == [" v2 → v3", " c", " - three", " + THREE"])
        stage.press("[")
        #expect(stage.marked() == ["a"])
        let older = stage.model.texts[.diff]?.lines.map(\.text) ?? []
        #expect(older.prefix(4) == [" v1 → v2", " a", " - eins", " + one"])
    }

    @Test func `the scroll position stays from version to version and back`() throws {
        var stage = opened(rows: 20)
        stage.press(.pageDown, "j")
        func top(_ stage: Stage) -> String? {
            stage.model.document.map { String(decoding: $0.layout.line($0.top).bytes, as: UTF8.self) }
        }
        let place = top(stage)
        #expect(place?.contains("line") == true)
        for key: Key in ["[", "[", "]", "]"] {
            stage.press(key)
            #expect(top(stage) == place)
        }
    }

    @Test func `Esc and reloading the page return to the newest version`() {
        for key: Key in [.escape, "r"] {
            var stage = opened()
            stage.press("[", "[", key)
            #expect(stage.model.account.tabs.front.navigation == nil)
            #expect(shown(stage) == Self.texts[3])
            #expect(stage.model.document?.latest.changes == [], "the newest had none")
        }
    }

    @Test func `an update that arrives meanwhile is not shown until the older version is left`() {
        var stage = Stage(columns: 120, rows: 30)
        stage.history = Self.texts
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache(Self.texts[3] ?? "")
        stage.paint()
        stage.press("[")
        #expect(shown(stage) == Self.texts[2])
        let v4 = Stage.blocks("one", "TWO", "THREE", rows: 40)
        stage.ask(200)
        stage.update(from: Self.texts[3] ?? "", to: v4)
        stage.end(.dataUpdate, "one block", changed: ["b"], storage: .stored(number: 4))
        #expect(shown(stage) == Self.texts[2])
        #expect(stage.screen[0].contains("v2 of 4"))
        #expect(stage.noted == [3], "the new version was not seen yet")
        stage.press(.escape)
        #expect(shown(stage) == v4)
        #expect(stage.marked() == ["b"])
        #expect(stage.noted == [3, 4])
    }

    @Test func `versions can be browsed while the page is reloading`() {
        var stage = opened()
        stage.press("r", "[")
        #expect(shown(stage) == Self.texts[2])
        #expect(stage.model.isBusy && stage.outstanding == [stage.visit])
        stage.readCache(Self.texts[3] ?? "")
        stage.end(.allCached, "the same", storage: .renewed)
        #expect(shown(stage) == Self.texts[2])
        stage.press("]")
        #expect(shown(stage) == Self.texts[3] && stage.model.account.tabs.front.navigation == nil)
    }

    @Test func `a link followed from an older version leaves it, and going back shows the newest`() {
        var stage = opened()
        stage.press("[")
        stage.open("http://127.0.0.1:8420/b")
        stage.readCache("<p>other")
        stage.end(.allCached, "the same", storage: .renewed)
        #expect(stage.model.account.tabs.front.navigation == nil)
        #expect(!stage.screen[0].contains("v2 of"))
        stage.press("B")
        stage.readCache(Self.texts[3] ?? "")
        #expect(shown(stage) == Self.texts[3])
    }

    @Test func `no watch poll begins while an older version is shown`() {
        var stage = opened()
        stage.press("w")
        stage.readCache(Self.texts[3] ?? "")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("[")
        stage.uptime = .seconds(3600)
        stage.send(.timerFired(.watch))
        #expect(!stage.model.isBusy)
        stage.press(.escape)
        #expect(stage.model.isBusy)
    }

    @Test func `versions without blocks, with another template or of another type can be browsed`() {
        for (old, new) in [
            ("<p>one<p>two", "<p>one<p>TWO"), ("<h1>x</h1>", "<table><tr><td>y</table>"),
            ("", "<p>something"),
            (Self.texts[1] ?? "", "<p>no block any more"), ("<p>same", "<p>same"),
        ] {
            var stage = Stage()
            stage.history = [2: old, 3: new]
            stage.open("http://127.0.0.1:8420/news")
            stage.readCache(new)
            stage.end(.allCached, "the same", storage: .renewed)
            stage.press("[")
            #expect(shown(stage) == old)
            _ = stage.marked()
            #expect((stage.model.document?.latest.changes == []) == (old == new))
            stage.press("]")
            #expect(shown(stage) == new)
        }
    }

    @Test func `a version that was removed is reported, and the screen stays`() {
        var stage = opened()
        stage.history = [:]
        stage.press("[")
        #expect(stage.screen.last?.contains("It is not kept.") == true)
        #expect(shown(stage) == Self.texts[3])
    }

    @Test func `the last change of the visible block is searched for and shown`() {
        var stage = opened(rows: 20)
        stage.press(.alt("b"))
        #expect(stage.screen.last?.contains("No block of the page is on the screen.") == true)
        stage.model.goToMark(stage.model.document?.blocks.first?.range.lowerBound)
        stage.press(.alt("b"))
        let page = Stage.url("http://127.0.0.1:8420/news")
        let order = VersionOrder(page: page, wanted: .lastChange(of: "a", upTo: 3))
        #expect(stage.effects.contains(.ask(.versions(order, .any))))
        #expect(shown(stage) == Self.texts[2])
        #expect(stage.marked() == ["a"])
        #expect(stage.screen.last?.contains("Block a changed last in v2, stored") == true)
        #expect(stage.text.contains("▌one"))
        #expect(stage.model.account.tabs.front.navigation?.span == "v1 → v2")
    }

    @Test func `versions are listed, opened and compared in pairs`() {
        var stage = opened()
        stage.press("D")
        #expect(stage.text.contains("Versions of this page"))
        #expect(stage.text.contains("▸[ ] v3•"))
        stage.press("j", " ", "j", " ")
        #expect(stage.text.contains("[x] v2") && stage.text.contains("[x] v1"))
        stage.press("D")
        #expect(stage.text.contains("┌ Comparison"))
        #expect(stage.text.contains("- v1 of http://127.0.0.1:8420/news"))
        stage.press("4", "}")
        #expect(stage.text.contains("1-<!--sonicdiff-a--><p>eins</p>"))
        #expect(stage.text.contains("1+<!--sonicdiff-a--><p>one</p>"))
        stage.press(.escape, "G", .enter)
        #expect(shown(stage) == Self.texts[1])
    }

    @Test func `context lines around a change begin at line starts of the page`() {
        var telling = TextDialog(
            title: "v1 → v2", ["      a", "-     b", "+     c"].map { .init(text: $0, role: .text) })
        telling.settle(width: 20, height: 10)
        #expect(telling.text.lines.map(\.text) == ["       a", " -     b", " +     c"])
        // If there is no room for that, the changed words take precedence.
        telling.settle(width: 6, height: 10)
        #expect(telling.text.lines.first?.text == "    a")
    }

    @Test func `two equal versions have no changes`() {
        let page = Stage.url("http://127.0.0.1:8420/news")
        func version(_ html: String) -> PageVersion {
            PageVersion(
                url: page, html: Array(html.utf8), sha1: "", etag: nil, templateTag: nil,
                headers: Headers([HeaderField("Content-Type", "text/html")]), stored: Instant(milliseconds: 0)
            )
        }
        let (old, new) = (version("<p>a"), version("<p>b"))
        func changes(to new: PageVersion) -> [PageChange] {
            PageChange.changes(of: (old, new), charsets: .asciiOnly)
        }
        #expect(changes(to: new).count == 1)
        #expect(changes(to: old) == [])
    }

    @Test func `lines compared backward are shown in forward order`() {
        let change = PageChange(
            name: "a",
            lines: [
                .kept("x"), .removed("new 1", words: []), .removed("new 2", words: []),
                .added("old", words: [0..<1]), .kept("y"), .added("gone", words: []),
                .figures(old: "6", new: "7"),
            ], marks: [])
        let lines = ChangeLines(changes: [change], isBackward: true, width: 80).lines.map(\.text)
        #expect(
            lines == [
                " a", "   x", " - old", " + new 1", " + new 2", "   y", " - gone", " ~ 7 → 6",
            ])
    }
}
