import Testing

@testable import PageLayout

/// A page laid out from bytes that arrive in pieces, queried after each.
func laidOut(_ html: [UInt8], width: Int, piecesOf size: Int, chunk: Int = 65_536) -> LaidOutPage {
    var page = LaidOutPage(width: width, chunk: chunk)
    var index = 0
    while index < html.count {
        let end = min(html.count, index + size)
        page.append(Array(html[index..<end]))
        page.advance()
        index = end
    }
    page.finish()
    page.layOutAll()
    return page
}

func lines(_ page: LaidOutPage) -> [Line] {
    (0..<page.lineCount).map { page.line($0) }
}

@Suite struct LaidOutPageTests {
    @Test func `runs carry the style and the source range of text`() {
        let html = "<p>see <a href=x><b>this</b></a>"
        let line = laidOut(Array(html.utf8), width: 40, piecesOf: 100).line(0)
        #expect(line.runs.map(\.style) == [[], [.bold, .link]])
        #expect(line.runs.map(\.link) == [nil, 0])
        #expect(line.runs.map(\.columns) == [0..<4, 4..<8])
        #expect(line.runs.map(\.source) == [3, 20])
    }

    @Test func `links have a URL, a text and a position`() throws {
        let html = "<p>aa <a href='/x?a=1&amp;b=2'>some words that break</a> <a href=y>y</a>"
        let page = laidOut(Array(html.utf8), width: 14, piecesOf: 100)
        #expect(page.linkCount == 2)
        let link = try #require(page.link(0))
        #expect(link.href == "/x?a=1&b=2")
        #expect(link.text == "some words that break")
        #expect(link.line == 0)
        #expect(link.columns == 3..<13)
        #expect(page.link(2) == nil)
    }

    @Test func `the lines of a block are those between its comments`() {
        let html = "<p>Top</p><!--sonicdiff-a--><p>one</p><p>two</p><!--sonicdiff-a-end--><p>end</p>"
        let bytes = Array(html.utf8)
        var page = laidOut(bytes, width: 40, piecesOf: 100)
        let start = 10
        let block = start..<(bytes.count - 10)
        #expect(page.passage(covering: block).map(\.text) == ["one", "", "two"])
        #expect(page.passage(covering: 0..<start).map(\.start) == [3])
        #expect(page.passage(covering: 0..<2) == [])
    }

    @Test func `an offset inside a line maps to that line`() {
        let html = "<p>Some words of a text\nthat goes on here\nand ends.</p><p class=a>Next</p>"
        var page = laidOut(Array(html.utf8), width: 30, piecesOf: 100)
        let lines = ["Some words of a text that goes", "on here and ends.", "", "Next"]
        #expect(page.text(of: 0..<9) == lines)
        /// The lines of a source range, or of the position before it.
        func shown(_ words: String, isEmpty: Bool = false) -> [String] {
            let start = html.range(of: words)!.lowerBound.utf16Offset(in: html)
            return page.passage(covering: start..<(isEmpty ? start : start + words.utf8.count)).map(\.text)
        }
        #expect(shown("and ends.") == [lines[1]])
        #expect(shown("that goes on") == Array(lines[0...1]))
        #expect(shown("that goes") == [lines[0]])
        #expect(shown("and", isEmpty: true) == [lines[1]])
        #expect(shown("<p class=a>") == [])
        #expect(shown("Next", isEmpty: true) == [])
    }

    @Test func `anchors are found where their elements begin`() {
        let html = "<p>a</p><h2 id=two>Two</h2><p>text <a name=three>here</a><div id=four></div>end"
        let page = laidOut(Array(html.utf8), width: 40, piecesOf: 100)
        #expect(page.anchorLine(named: "two") == 2)
        #expect(page.anchorLine(named: "three") == 4)
        #expect(page.anchorLine(named: "four") == 6)
        #expect(page.anchorLine(named: "five") == nil)
    }

    @Test func `title, base and language of the head are reported`() {
        let html = "<meta charset=gbk><base href=/b/><title> A\n title </title><p>x"
        let page = laidOut(Array(html.utf8), width: 40, piecesOf: 5)
        #expect(page.title == "A title")
        #expect(page.baseHref == "/b/")
    }

    @Test func `a line and its source offset map to each other`() {
        let html = (0..<50).map { "<p>paragraph \($0)</p>" }.joined()
        let page = laidOut(Array(html.utf8), width: 40, piecesOf: 1000, chunk: 100)
        for index in stride(from: 0, to: page.lineCount, by: 2) {
            #expect(page.line(atByteOffset: page.byteOffset(ofLine: index)) == index)
        }
        #expect(page.byteOffset(ofLine: 10_000) == html.utf8.count)
    }

    @Test func `a page may be queried at any time`() {
        var page = LaidOutPage(width: 0)
        #expect(page.lineCount == 0)
        #expect(page.line(-1) == Line())
        #expect(page.link(0) == nil)
        page.layOut(throughLine: 5)
        #expect(!page.isComplete)
        page.append(Array("<p>x".utf8))
        page.layOutAll()
        #expect(page.text(of: -5..<5) == ["x"])
        page.finish()
        #expect(!page.isComplete)
        page.layOutAll()
        #expect(page.isComplete)
        page.resize(width: 3)
        page.layOutAll()
        #expect(page.width == 3)
        #expect(page.text(of: 0..<1) == ["x"])
    }

    @Test func `a page that is still loading shows what has arrived`() {
        var page = LaidOutPage(width: 40)
        page.append(Array("<ul><li>one<li>tw".utf8))
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["  • one", "  • tw"])
        page.append(Array("o</ul>".utf8))
        page.finish()
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["  • one", "  • two"])
    }
}
