import Chance
import PageLayout
import Testing

/// Random pages: matching and mismatched tags, text, entities, comments.
func randomPage(_ dice: inout SeededGenerator, parts: Int) -> [UInt8] {
    let pieces = [
        "<p>", "</p>", "<div>", "</div>", "<ul>", "<li>", "</ul>", "<ol start=3>", "</ol>", "<b>", "</b>",
        "<a href=x>", "</a>", "<h2 id=h>", "</h2>", "<blockquote>", "</blockquote>", "<pre>", "</pre>",
        "<br>",
        "<table><tr><td>", "<td>", "<tr>", "</table>", "<hr>", "<!--c-->", "&amp;", "&copy", "text ",
        "more words ",
        "漢字", "é", "\n", "<dl><dt>t<dd>d</dl>", "<form>", "</form>", "<input>", "<i>", "</i>", "<section>",
        "</section>", "<h1>", "</h1>", "<h4>", "</h4>", "<details open>", "<summary>", "</summary>",
        "</details>",
        "<fieldset><legend>l</legend>", "</fieldset>", "<dl>", "<dt>", "<dd>", "</dl>", "&nbsp;", "<br><br>",
        "<li value=100>", "<figure><figcaption>f</figure>", "<q>", "</q>", "<sup>2</sup>",
        "<meter value=0.5>",
        "</meter>", "<video src=v>", "</video>", "<math><mfrac><mi>a<mi>b", "</math>",
        "<table><tr><th>head<th>ing<tr><td>", "<td colspan=2>", "<td rowspan=2>", "<th>", "<ol reversed>",
        "<svg><title>s</title></svg>", "<ruby>r<rt>t</ruby>", "<center>", "</center>", "<title>t</title>",
        "<span>", "</span>", "<select><option>o",
        "<style>.h{display:none}</style>", "<p class=h>", "<div class='i h'>", "<li class=h>", "<td class=h>",
        "<style>div .b{display:inline;color:red}</style>", "<p class=b>", "<h3 class=b>", "<span class=b>",
        "<p style='text-align:right;white-space:nowrap'>", "<style>b{display:block}li{list-style:'+'}",
        "</style>", "<ul style=display:flex>", "<i style='text-transform:uppercase'>",
        "<p>A paragraph of some length, so that lines are broken. </p>",
    ]
    var html = ""
    for _ in 0..<parts { html += pieces.randomElement(using: &dice)! }
    return Array(html.utf8)
}

@Suite struct EqualityTests {
    @Test(arguments: 0..<16)
    func `the lines of a page do not depend on how it arrives`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let html = randomPage(&dice, parts: 120)
        let whole = lines(laidOut(html, width: 30, piecesOf: html.count, chunk: 200))
        #expect(lines(laidOut(html, width: 30, piecesOf: 7, chunk: 200)) == whole)
        #expect(lines(laidOut(html, width: 30, piecesOf: 1, chunk: 200)) == whole)
    }

    @Test(arguments: 0..<16)
    func `a whole page that replaces its beginning gives the same lines`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 31)
        let html = randomPage(&dice, parts: 120)
        let whole = lines(laidOut(html, width: 30, piecesOf: html.count, chunk: 200))
        for width in [30, 17] {
            let cut = Int.random(in: 0...html.count, using: &dice)
            var page = LaidOutPage(width: width, chunk: 200)
            page.append(Array(html[..<cut]))
            // Laid out in part, or not at all.
            page.layOut(throughLine: Int.random(in: -1...100, using: &dice))
            page.resize(width: 30)
            page.complete(with: html)
            #expect(page.source == html)
            page.layOutAll()
            while page.hasLinesAbove { _ = page.layOutAbove() }
            #expect(lines(page) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: 0..<40)
    func `chunk boundaries do not change the lines`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 977)
        let html = randomPage(&dice, parts: 120)
        let whole = laidOut(html, width: 30, piecesOf: html.count)
        let cut = laidOut(html, width: 30, piecesOf: html.count, chunk: 50)
        #expect(cut.text(of: 0..<cut.lineCount) == whole.text(of: 0..<whole.lineCount))
        #expect(cut.linkCount == whole.linkCount)
    }

    /// Tables too deep or too wide for columns, with misplaced content.
    static let plainTables = [
        String(repeating: "<table><tr><td>a", count: 40)
            + String(repeating: "b<td><i>c</i></table>d<table>e<tr><td>f<p>g<td>h</table>", count: 40),
        String(repeating: "<table>a<tr>b<td><style>.c{text-transform:uppercase}</style>", count: 36)
            + "<p class=c>c" + String(repeating: "<tr>d<!--e--><td>e<b>f<form>g</form></b>", count: 30),
        "<table><tr><td>a" + String(repeating: "<table><tr><td>b<th>c</table>", count: 3)
            + "<td>" + String(repeating: "<table><caption>d</caption><tr><td>", count: 200) + "e",
        "<table><tr><td>a<td>b<tr>" + String(repeating: "<td>c<i></i>", count: 22_000) + "</table>d<table>e",
    ]

    @Test(arguments: plainTables.indices)
    func `a plain table does not depend on chunk boundaries`(number: Int) {
        let html = Array(Self.plainTables[number].utf8)
        let whole = laidOut(html, width: 30, piecesOf: html.count, chunk: 10_000_000)
        for chunk in [1, 500, 20_000] {
            let cut = laidOut(html, width: 30, piecesOf: max(4_000, html.count / 4), chunk: chunk)
            #expect(lines(cut).map(\.text) == lines(whole).map(\.text))
        }
        var dump = PageDump(width: 30, chunk: 100)
        let output = dump.append(html) + dump.finish()
        #expect(
            String(decoding: output, as: UTF8.self)
                == whole.text(of: 0..<whole.lineCount).map { $0 + "\n" }.joined())
    }

    @Test func `the cells of a very long row are laid out one below the other`() {
        let cells = (0..<33_000).map { "<td>\($0)" }.joined()
        let page = laidOut(Array("<table><tr>\(cells)</table>".utf8), width: 30, piecesOf: 1_000_000)
        #expect(page.text(of: 0..<page.lineCount) == (0..<33_000).map { "\($0)" })
    }

    @Test func `tables inside many others are laid out one below the other`() {
        let html = String(repeating: "<table><tr><td>a<td>", count: 33)
        let page = laidOut(Array(html.utf8), width: 30, piecesOf: 1_000_000)
        #expect(page.text(of: 0..<page.lineCount).filter { !$0.isEmpty } == Array(repeating: "a", count: 33))
    }

    @Test func `an empty body is replaced by a frameset, whatever the chunk boundaries`() {
        let html = Array("<title>t</title></headx><div></div><!--c--><frameset><frame src=l>".utf8)
        for chunk in [1, 65_536] {
            let page = laidOut(html, width: 30, piecesOf: html.count, chunk: chunk)
            #expect(page.text(of: 0..<page.lineCount) == ["[frame: l]"])
        }
    }

    @Test func `a chunk does not end before the summary of details`() {
        let html = Array("<p>text<details><!-- c --><summary>s</summary>more</details>".utf8)
        let page = laidOut(html, width: 30, piecesOf: html.count, chunk: 1)
        #expect(page.text(of: 0..<page.lineCount) == ["text", "", "▸ s", "  more"])
    }

    @Test(arguments: 0..<20)
    func `a narrow page keeps every word and every line fits`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 31)
        // A field shows only what fits into it, so the pages here have none.
        let html = Array(
            String(decoding: randomPage(&dice, parts: 150), as: UTF8.self)
                .replacing("<select><option>", with: "").utf8)
        let page = laidOut(html, width: 12, piecesOf: html.count)
        for line in lines(page) { #expect(line.width <= 12, "\(line.text)") }
        let text = page.text(of: 0..<page.lineCount).joined()
        let wide = laidOut(html, width: 400, piecesOf: html.count)
        let wideText = wide.text(of: 0..<wide.lineCount).joined()
        let count = { (text: String) in text.count { $0 == "w" } }
        #expect(count(text) == count(wideText))
    }
}

@Suite struct HostileTests {
    private static let pages = [
        String(repeating: "<div>", count: 5_000), String(repeating: "<table><tr><td>", count: 1_000),
        String(repeating: "<b>x<p>", count: 2_000), String(repeating: "<blockquote><li>", count: 2_000),
        "<p " + (0..<5_000).map { "a\($0)=1 " }.joined() + ">x",
        "<!--" + String(repeating: "-!>-", count: 5_000),
        String(repeating: "<a href=x>", count: 3_000), String(repeating: "&", count: 20_000),
        String(repeating: "<table>x<td>&lt;", count: 1_000),
        String(repeating: "<ol><li value=-9999999999999>", count: 500),
        "<table>" + String(repeating: "<td colspan=99999 rowspan=99999999999999>x", count: 500),
        String(repeating: "\u{301}", count: 5_000), String(repeating: "</b></i><i><b><p>", count: 1_500),
    ]

    @Test(arguments: pages.indices)
    func `no line of a hostile page exceeds the width`(number: Int) {
        let page = laidOut(Array(Self.pages[number].utf8), width: 20, piecesOf: 10_000)
        #expect(page.isComplete)
        for index in 0..<page.lineCount { #expect(page.line(index).width <= 20) }
    }
}

@Suite struct PageDumpTests {
    @Test(arguments: 0..<20)
    func `a dump writes the lines of the page`(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed) &* 7)
        let html = randomPage(&dice, parts: 200)
        let page = laidOut(html, width: 30, piecesOf: html.count)
        var dump = PageDump(width: 30, chunk: 100)
        var output: [UInt8] = []
        var index = 0
        while index < html.count {
            output += dump.append(Array(html[index..<min(html.count, index + 13)]))
            index += 13
        }
        output += dump.finish()
        let expected = page.text(of: 0..<page.lineCount).map { $0 + "\n" }.joined()
        #expect(String(decoding: output, as: UTF8.self) == expected)
    }

    @Test func `styled text is enclosed in control sequences, and the rest is plain`() {
        var dump = PageDump(width: 40, ink: { $0.contains(.bold) ? Array("<B>".utf8) : [] })
        let output = dump.append(Array("<p>a <b>b</b> c".utf8)) + dump.finish()
        #expect(String(decoding: output, as: UTF8.self) == "a <B>b\u{1B}[0m c\n")
    }

    @Test func `links are listed at the end by their numbers in the text`() {
        var dump = PageDump(width: 40, links: true)
        let output =
            dump.append(Array("<p><a href=a>A</a> <a href=empty></a><a href='b&amp;'>B</a>".utf8))
            + dump.finish()
        #expect(String(decoding: output, as: UTF8.self) == "[1]A [2]B\n\nLinks:\n1. a\n2. b&\n")
    }

    @Test func `links are listed resolved, or as written where they do not resolve`() {
        var dump = PageDump(width: 40, links: true)
        dump.resolve = { address, base in address == "b" ? nil : "\(base ?? "none")+\(address)" }
        let output =
            dump.append(Array("<base href=/c/><p><a href=a>A</a> <a href=b>B</a> <a href=''>C</a>".utf8))
            + dump.finish()
        #expect(
            String(decoding: output, as: UTF8.self) == "[1]A [2]B [3]C\n\nLinks:\n1. /c/+a\n2. b\n3. /c/+\n")
    }
}
