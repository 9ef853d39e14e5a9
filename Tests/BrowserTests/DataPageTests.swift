import PageLayout
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Pages that are not HTML: JSON as a tree, Markdown, plain text.
@Suite struct DataPageTests {
    private static let json = [("Content-Type", "application/json")]

    /// A stage that shows a response of a given type.
    private func stage(
        _ text: String, _ fields: [(String, String)] = json, at address: String = "http://a.test/data",
        columns: Int = 80, rows: Int = 24, pieces: Int = .max
    ) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open(address)
        stage.readCache(nil)
        stage.ask(200, "OK", fields)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            stage.report(.pieceReceived(Array(rest.prefix(pieces))))
            rest = rest.dropFirst(pieces)
        }
        stage.end(.plain(.notHTML), "the answer is not HTML")
        return stage
    }

    private func replace(_ stage: inout Stage, with text: String) {
        var headers = Headers()
        for field in Self.json { headers.append(field.0, field.1) }
        let bytes = Array(text.utf8)
        stage.report(
            .pageReplaced(
                ShownPage(
                    url: stage.url.withoutFragment, html: bytes, split: PageSplit(html: bytes),
                    headers: headers)))
        stage.end(.plain(.notHTML), "the answer is not HTML")
    }

    private func list(_ count: Int, changed: Int? = nil) -> String {
        let items = (0..<count).map {
            "{\"id\": \($0), \"state\": \"\($0 == changed ? "rough" : "calm")\", \"in\": {\"a\": {\"b\": [1]}}}"
        }
        return "[\(items.joined(separator: ",\n"))]"
    }

    @Test func `Enter on a fold toggles it, and the lines above stay`() {
        var stage = stage("{\"a\": {\"b\": {\"c\": {\"d\": 1}}}, \"z\": 2}")
        #expect(stage.text.contains("▸ \"c\": {… 1 name }"))
        stage.press(.tab, .tab, .tab, .tab)
        #expect(stage.text.contains("▸ \"c\": Enter folds or unfolds it"))
        stage.press(.enter)
        #expect(stage.text.contains("▾ \"c\": {"))
        #expect(stage.text.contains("\"d\": 1"))
        stage.press(.enter)
        #expect(stage.text.contains("▸ \"c\": {… 1 name }"))
        #expect(!stage.text.contains("\"d\": 1"))
    }

    @Test func `toggling a fold adds no history entry`() {
        var stage = stage("{\"a\": 1}")
        stage.press(.tab, ";")
        #expect(stage.text.contains("This is a fold, not a link"))
        stage.press("P")
        #expect(stage.text.contains("This is a fold, not a link"))
        #expect(!stage.effects.contains { if case .preload = $0 { true } else { false } })
    }

    @Test func `one key unfolds and folds everything, and the current line stays in view`() {
        var stage = stage(list(200))
        stage.press(.pageDown, .pageDown)
        let first = stage.screen.first { $0.contains("\"id\"") } ?? "none"
        stage.press(.alt("z"))
        stage.settle()
        #expect(stage.text.contains("\"b\": ["))
        #expect(stage.text.contains(first.trimmed))
        stage.press(.alt("z"))
        stage.settle()
        #expect(stage.text.contains("▸ {… 3 names }"))
        stage.press("g")
        #expect(stage.text.contains("All folded.") || stage.screen[1].contains("▾ ["))
    }

    @Test func `a changed value is marked after a reload, and folds stay`() {
        var stage = stage(list(20))
        stage.press(.tab, .tab, .enter)
        #expect(stage.text.contains("▸ {… 3 names }"))
        stage.press("r")
        stage.ask(200, "OK", Self.json)
        replace(&stage, with: list(20, changed: 3))
        stage.settle()
        #expect(stage.text.contains("▸ {… 3 names }"))
        #expect(stage.screen.contains { $0.contains("▌") && $0.contains("\"state\": \"rough\"") })
        #expect(stage.screen.count { $0.contains("▌") } == 1)
    }

    @Test func `folds that contain a changed value are opened`() {
        var stage = stage(
            "{\"a\": {\"b\": {\"c\": {\"d\": 1}}}, \"z\": {\"y\": {\"x\": [1, {\"w\": \"low\"}]}}}")
        #expect(stage.text.contains("▸ \"x\": [… 2 items ]"))
        stage.press("r")
        stage.ask(200, "OK", Self.json)
        replace(
            &stage,
            with: "{\"a\": {\"b\": {\"c\": {\"d\": 1}}}, \"z\": {\"y\": {\"x\": [1, {\"w\": \"high\"}]}}}")
        stage.settle()
        #expect(stage.text.contains("▸ \"c\": {… 1 name }"))
        #expect(stage.screen.contains { $0.contains("▌") && $0.contains("\"w\": \"high\"") })
        #expect(stage.screen.count { $0.contains("▌") } == 1)
    }

    @Test func `a key switches between the text as sent and the tree`() {
        let text = "{\"a\":1.0,\n\"b\":[ ]}"
        var stage = stage(text)
        stage.press(.alt("r"))
        #expect(stage.text.contains("{\"a\":1.0,"))
        #expect(stage.text.contains("as text"))
        stage.press(.alt("r"))
        #expect(stage.text.contains("▾ {"))
        #expect(!stage.text.contains("as text"))
        stage.press(.alt("r"), "r")
        stage.ask(200, "OK", Self.json)
        replace(&stage, with: "{\"a\":2.0}")
        #expect(stage.text.contains("{\"a\":2.0}"))
    }

    @Test func `the result does not depend on how a page is split into chunks`() {
        let text = list(30)
        let whole = stage(text).screen[1...20]
        for pieces in [7, 100, 1000] { #expect(stage(text, pieces: pieces).screen[1...20] == whole) }
    }

    @Test func `search finds text in unfolded parts`() {
        var stage = stage(list(300))
        stage.type("/\"id\": 250")
        stage.press(.enter)
        stage.settle()
        #expect(stage.text.contains("\"id\": 250"))
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains("\"id\": 299"))
    }

    @Test func `ten megabytes are shown after a few steps, and the rest is laid out during idle time`() {
        let text = list(190_000)
        #expect(text.utf8.count > 10 << 20)
        var stage = stage(text)
        #expect(stage.text.contains("\"id\": 1,"))
        let read = stage.model.document?.layout.byteCount ?? 0
        #expect(read > 0)
        #expect(read < 4 << 20)
        #expect(stage.model.hasIdleWork)
        for _ in 0..<20 { _ = stage.model.idle() }
        #expect(stage.model.document?.layout.byteCount ?? 0 > read)
    }

    @Test func `the end of a long tree can be reached`() {
        var stage = stage(list(3000))
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains("\"id\": 2999"))
        #expect(!stage.model.hasIdleWork)
    }

    @Test func `thousands of levels can be unfolded and left`() {
        let depth = 5000
        var stage = stage(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        #expect(stage.text.contains("▸ [… 1 item ]"))
        stage.press(.alt("z"))
        stage.settle()
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains("]"))
        stage.press("g", .alt("z"))
        stage.settle()
        #expect(stage.text.contains("▸ [… 1 item ]"))
    }

    @Test func `a truncated response is reported`() {
        let stage = stage("{\"a\": [1, 2")
        #expect(stage.text.contains("This is not JSON: at the end, line 1, a comma or ] is missing."))
        #expect(stage.text.contains("{\"a\": [1, 2"))
    }

    @Test func `invalid JSON cannot be folded and has one form`() {
        var stage = stage("hello", [("Content-Type", "text/plain")])
        stage.press(.alt("z"))
        #expect(stage.text.contains("this page is not JSON"))
        stage.press(.alt("r"))
        #expect(stage.text.contains("this page is shown in one form only"))
    }

    @Test func `links in Markdown can be followed`() {
        var stage = stage(
            "See [the log](/log.html).", [("Content-Type", "text/plain")], at: "http://a.test/README.md")
        stage.press(.tab, .enter)
        #expect(stage.url.href == "http://a.test/log.html")
    }

    @Test func `a page in another encoding is shown as a tree, too`() {
        var stage = Stage(columns: 80, rows: 24)
        stage.open("http://a.test/data")
        stage.ask(200, "OK", [("Content-Type", "application/json; charset=iso-8859-1")])
        stage.report(.pieceReceived([0x7B, 0x22, 0xE9, 0x22, 0x3A, 0x31, 0x7D]))
        stage.end(.plain(.notHTML), "the answer is not HTML")
        #expect(stage.text.contains("\"é\": 1"))
    }

    @Test func `reader view shows the main text, keeps the position and marks changes`() {
        func page(_ word: String) -> String {
            let text = (0..<60).map { "<p>Paragraph \($0).</p>" }.joined()
            return "<nav><a href=/a>Home</a></nav><main>\(text)<!--sonicdiff-n--><p>Number \(word).</p>"
                + "<!--sonicdiff-n-end--><p>The end.</p></main><footer>Imprint</footer>"
        }
        var stage = Stage(columns: 80, rows: 24)
        stage.open("http://a.test/")
        stage.readCache(page("one"))
        stage.ask(304)
        stage.end(.allCached, "nothing changed")
        stage.press(.pageDown, .pageDown)
        let top = stage.screen[1]
        #expect(top.contains("Paragraph"))
        stage.press(.alt("r"))
        #expect(stage.screen[1] == top)
        #expect(stage.text.contains("reader view"))
        #expect(stage.text.contains("Reader view: the page's main element"))
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains("The end."))
        #expect(!stage.text.contains("Imprint"))
        stage.press("r")
        stage.ask(200)
        stage.update(from: page("one"), to: page("two"))
        stage.end(.dataUpdate, "data", changed: ["n"])
        stage.settle()
        #expect(stage.screen.contains { $0.contains("▌Number two.") })
        #expect(!stage.text.contains("Imprint"))
        stage.press(.alt("r"))
        #expect(stage.text.contains("Number two."))
        stage.press("G")
        stage.settle()
        #expect(stage.text.contains("Imprint"))
        stage.press("g")
        #expect(stage.screen[1].contains("Home"))
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
