import Chance
import Testing

@testable import PageLayout

/// Preformatted text is split between its lines, so that a long one is shown before its end has arrived.
@Suite struct PreformattedTests {
    /// Random preformatted text, with markup in it.
    private static func page(_ dice: inout SeededGenerator, parts: Int) -> [UInt8] {
        let pieces = [
            "<pre>", "<pre>", "<pre><code>", "<pre class=n>\n", "</pre>", "</code>", "<code>", "<b>", "</b>",
            "<a href=x>", "</a>", "<span class=k>", "</span>", "<div>", "</div>", "<p>", "<!--c-->", "<li>",
            "a line of text\n", "a line that is longer than the window is wide, by much\n", "\n", "\n\n",
            "\r\n", "\r", "  further in\n", "word", " ", "&lt;\n", "&amp;", "< b\n", "a < b\n\n", "\t\n",
            "שלום עולם\n", "שלום", "漢字\n", "é", "\u{301}\n", "one\ntwo\nthree\n", "x\ny",
            "<i style='text-transform:capitalize'>", "</i>", "<span style='white-space:normal'>",
            "<table><tr><td><pre>", "<td>", "</table>", "<details>", "<summary>s</summary>", "</details>",
            "<u hidden>", "</u>", "<s>", "</s>", "<h2>", "</h2>", "<input>", "<br>", "<q>", "</q>",
            "<svg><title>s\n</title></svg>",
            "<style>.n{white-space:normal}</style>",
        ]
        var html = ""
        for _ in 0..<parts { html += pieces.randomElement(using: &dice)! }
        if Bool.random(using: &dice) {
            html += "<pre><plaintext>"
            for _ in 0..<parts { html += pieces.randomElement(using: &dice)! }
        }
        return Array(html.utf8)
    }

    /// The results of every query.
    private static func whole(_ page: LaidOutPage) -> [String] {
        var page = page
        page.layOutAll()
        while page.hasLinesAbove { _ = page.layOutAbove() }
        return (0..<page.lineCount).map { "\(page.byteOffset(ofLine: $0)) \(page.line($0))" }
            + (0..<page.linkCount).map { "\(page.link($0)?.text ?? "-")" }
    }

    @Test(arguments: Seeds.of(60))
    func `chunk boundaries do not change the result`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 977 &+ 1)
        let html = Self.page(&dice, parts: 120)
        let whole = laidOut(html, width: 30, piecesOf: html.count)
        for (size, chunk) in [(html.count, 50), (7, 50), (1, 90), (html.count, 1)] {
            let cut = laidOut(html, width: 30, piecesOf: size, chunk: chunk)
            #expect(cut.text(of: 0..<cut.lineCount) == whole.text(of: 0..<whole.lineCount))
            #expect(cut.linkCount == whole.linkCount)
        }
        let one = laidOut(html, width: 30, piecesOf: html.count, chunk: 60)
        let other = laidOut(html, width: 30, piecesOf: 3, chunk: 60)
        #expect(Self.whole(one) == Self.whole(other))
    }

    @Test(arguments: Seeds.of(60))
    func `scanning leaves the same state as laying out`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 613 &+ 2)
        let html = Self.page(&dice, parts: 120)
        var page = LaidOutPage(width: 40, chunk: 50)
        page.append(html)
        page.finish()
        page.layOut(throughLine: seed % 3 * 4)
        while page.readOn(byteBudget: 70) {}
        let whole = laidOut(html, width: 40, piecesOf: html.count, chunk: 50)
        #expect(page.chunks.map(\.start) == whole.chunks.map(\.start))
        for (one, other) in zip(page.chunks, whole.chunks) {
            #expect(one.checkpoint.isEquivalent(to: other.checkpoint), "at \(one.start)")
        }
        #expect(Self.whole(page) == Self.whole(whole))
        page.resize(width: 17, around: html.count / 2)
        #expect(Self.whole(page) == Self.whole(laidOut(html, width: 17, piecesOf: html.count, chunk: 50)))
    }

    @Test(arguments: Seeds.of(60))
    func `updated text equals the text laid out from scratch`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 3)
        var html = Self.page(&dice, parts: 120)
        var page = laidOut(html, width: 30, piecesOf: html.count, chunk: 60)
        for _ in 0..<4 {
            let start = Int.random(in: 0...html.count, using: &dice)
            let old = start..<min(html.count, start + Int.random(in: 0...20, using: &dice))
            let new = Self.page(&dice, parts: 2)
            html.replaceSubrange(old, with: new)
            page.update(
                to: html, changed: [SourceChange(old: old, new: start..<(start + new.count))], around: start)
            #expect(
                Self.whole(page) == Self.whole(laidOut(html, width: 30, piecesOf: html.count, chunk: 60)))
        }
    }

    // MARK: Preserved white space within other text

    private static func lines(_ html: String, width: Int = 40) -> [String] {
        let page = laidOut(Array(html.utf8), width: width, piecesOf: html.utf8.count)
        return page.text(of: 0..<page.lineCount)
    }

    @Test(arguments: ["<li>", "<h2>", "<table><tr><td>a<td>", "<a href=x>", "<blockquote>"])
    func `a space before such text stays in any element`(element: String) {
        let text = Self.lines("\(element)see <kbd style='white-space:pre-wrap'>x</kbd> there").joined()
        #expect(text.contains("see x there"))
    }

    @Test func `a column of a table is no wider for text before such text`() {
        let text = "some words and <code style='white-space:pre-wrap'>x</code>"
        let html = "<table><tr><td>\(text)<td>\(String(repeating: "other words ", count: 9))</table>"
        let plain = html.replacing("pre-wrap", with: "normal")
        #expect(Self.lines(html, width: 30) == Self.lines(plain, width: 30))
    }

    @Test(arguments: [
        ("<pre><plaintext>", "", "\n"), ("<pre>", "", "\n"), ("<pre><code>", "", "\r\n"),
        ("<pre><code class=swift>", "<span class=k>let</span> &lt;", "\n"),
        ("<div><pre><b>", "<i>x</i> ", "\r"),
    ])
    func `the first screen needs only the text that it shows`(opening: String, piece: String, end: String) {
        let html = Array((opening + (0..<20_000).map { "\(piece)line \($0)\(end)" }.joined()).utf8)
        var page = LaidOutPage(width: 80)
        page.append(html)
        page.finish()
        page.layOut(throughLine: 60)
        #expect(page.bytesRead < 30_000)
        page.layOutAll()
        #expect(page.chunks.count > html.count / 80_000)
        #expect(page.text(of: 0..<page.lineCount).count { $0.hasSuffix("line 12345") } == 1)
        #expect(page.lineCount == 20_000)
    }
}
