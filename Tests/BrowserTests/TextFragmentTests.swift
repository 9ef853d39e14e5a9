import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Fragments that match no element, and text fragments.
@Suite struct TextFragmentTests {
    private static let page =
        "<h1>Article</h1>"
        + (1...90).map { "<p id=s\($0)>Paragraph \($0) of many words" }.joined()
        + "<p>The end of Paragraph 70"

    private static func opened(_ fragment: String) -> Stage {
        var stage = Stage()
        stage.open("http://a.test/article#\(fragment)")
        stage.readCache(page)
        stage.end(.allCached, "status 304")
        stage.settle()
        return stage
    }

    private static func said(_ stage: Stage) -> String {
        switch stage.model.notice {
        case .news(let words), .refusal(let words), .failure(let words): words
        case .tally, nil: ""
        }
    }

    /// The texts marked on the screen.
    private static func marked(_ stage: Stage) -> [String] {
        guard let document = stage.model.document else { return [] }
        return (document.reader.search?.marks ?? [:]).sorted { $0.key < $1.key }.flatMap { line, marks in
            marks.map { mark in
                let text = Array(document.layout.line(line).text)
                return String(text[mark.columns.clamped(to: 0..<text.count)])
            }
        }
    }

    @Test func `a missing fragment is reported, on a new page and on the current one, which stays in place`()
    {
        var stage = Self.opened("nowhere")
        #expect(Self.said(stage).contains("nowhere"))
        #expect(stage.model.document?.reader.top == 0)
        stage.press(" ")
        let top = stage.model.document?.reader.top
        stage.open("http://a.test/article#not%20there")
        #expect(Self.said(stage).contains("not there"))
        #expect(stage.model.document?.reader.top == top)
    }

    @Test(arguments: ["", "top", "TOP"])
    func `the top of the page is not reported as missing`(fragment: String) {
        var stage = Self.opened("s50")
        #expect(stage.model.document?.reader.top ?? 0 > 0)
        stage.open("http://a.test/article#\(fragment)")
        #expect(stage.model.document?.reader.top == 0)
        #expect(!Self.said(stage).contains("no place"))
    }

    /// Directives, and the text that they mark on the screen.
    @Test(arguments: [
        (":~:text=Paragraph%2050", ["Paragraph 50"]), (":~:text=paragraph 50,many", ["Paragraph 50 of many"]),
        (":~:text=of-,Paragraph%2070", ["Paragraph 70"]), (":~:text=Paragraph%2060,-of", ["Paragraph 60"]),
        (":~:text=60-,of,many,-words", ["of many"]), ("s3:~:text=Paragraph%2050", ["Paragraph 50"]),
        (":~:other=1&text=Paragraph%2050&text=Paragraph%2051", ["Paragraph 50", "Paragraph 51"]),
    ])
    func `a text fragment is scrolled to and marked, and is not part of the address`(
        fragment: String, marked: [String]
    ) {
        let stage = Self.opened(fragment)
        #expect(Self.marked(stage) == marked, "\(stage.screen)")
        #expect(stage.model.document?.url.href.contains(":~:") == false)
        #expect(stage.model.document?.url.fragment == (fragment.hasPrefix("s3") ? "s3" : nil))
        #expect(stage.screen.contains { $0.contains(marked[0].prefix(12)) })
    }

    @Test func `a text fragment in a link within the page is scrolled to without a request`() {
        var stage = Self.opened("s2")
        let count = stage.effects.count
        stage.open("http://a.test/article#:~:text=The%20end")
        stage.settle()
        #expect(stage.effects.count == count)
        #expect(Self.marked(stage) == ["The end"])
        stage.press("B")
        #expect(stage.screen[1].contains("Paragraph 2"))
    }

    @Test func `a text that is not found falls back to the element or the top, and is reported`() {
        var stage = Self.opened("s50:~:text=unheard")
        #expect(stage.screen[1].contains("Paragraph 50"))
        #expect(stage.text.contains("unheard"))
        stage = Self.opened(":~:text=unheard")
        #expect(stage.model.document?.reader.top == 0)
        #expect(Self.marked(stage).isEmpty)
    }

    @Test(arguments: [
        ":~:text=", ":~:text=,", ":~:text=a-", ":~:text=a,b,c,d,e", ":~:", ":~:foo", ":~:text=%FF",
    ])
    func `an invalid directive is ignored`(fragment: String) {
        let stage = Self.opened(fragment)
        #expect(stage.model.document?.reader.top == 0)
        #expect(stage.model.document?.url.fragment == nil)
    }
}
