import Chance
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Of a large cached page the beginning is shown first, and the rest follows.
struct BeginningTests {
    private static let page = page(2000)
    private static let first = 20_000

    /// A page of numbered paragraphs.
    private static func page(_ count: Int, _ words: String = "paragraph") -> [UInt8] {
        Array(
            ("<title>Numbers</title>" + (0..<count).map { "<p id=p\($0)>\(words) \($0)</p>\n" }.joined()).utf8
        )
    }

    /// The beginning is on the screen, and everything read so far is laid out.
    private static func begun(
        _ address: String = "http://a.example/", _ html: [UInt8] = page, _ headers: Headers = Headers()
    ) -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.begin(html, first: first, headers)
        stage.paint()
        stage.settle()
        return stage
    }

    /// The same page, loaded in full.
    private static func whole(
        _ address: String = "http://a.example/", _ html: [UInt8] = page, _ headers: Headers = Headers()
    ) -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.enter(.readingCache)
        stage.report(.cachedPageFound(stage.stored(html, headers)))
        stage.enter(.checkingCache)
        stage.settle()
        return stage
    }

    private func expectSame(_ stage: Stage, _ other: Stage) {
        #expect(stage.screen[1..<22] == other.screen[1..<22])
        let (mine, theirs) = (stage.model.document, other.model.document)
        #expect(mine?.bytes == theirs?.bytes)
        #expect(mine?.layout.source == theirs?.layout.source)
        #expect(mine?.source == theirs?.source)
        #expect(mine?.layout.allLines == theirs?.layout.allLines)
        #expect(mine?.layout.isComplete == true)
        #expect(mine?.page.sent.decodedCount == theirs?.page.sent.decodedCount)
    }

    @Test func `the beginning looks like the full page, with the position relative to the whole`() {
        var stage = Self.begun()
        let whole = Self.whole()
        #expect(stage.screen[1..<22] == whole.screen[1..<22])
        #expect(stage.text.contains(" 0%"))
        stage.press(" ", " ", " ")
        var other = whole
        other.press(" ", " ", " ")
        #expect(stage.screen[1..<23] == other.screen[1..<23])
        stage.press("=")
        #expect(stage.text.contains("size         \(Self.page.count.byteText)"))
    }

    @Test func `the rest is appended without changing the screen`() {
        var stage = Self.begun()
        stage.press(" ", "j")
        let before = stage.screen[1..<23]
        stage.report(.cachedPageFound(stage.stored(Self.page)))
        #expect(stage.screen[1..<23] == before)
        stage.settle()
        var whole = Self.whole()
        whole.press(" ", "j")
        expectSame(stage, whole)
        stage.report(.cachedPageVerified)
        #expect(stage.model.visit?.trace.screen.cache == .hit(number: 3, checked: Instant(milliseconds: 0)))
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `a resize while the rest is read keeps the scroll position`() {
        var stage = Self.begun()
        stage.press(" ", " ")
        stage.send(.terminal(.resized(.init(rows: 12, columns: 33))))
        let top = stage.screen[1]
        stage.report(.cachedPageFound(stage.stored(Self.page)))
        #expect(stage.screen[1] == top)
        stage.send(.terminal(.resized(.init(rows: 24, columns: 80))))
        stage.settle()
        var whole = Self.whole()
        whole.press(" ", " ")
        expectSame(stage, whole)
    }

    @Test(arguments: [
        "text/html; charset=gbk", "text/html; charset=utf-8", "text/html", "text/html; charset=utf-16le",
        "text/plain; charset=gbk", "text/plain; charset=utf-8", "text/plain",
    ])
    func `the page is the same wherever the beginning ends`(type: String) {
        var chance = SeededGenerator(seed: 5)
        let headers = Headers([HeaderField("Content-Type", type)])
        // “中文” in GBK, which is not valid UTF-8, between pieces of markup.
        let pieces: [[UInt8]] = [
            [0xD6, 0xD0, 0xCE, 0xC4], Array("<p>".utf8), Array("<b>bold</b> ".utf8),
            Array("&eacute;\r\n".utf8),
            Array("<ul><li>one<li>two</ul>".utf8), Array("<table><tr><td>1<td>2</table>".utf8), [0x80, 0],
            Array("<!--sonicdiff-a-->words words".utf8), Array("<pre>\n  x\n</pre>".utf8),
            [0xE4, 0xB8, 0xAD],
        ]
        for round in 0..<12 {
            var html: [UInt8] = round % 3 == 0 ? [0xEF, 0xBB, 0xBF] : []
            while html.count < 4000 { html += pieces.randomElement(using: &chance)! }
            let whole = Self.whole("http://a.example/", html, headers)
            var stage = Stage()
            stage.open("http://a.example/")
            stage.begin(html, first: Int.random(in: 0..<html.count, using: &chance), headers)
            if Bool.random(using: &chance) { stage.settle() }
            stage.report(.cachedPageFound(stage.stored(html, headers)))
            stage.settle()
            expectSame(stage, whole)
        }
    }
}
