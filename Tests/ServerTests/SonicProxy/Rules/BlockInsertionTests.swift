import Chance
import SonicProtocol
import SonicProxy
import SystemLibraries
import Testing

@Suite struct BlockInsertionTests {
    private static func inserted(_ file: String, _ html: String) -> BlockInsertion {
        BlockInsertion(of: BlocksFile(Array(file.utf8)).blocks(at: "/"), into: Array(html.utf8))
    }

    private static func text(_ insertion: BlockInsertion) -> String {
        String(decoding: insertion.html, as: UTF8.self)
    }

    @Test func `comments are inserted around the elements, and no other byte changes`() {
        let insertion = Self.inserted(
            "time = #time\nnews = main > ul.news\npic = img",
            "\u{FEFF}<!DOCTYPE html>\r\n<title>T</title><p ID=time >1</P >\n<main><UL class='x news'><li>a<li>b</ul></main><img src=a>"
        )
        #expect(insertion.skipped == [])
        #expect(insertion.inserted == ["time", "news", "pic"])
        #expect(
            Self.text(insertion)
                == "\u{FEFF}<!DOCTYPE html>\r\n<title>T</title><!--sonicdiff-time--><p ID=time >1</P ><!--sonicdiff-time-end-->\n<main><!--sonicdiff-news--><UL class='x news'><li>a<li>b</ul><!--sonicdiff-news-end--></main><!--sonicdiff-pic--><img src=a><!--sonicdiff-pic-end-->"
        )
    }

    @Test(
        arguments: [
            ("<p>x", ".a", .missing), ("<p class=a>1</p><p class=a>2</p>", ".a", .several(2)),
            ("<p class=a>x", ".a", .unclosed), ("<div class=a><div>x</div>", ".a", .unclosed),
            ("<p class=a>x<div>y</div>", ".a", .unclosed), ("<b class=a><p>x</b>y</p>", ".a", .unclosed),
            ("<b><p class=a>x</b>y</p>", ".a", .unbalanced), ("<p><b>x<p class=a>y</p>", ".a", .unbalanced),
            ("<b>z<p class=a>x</p></b>", ".a", nil),
            ("<p>1</p><noscript><p class=a>x</p></noscript>", ".a", .inside("noscript")),
            ("<template><p class=a>x</p></template>", ".a", .inside("template")),
            ("<div class=a><svg><title>x</title></svg></div>", ".a", .holdsTitle),
            ("<title>a</title>", "title", .holdsTitle),
            ("<script>'<p class=a>x</p>'</script>", ".a", .missing),
            ("<p title='<b class=a>x</b>'>y</p>", ".a", .missing),
            ("<textarea><b class=a>x</b></textarea>", ".a", .missing),
            ("<!--sonicdiff-x-->1<!--sonicdiff-x-end--><p class=a>1</p>", ".a", .authored),
            ("<p class=a>1</p><script>'<!--sonicdiff-b-end-->'</script><p id=b>1</p>", ".a", nil),
            ("<p class=a><script>'<!--sonicdiff-b-end-->'</script></p>", ".a", .unclear),
            ("<svg><path class=a /></svg>", ".a", .unclosed), ("<td class=a>x</td>", ".a", .missing),
            ("<table><tr><td class=a>x</td></tr></table>", ".a", nil),
            ("<pre><span class=a>\n</span></pre>", ".a", nil),
        ] as [(String, String, BlockInsertion.Reason?)])
    func `an element that cannot be a block is skipped with the reason`(
        _ html: String, _ selector: String, _ reason: BlockInsertion.Reason?
    ) {
        let insertion = Self.inserted("b = \(selector)", html)
        #expect(insertion.skipped.map(\.reason) == (reason.map { [$0] } ?? []))
        #expect((insertion.html == Array(html.utf8)) == (reason != nil))
    }

    @Test(arguments: [
        ("h2 + p", "<h2>a</h2> t <!--c--><p>1</p><p>2</p>", "<p>1</p>"),
        ("h2 ~ em", "<div><h2>a</h2></div><h2>b</h2><p>x</p><em>1</em>", "<em>1</em>"),
        ("h2 ~ em", "<h2>b</h2><div><em>1</em></div>", nil),
        ("h2 + em", "<h2>b</h2><p>x</p><em>1</em>", nil),
        ("h2+p~ul>li em", "<h2>a</h2><p>x</p><h3>y</h3><ul><li><b><em>1</em></b></li></ul>", "<em>1</em>"),
        (
            "main p + div .x", "<main><b><p>a</p><div><i><b class=x>1</b></i></div></b></main>",
            "<b class=x>1</b>"
        ),
        ("p + p + p", "<p>a</p><p>b</p><p>1</p>", "<p>1</p>"),
        ("p + p + p", "<p>a</p><p>b</p><hr><p>1</p>", nil),
        ("p:not(.a) ~ p", "<p class=a>x</p><p>y</p><p class=a>1</p>", "<p class=a>1</p>"),
        ("#none, h2 + p", "<h2>a</h2><p>1</p>", "<p>1</p>"),
        ("[title='a + b'] + p", "<h2 title='a + b'>a</h2><p>1</p>", "<p>1</p>"),
        ("[title=\"a, b\"]/* ~ */ > p", "<div title='a, b'><p>1</p></div><p>2</p>", "<p>1</p>"),
        ("#a\\+b + p", "<h2 id='a+b'>a</h2><p>1</p><p>2</p>", "<p>1</p>"),
        ("#\\31 0 + p", "<h2 id=10>a</h2><p>1</p>", "<p>1</p>"),
        ("div > p", "<div><p>1</p></div><div><b><p>2</p></b></div>", "<p>1</p>"),
        ("html > body > p", "<p>1</p>", "<p>1</p>"),
    ])
    func `combinators select an element, sibling combinators too`(
        _ selector: String, _ html: String, _ block: String?
    ) {
        let insertion = Self.inserted("b = \(selector)", html)
        let marked = block.map { html.replacing($0, with: "<!--sonicdiff-b-->\($0)<!--sonicdiff-b-end-->") }
        #expect(Self.text(insertion) == marked ?? html)
        #expect(insertion.skipped.map(\.reason) == (block == nil ? [.missing] : []))
    }

    @Test func `long and deeply nested sibling sequences take linear time`() {
        let rows = String(repeating: "<p>x</p>", count: 20_000) + "<em>1</em>"
        let nest = String(repeating: "<div><p>x</p>", count: 20_000) + "<em>1</em>"
        for html in [rows, nest] {
            let start = ContinuousClock.now
            let insertion = Self.inserted("b = p ~ p ~ p ~ em, div + p ~ em, div div p + em", html)
            #expect(insertion.skipped.count + insertion.inserted.count == 1)
            // Quadratic time would be minutes.
            #expect(start.duration(to: .now) < .seconds(30))
        }
    }

    @Test func `of two overlapping blocks the one listed first stays`() {
        let html = "<div id=a><p id=b>x</p></div><p id=c>y</p>"
        let insertion = Self.inserted("inner = #b\nouter = #a\nlast = #c\nsame = p[id=c]", html)
        #expect(insertion.inserted == ["inner", "last"])
        #expect(insertion.skipped.map(\.name) == ["outer", "same"])
        #expect(insertion.skipped.map(\.reason) == [.overlaps("inner"), .overlaps("last")])
    }

    /// A page of random tags, closed or not.
    private static func page(_ chance: inout SeededGenerator) -> [UInt8] {
        let parts = [
            "<p id=a>", "<p>", "</p>", "<b class=b>", "</b>", "<div class=b>", "</div>", "<table>", "<tr>",
            "<td id=c>",
            "</table>", "text", "<!-- x -->", "<!--sonicdiff-q-->", "<!--sonicdiff-q-end-->",
            "<title>t</title>",
            "<script>", "</script>", "<svg>", "</svg>", "<ul>", "<li id=d>", "</li>", "</ul>", "\n", "&amp;",
            "\u{E4}",
            "<a href=x>", "</a>", "<select>", "<option>", "</select>", "<br>", "<", "-->", "<textarea>",
            "</textarea>",
        ]
        return (0..<Int.random(in: 0..<40, using: &chance)).flatMap { _ in
            Array((parts.randomElement(using: &chance) ?? "").utf8)
        }
    }

    @Test(arguments: 0..<20) func `without the inserted comments a page equals the original`(_ seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let blocks = BlocksFile(
            Array("one = #a\ntwo = .b\nthree = #c\nfour = li\nfive = div, a\nsix = table".utf8)
        ).blocks(at: "/")
        for _ in 0..<200 {
            let html = Self.page(&chance)
            let insertion = BlockInsertion(of: blocks, into: html)
            var rest = insertion.html
            for name in insertion.inserted {
                for comment in ["<!--sonicdiff-\(name)-->", "<!--sonicdiff-\(name)-end-->"] {
                    guard let range = rest.firstRange(of: Array(comment.utf8)) else {
                        Issue.record("\(comment) is missing")
                        return
                    }
                    rest.removeSubrange(range)
                }
            }
            #expect(rest == html)
            let split = PageSplit(html: insertion.html)
            if !insertion.inserted.isEmpty { #expect(split.blocks.map(\.name) == insertion.inserted) }
            #expect(insertion.inserted.count + insertion.skipped.count == blocks.count)
        }
    }
}
