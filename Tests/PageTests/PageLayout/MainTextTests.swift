import Testing

@testable import PageLayout

@Suite struct MainTextTests {
    private static func shown(_ html: String, width: Int = 60) -> (rule: MainText.Rule?, lines: [String]) {
        var page = LaidOutPage(width: width)
        page.append(Array(html.utf8))
        page.finish()
        let main = MainText(in: page.source)
        page.show(only: main)
        page.layOutAll()
        return (main?.rule, page.allLines.map(\.text))
    }

    private static let menu =
        "<nav><ul><li><a href=/a>Home</a><li><a href=/b>News</a></ul></nav><hr><h2>Aside</h2>"

    @Test func `the main element is the main text`() {
        let (rule, lines) = Self.shown(
            "<title>T</title>\(Self.menu)<div><main><h1>Bridge</h1><p>It is open.</p></main></div><footer>end</footer>"
        )
        #expect(rule == .main)
        #expect(lines == ["Bridge", "══════", "It is open."])
        #expect(Self.shown("<p>x<div role=MAIN>It</div>").lines == ["It"])
    }

    @Test func `a single article is the main text, one of several is not`() {
        let one = Self.shown("\(Self.menu)<article><p>One.</p></article><p>Two.</p>")
        #expect(one.rule == .article)
        #expect(one.lines == ["One."])
        let two = Self.shown("<p>Zero</p><article><p>One.</p></article><article><p>Two.</p></article>")
        #expect(two.rule == .mostText)
        #expect(two.lines == ["Zero", "", "One.", "", "Two."])
    }

    @Test func `otherwise the main text is the element with the most text outside links`() {
        let text = String(repeating: "Words of the page. ", count: 20)
        let links = (0..<100).map { "<a href=/\($0)>A very long link that is no text</a> " }.joined()
        let (rule, lines) = Self.shown(
            "<div>\(links)</div><div><div><h1>Bridge</h1><p>\(text)</p><p>\(text)</p></div><div>Beside</div></div>"
        )
        #expect(rule == .mostText)
        #expect(lines.first == "Bridge")
        #expect(!lines.contains { $0.contains("long link") || $0.contains("Beside") })
    }

    @Test func `a page without main text is shown in full`() {
        let (rule, lines) = Self.shown("<p><a href=/a>Only a link</a></p>")
        #expect(rule == nil)
        #expect(lines == ["Only a link"])
    }

    @Test func `source offsets and title are unchanged`() {
        let html = "<title>T</title><p>Before.</p><main><p>Main <a href=/x>link</a>.</p></main><p>After.</p>"
        var page = LaidOutPage(width: 40)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        let offset = page.byteOffset(ofLine: 2)
        page.show(only: MainText(in: page.source))
        page.layOutAll()
        #expect(page.title == "T")
        #expect(page.allLines.map(\.text) == ["Main link."])
        #expect(page.byteOffset(ofLine: 0) == offset)
        page.show(only: nil)
        page.layOutAll()
        #expect(page.allLines.map(\.text) == ["Before.", "", "Main link.", "", "After."])
    }

    // MARK: Boilerplate

    private static func paragraph(_ word: String) -> String {
        "<p>\(word) " + String(repeating: "and so on, as articles do, for a good while ", count: 6) + ".</p>"
    }

    private static let article = ["One", "Two", "Three"].map(paragraph).joined()

    /// The words in capitals among the shown text.
    private static func capitals(_ html: String) -> [String] {
        shown(html).lines.joined(separator: " ").split { !$0.isLetter }.map(String.init).filter {
            $0.count > 1 && $0.uppercased() == $0
        }
    }

    @Test(
        arguments: [
            ("<div class=sidebar>\(long)</div>", "a sidebar by its class"),
            ("<div id=comments>\(long)</div>", "comments by their id"),
            ("<aside>\(long)</aside>", "an aside"),
            ("<footer>\(long)</footer>", "a footer"),
            ("<div role=complementary>\(long)</div>", "what is beside by its role"),
            ("<div><a href=/a>BESIDE THIS</a> <a href=/b>BESIDE THAT</a></div>", "a box of links"),
            ("<form><p>BESIDE <input name=a> <input name=b></p></form>", "a form"),
            ("<div class=share>BESIDE</div>", "an offer to share"),
            ("<div class=newsletter>BESIDE</div>", "an offer of a newsletter"),
            ("<div aria-hidden=true>\(long)</div>", "what is hidden from readers"),
        ] as [(String, String)])
    func `boilerplate is left out, inside and outside of the main element`(_ beside: String, _ what: String) {
        #expect(Self.capitals("<div id=page><div>\(Self.article)</div>\(beside)</div>") == [], "\(what)")
        #expect(Self.capitals("<div>\(Self.article)\(beside)\(Self.article)</div>") == [], "\(what)")
    }

    private static let long = paragraph("BESIDE") + paragraph("BESIDE")

    @Test func `headline and byline are kept wherever they are above the text`() {
        let page = """
            <title>The bridge is open - Daily</title><div class=header><h1>The bridge is open</h1>
            <div class=byline>By ANNA</div><div class=menu><a href=/>HOME</a></div></div>
            <div class=story>\(Self.article)</div>
            """
        let lines = Self.shown(page).lines
        #expect(lines.first == "The bridge is open")
        #expect(Self.capitals(page) == ["ANNA"])
    }

    @Test func `paragraphs in wrapper elements count as one text`() {
        let lead = "<div class=a>\(Self.paragraph("LEAD"))</div>"
        let page =
            "<div id=nav><a href=/>HOME</a></div><div id=story><h1>Head</h1>\(lead)<div>\(Self.article)</div></div>"
        #expect(Self.capitals(page) == ["LEAD"])
        #expect(Self.shown(page).lines.first == "Head")
    }

    @Test func `text divided by br elements counts like paragraphs`() {
        let text = (0..<6).map { _ in "CAPITAL letters, and more of them, for a good while<br><br>" }.joined()
        let page = "<table><tr><td><a href=/>HOME</a><td>\(text)</table>"
        #expect(Self.capitals(page) == [String](repeating: "CAPITAL", count: 6))
    }

    @Test func `an article with most of main's text is shown without its surroundings`() {
        let page = """
            <main><nav><a href=b>BREADCRUMB</a></nav><article><h1>Head</h1><p>The text of it, short as it is.</p>
            <aside>RELATED</aside><form><button>SUBSCRIBE</button></form><footer>FOOTER</footer></article>
            <aside><h2>FEED</h2>\(Self.article)</aside></main>
            """
        #expect(Self.shown(page).lines == ["Head", "════", "The text of it, short as it is."])
        #expect(Self.shown(page).rule == .article)
    }

    @Test func `an empty main element is not the main text`() {
        #expect(
            Self.shown("<main id=app></main><div><p>The text stands beside it.</p></div>").lines == [
                "The text stands beside it."
            ])
        let list = (0..<20).map { "<li>Entry \($0) of a list" }.joined()
        #expect(
            Self.shown("<div><p>A paragraph that is beside the list.</p></div><main><ul>\(list)</ul></main>")
                .rule == .main)
    }

    @Test func `data tables are kept, tables of links are removed`() {
        let row = "<tr><td>NUMBER<td>1<td>2<td>3<td>4"
        let data = "<table>\(String(repeating: row, count: 3))</table>"
        #expect(Self.capitals("<div>\(Self.article)\(data)</div>").count == 3)
        let links = "<table><tr><td><a href=/a>LINK</a><td><a href=/b>LINK</a></table>"
        #expect(Self.capitals("<div>\(Self.article)\(links)\(Self.article)</div>") == [])
    }

    @Test func `a dump prints the main text, or reports that there is none`() {
        func dump(_ page: String) -> (text: String, lacks: Bool) {
            var dump = PageDump(width: 60)
            dump.showMainText()
            let bytes = Array(page.utf8)
            let output =
                dump.append(Array(bytes.prefix(20))) + dump.append(Array(bytes.dropFirst(20))) + dump.finish()
            return (String(decoding: output, as: UTF8.self), dump.lacksMainText)
        }
        let some = dump("<nav><a href=/>Home</a></nav><main><p>It is open.</p></main>")
        #expect(some.text == "It is open.\n" && !some.lacks)
        let none = dump("<p><a href=/>Home is where links are</a></p>")
        #expect(none.text == "Home is where links are\n" && none.lacks)
    }

    @Test func `deeply nested elements are scored in linear time`() {
        for part in [
            "<div class=headline>", "<article><a class='share byline'>",
            "<div><p>Some text, long enough to count.", "<table><tr><td>",
        ] {
            _ = MainText(in: Array(String(repeating: part, count: 20_000).utf8))
        }
    }

    @Test func `the main text of deep and malformed pages is found in linear time`() {
        let deep = String(repeating: "<div>", count: 100_000) + "text"
        #expect(Self.shown(deep).lines == ["text"])
        #expect(Self.shown(String(repeating: "<main>x<table><td>", count: 300)).rule != nil)
    }
}
