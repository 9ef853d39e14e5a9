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
