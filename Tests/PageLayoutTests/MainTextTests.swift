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

    @Test func `one article is the main text, of several none is`() {
        let one = Self.shown("\(Self.menu)<article><p>One.</p></article><p>Two.</p>")
        #expect(one.rule == .article)
        #expect(one.lines == ["One."])
        let two = Self.shown("<p>Zero</p><article><p>One.</p></article><article><p>Two.</p></article>")
        #expect(two.rule == .mostText)
        #expect(two.lines == ["Zero", "", "One.", "", "Two."])
    }

    @Test func `else it is where most text outside of links stands`() {
        let text = String(repeating: "Words of the page. ", count: 20)
        let links = (0..<100).map { "<a href=/\($0)>A very long link that is no text</a> " }.joined()
        let (rule, lines) = Self.shown(
            "<div>\(links)</div><div><div><h1>Bridge</h1><p>\(text)</p><p>\(text)</p></div><div>Beside</div></div>"
        )
        #expect(rule == .mostText)
        #expect(lines.first == "Bridge")
        #expect(!lines.contains { $0.contains("long link") || $0.contains("Beside") })
    }

    @Test func `a page without text has no main text, and the whole is shown`() {
        let (rule, lines) = Self.shown("<p><a href=/a>Only a link</a></p>")
        #expect(rule == nil)
        #expect(lines == ["Only a link"])
    }

    @Test func `places and title stay what they are`() {
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

    @Test func `deep and broken pages have a main text in linear time`() {
        let deep = String(repeating: "<div>", count: 100_000) + "text"
        #expect(Self.shown(deep).lines == ["text"])
        #expect(Self.shown(String(repeating: "<main>x<table><td>", count: 300)).rule == .main)
    }
}
