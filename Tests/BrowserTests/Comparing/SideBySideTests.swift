import CellGrid
import SonicProtocol
import SonicSession
import Testing
import Workbench

@testable import Browser

/// Two exchanges side by side, on the screen.
@Suite struct SideBySideTests {
    private static let url = Stage.url("http://shop.example/")

    private func side(_ title: String, _ text: String) -> ExchangeSide {
        ExchangeSide(file: Array(text.utf8), at: Self.url, title: title)
    }

    private func response(_ page: String, _ fields: String = "Etag: a") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\(fields)\r\n\r\n\(page)"
    }

    private func shown(_ old: String, _ new: String, columns: Int = 80, rows: Int = 24) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.model.compare(side("one.http", old), with: side("two.http", new))
        stage.settle()
        return stage
    }

    private func block(_ name: String, _ text: String) -> String {
        "<!--sonicdiff-\(name)-->\(text)<!--sonicdiff-\(name)-end-->"
    }

    @Test func `the part that differs is shown first, down to the byte`() {
        let stage = shown(response("<p>\r\nsame\r\n"), response("<p>\nsame\n"))
        #expect(stage.text.contains("- one.http") && stage.text.contains("+ two.http"))
        #expect(stage.text.contains("▸5 page"))
        #expect(stage.text.contains("page, source: 1 difference"))
        #expect(stage.text.contains("1-<p>␍␊") && stage.text.contains("1+<p>␊"))
        // The text is the same.
        var text = stage
        text.press("x")
        #expect(text.text.contains("page, text"))
        #expect(text.text.contains("line endings changed"))
    }

    @Test func `headers are compared by name and as raw text`() {
        var stage = shown(response("<p>", "ETag: a"), response("<p>", "Etag: a"))
        #expect(stage.text.contains("▸1 headers"))
        #expect(stage.text.contains("the same name in different case"))
        stage.press("x")
        #expect(stage.text.contains("headers, source: 1 difference"))
        #expect(stage.text.contains("-ETag: a␍␊") && stage.text.contains("+Etag: a␍␊"))
    }

    @Test func `blocks are listed, and n and N go through those that differ`() {
        let old = response(block("a", "1") + block("b", "2") + block("c", "3"))
        let new = response(block("a", "1") + block("b", "22") + block("d", "4"))
        var stage = shown(old, new)
        stage.press("4")
        #expect(stage.popupRows.contains { $0.contains(" = a  the same") })
        #expect(stage.popupRows.contains { $0.contains(" ~ b  41 B → 42 B") })
        #expect(stage.popupRows.contains { $0.contains(" + d  only in the second") })
        #expect(stage.popupRows.contains { $0.contains(" - c  only in the first") })
        stage.press("}")
        #expect(stage.text.contains("block b, source: 1 difference"))
        #expect(stage.text.contains("2<!--sonicdiff-b-end-->"))
        stage.press("}", "}")
        #expect(stage.text.contains("block c, source"))
        stage.press("}")
        #expect(stage.screen.last?.contains("No other block differs.") == true)
        stage.press("{", "{", "{")
        #expect(stage.text.contains("blocks, source: 3 differences"))
    }

    @Test func `the template is the page without the contents of its blocks`() {
        let old = response("<h1>" + block("a", "1"))
        let new = response("<h2>" + block("a", "2"))
        var stage = shown(old, new)
        stage.press("3")
        #expect(stage.text.contains("1-<h1>{a}") && stage.text.contains("1+<h2>{a}"))
        stage.press("x")
        #expect(stage.screen.last?.contains("compared as source only") == true)
    }

    @Test func `n and N go to the next and previous difference`() {
        let lines = (1...200).map { "line \($0)\n" }
        var other = lines
        other[49] = "other 50\n"
        other[149] = "other 150\n"
        var stage = shown(response(lines.joined()), response(other.joined()))
        #expect(stage.text.contains("page, source: 2 differences"))
        stage.press("n")
        #expect(stage.text.contains("at 1") && stage.text.contains("50+other 50␊"))
        stage.press("n")
        #expect(stage.text.contains("at 2") && stage.text.contains("150+other 150␊"))
        stage.press("n")
        #expect(stage.screen.last?.contains("No more differences.") == true)
        stage.press("N")
        #expect(stage.text.contains("at 1"))
        // During a search they go to its matches.
        stage.press("/")
        stage.type("150")
        stage.press(.enter, "n")
        #expect(stage.screen.last?.contains("of") == true)
    }

    @Test func `both sides are shown next to each other on a wide screen`() {
        let stage = shown(response("<p>old"), response("<p>new"), columns: 120, rows: 30)
        #expect(stage.popupRows.contains { $0.contains("1-<p>old") && $0.contains("│ 1+<p>new") })
    }

    @Test func `a part that is missing on one side is reported with the reason`() {
        var stage = Stage()
        stage.model.compare(
            side("page.html", "<p>a"), with: side("update.http", response("{}", "template-change: false")))
        stage.settle()
        stage.press("5")
        #expect(stage.text.contains("update.http: The response is a data update"))
        stage.press("y")
        #expect(stage.screen.last?.contains("One side does not have this part.") == true)
    }

    @Test func `differences are copied and saved in the format of diff -u`() throws {
        var stage = shown(response("a\nold\n"), response("a\nnew\n"))
        stage.press("y")
        let wanted = "--- one.http\n+++ two.http\n@@ -1,2 +1,2 @@\n a\n-old\n+new\n"
        #expect(stage.effects.last == .copy(wanted))
        stage.press("w", .enter)
        let order = stage.effects.compactMap {
            if case .ask(.export(let order, _)) = $0 { order } else { nil }
        }
        #expect(try #require(order.last).path == "shop.example.diff")
        #expect(order.last?.bytes(version: "") == Array(wanted.utf8))
    }

    @Test func `secrets in headers are masked until they are revealed`() {
        var stage = shown(
            response("<p>", "Set-Cookie: id=secret1"), response("<p>", "Set-Cookie: id=secret2"))
        for _ in 0..<2 {
            #expect(!stage.text.contains("secret1") && stage.text.contains("masked"))
            stage.press("x")
        }
    }

    @Test func `ten megabytes are compared during idle time`() {
        let half = String(repeating: String(repeating: "x", count: 99) + "\n", count: 50_000)
        var stage = Stage()
        stage.model.compare(
            side("one", half + "old\n" + half), with: side("two", half + "new\n" + half))
        _ = stage.model.update(.terminal(.keyPressed("j")))
        #expect(stage.model.hasIdleWork)
        stage.settle()
        #expect(stage.text.contains("50001+new␊"))
    }

    // MARK: Lists

    @Test func `M-a marks a version, and on another one it compares both`() {
        var stage = Stage(columns: 100)
        stage.history = [1: "<p>one\n", 2: "<p>two\n", 3: "<p>three\n"]
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache("<p>three\n")
        stage.end(.allCached, "the same", storage: .renewed)
        stage.press("D")
        #expect(stage.screen.last?.contains("M-a compare with") == true)
        stage.press(.alt("a"))
        #expect(stage.screen.last?.contains("Marked v3 of http://127.0.0.1:8420/news") == true)
        #expect(stage.text.contains("[◆] v3"))
        // Marking the same version again removes the mark.
        stage.press(.alt("a"))
        #expect(!stage.text.contains("[◆]"))
        stage.press(.alt("a"), "j", "j", .alt("a"))
        // The older one comes first, no matter which was marked.
        #expect(stage.text.contains("- v1 of") && stage.text.contains("+ v3 of"))
        #expect(stage.text.contains("-<p>one␊") && stage.text.contains("+<p>three␊"))
        #expect(stage.model.account.comparedSide == nil)
        // The list is open again behind the comparison.
        stage.press(.escape)
        #expect(stage.text.contains("Versions of this page"))
    }

    @Test func `a version marked in one list is compared with one of another`() {
        var stage = Stage(columns: 100)
        stage.history = [1: "<p>one\n", 2: "<p>two\n"]
        stage.open("http://127.0.0.1:8420/news")
        stage.readCache("<p>two\n")
        stage.press("D", .alt("a"), .escape, "s")
        // The session of this tab is still running.
        stage.press(.alt("a"))
        #expect(stage.text.contains("┌ Comparison"))
        #expect(stage.text.contains("- v2 of") && stage.text.contains("+ tab 1"))
    }
}
