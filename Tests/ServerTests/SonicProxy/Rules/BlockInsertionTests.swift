import Chance
import SonicProtocol
import SonicProxy
import SystemLibraries
import TestSupport
import Testing

@Suite struct BlockInsertionTests {
    private static let rows = TableRow.all(in: "Tests/ServerTests/SonicProxy/Rules/blocks.table")

    private static func inserted(_ file: String, _ html: String) -> BlockInsertion {
        BlockInsertion(of: BlocksFile(Array(file.utf8)).blocks(at: "/"), into: Array(html.utf8))
    }

    private static func text(_ insertion: BlockInsertion) -> String {
        String(decoding: insertion.html, as: UTF8.self)
    }

    @Test(arguments: rows) func `a block is inserted, skipped with the reason, or not valid`(row: TableRow) {
        let mistakes = BlocksFile(row.bytes[1]).mistakes.map(\.description)
        if row[0] == "mistake" { return #expect(mistakes == [row[2]]) }
        let insertion = Self.inserted("b = \(row[1])", row[2])
        let reasons = insertion.skipped.map { "\($0.reason)" }
        if row[0] == "skip" {
            #expect(reasons == (row[3] == "-" ? [] : [row[3]]))
            #expect((insertion.html == row.bytes[2]) == (row[3] != "-"))
        } else {
            let block = "<!--sonicdiff-b-->\(row[3])<!--sonicdiff-b-end-->"
            #expect(Self.text(insertion) == (row[3] == "-" ? row[2] : row[2].replacing(row[3], with: block)))
            #expect(reasons == (row[3] == "-" ? ["missing"] : []))
        }
    }

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 84)
    }

    @Test func `a comment inside a block's element overlaps it, and a start tag next to one does not`() {
        let html = "<div id=1><p>x</p><!-- took 1 --></div>"
        let insertion = Self.inserted("all = div\ntime = <!-- took * -->", html)
        #expect(insertion.inserted == ["all"])
        #expect(insertion.skipped.map(\.reason) == [.overlaps("all")])
        #expect(Self.inserted("tag = div @id\ntext = p\ntime = <!-- took * -->", html).inserted.count == 3)
    }

    @Test func `an @ within quotes is part of the selector`() {
        let insertion = Self.inserted("a = [title=\"x @y\"]", "<p title='x @y'>1</p>")
        #expect(insertion.inserted == ["a"])
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
