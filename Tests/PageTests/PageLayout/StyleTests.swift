import PageLayout
import Testing

/// The lines of a page of 40 columns.
private func text(_ html: String, width: Int = 40) -> [String] {
    let page = laidOut(Array(html.utf8), width: width, piecesOf: 10_000)
    return page.text(of: 0..<page.lineCount)
}

@Suite struct ShownAgainTests {
    @Test func `child positions continue across chunks`() {
        let style = "<!DOCTYPE html><style>p{display:none}p:nth-child(10n){display:block}</style><body>"
        let html = style + (1...9000).map { "<p>number \($0)</p>" }.joined()
        let lines = text(html).filter { !$0.isEmpty }
        // The style element is in the head and so is not the first child of the body.
        #expect(lines == (1...900).map { "number \($0 * 10)" })
    }

    @Test func `without styles all text is shown`() {
        let html = "<style>p{display:none}</style><p>a<b style='visibility:hidden'>b</b><div hidden>c</div>"
        var page = laidOut(Array(html.utf8), width: 40, piecesOf: 10_000)
        #expect(page.lineCount == 0)
        page.apply(sheets: [:], appliesStyles: false)
        page.layOutAll()
        #expect(page.text(of: 0..<page.lineCount) == ["ab", "", "c"])
        var dump = PageDump(width: 40, appliesStyles: false)
        let bytes = dump.append(Array(html.utf8)) + dump.finish()
        #expect(String(decoding: bytes, as: UTF8.self) == "ab\n\nc\n")
    }
}

@Suite struct TextPropertyTests {
    private static let cells = "<table width=100%><tr><td>a<td>bbbb<tr><td>cccc<td>d</table>"

    @Test(arguments: [
        ("<!DOCTYPE html><center>", false), ("<!DOCTYPE html><div align=center>", false),
        ("<!DOCTYPE html><div style='text-align:center'>", true), ("<div style='text-align:center'>", false),
        ("<center>", false), ("<!DOCTYPE html><div style='text-align:right'><center>", false),
    ])
    func `text properties of cells follow the standard`(around: String, isCentred: Bool) {
        let start = text(Self.cells)
        let found = text(around + Self.cells)
        #expect(found.map { $0.contains(" a ") } == (isCentred ? [true, false] : [false, false]))
        #expect((found == start) != isCentred)
        // The same holds in a table that is laid out as blocks.
        let block = text(around + "<table><tr><td>one alone</table>")
        #expect(block.first?.hasPrefix(" ") == isCentred)
    }
}

@Suite struct RunStyleTests {
    private func runs(_ html: String) -> [Line.Run] {
        laidOut(Array(("<!DOCTYPE html>" + html).utf8), width: 40, piecesOf: 10_000).line(0).runs
    }

    @Test func `a change of colour splits runs, and spaces between them are not coloured`() {
        let runs = runs("<p>a <i style='color:red'>b c</i> d")
        #expect(runs.map(\.foreground) == [nil, 0xFF0000, nil])
        #expect(runs.map(\.columns) == [0..<2, 2..<5, 5..<7])
    }

    @Test func `transformed letters keep their source offsets`() {
        let html = "<p style='text-transform:uppercase'>é <b>ß"
        let runs = laidOut(Array(html.utf8), width: 40, piecesOf: 100).line(0).runs
        #expect(runs.last?.source == 42)
    }
}

@Suite struct LateSheetTests {
    @Test func `linked style sheets are reported in order`() {
        let html = """
            <link rel=stylesheet href=a.css><link rel='alternate stylesheet' href=b.css><link rel=icon href=c>
            <p>x<link rel="x STYLESHEET" href='d?e&amp;f'><link rel=stylesheet disabled href=g>
            <table><tr><td><link rel=stylesheet href=h media=print></table><link rel=stylesheet>
            """
        let page = laidOut(Array(html.utf8), width: 40, piecesOf: 100)
        #expect(page.sheetLinks.map(\.href) == ["a.css", "d?e&f", "h"])
    }

    @Test func `a style sheet that loads late takes its place in the cascade`() {
        let html = "<p class=m>a<link rel=stylesheet href=s.css><p class=m>b<p>c"
        var page = laidOut(Array(html.utf8), width: 40, piecesOf: 100)
        #expect(page.text(of: 0..<9) == ["a", "", "b", "", "c"])
        page.apply(sheets: ["s.css": [Array(".m{display:none}".utf8)]])
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["a", "", "c"])
        #expect(page.isComplete)
        page.resize(width: 20)
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["a", "", "c"])
        #expect(page.sheetLinks.map(\.href) == ["s.css"])
    }

    @Test func `style sheets imported by the page's own are requested, and applied before them`() {
        let html = "<style>@import url(s.css); p{visibility:visible}</style><p>a<p class=m>b"
        var page = laidOut(Array(html.utf8), width: 40, piecesOf: 100)
        #expect(page.sheetLinks.map(\.href) == ["s.css"])
        page.apply(sheets: ["s.css": [Array("p{visibility:hidden".utf8), Array(".m{display:none}".utf8)]])
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["a"])
    }

    @Test func `the media attribute of a link applies`() {
        let html = "<link rel=stylesheet href=s.css media=print><p>b"
        var page = laidOut(Array(html.utf8), width: 40, piecesOf: 100)
        page.apply(sheets: ["s.css": [Array("p{display:none}".utf8)]])
        page.layOutAll()
        #expect(page.text(of: 0..<9) == ["b"])
    }
}

@Suite struct StyleStreamTests {
    static let page = Array(
        """
        <!DOCTYPE html><style>.m{display:none}/*}*/li{list-style:'<'}</style><div class=m>a</div><ul><li>b</ul>\
        <p>c<style>@media screen{p{text-transform:uppercase}}</style><p>d<table><tr><td>e<td class=m>f</table><p>g
        """.utf8)

    @Test func `a style element may be split at any byte`() {
        let whole = lines(laidOut(Self.page, width: 40, piecesOf: 10_000))
        #expect(whole.map(\.text) == ["   <b", "", "c", "", "D", "", "e", "", "G"])
        for cut in 1..<Self.page.count {
            var page = LaidOutPage(width: 40)
            page.append(Array(Self.page[..<cut]))
            page.layOutAll()
            page.append(Array(Self.page[cut...]))
            page.finish()
            page.layOutAll()
            #expect(lines(page) == whole)
        }
    }

    @Test func `a changed style element restyles everything after it`() {
        let body = (0..<200).map { "<p class=c\($0 % 3)>paragraph \($0)</p>" }.joined()
        let old = Array("<!DOCTYPE html><div><style>.c1{display:none}</style>\(body)</div>".utf8)
        let new = Array("<!DOCTYPE html><div><style>.c2{display:none}</style>\(body)</div>".utf8)
        var page = laidOut(old, width: 40, piecesOf: 100_000, chunk: 500)
        page.update(to: new, changed: [SourceChange(old: 20..<60, new: 20..<60)])
        page.layOutAll()
        #expect(lines(page) == lines(laidOut(new, width: 40, piecesOf: 100_000)))
    }
}

@Suite struct HostileStyleTests {
    @Test(arguments: [
        String(repeating: "<style>*{color:red}</style><p>x", count: 150),
        String(repeating: "<p style='color:red;display:block'>x", count: 600),
        "<style>" + String(repeating: "div{", count: 2_000) + "</style><div>x",
        "<style>*{display:inline}</style>" + String(repeating: "<div><p>x", count: 400),
        "<style>*{display:none}</style>" + String(repeating: "<div><p>x", count: 600),
        "<style>*{display:list-item;white-space:nowrap}</style>"
            + String(repeating: "<ul><b>x y", count: 400),
        "<style>*{display:flex;text-transform:capitalize}</style>"
            + String(repeating: "<table><tr><td>x", count: 150),
        (0..<600).map { "<i style='color:#\(String($0 + 0x10000, radix: 16).dropFirst())00'>x" }.joined(),
        "<style>" + (0..<600).map { ".a .b\($0) * > .c{color:red}" }.joined() + "</style>"
            + String(repeating: "<div class='a b1 c'>x", count: 600),
    ])
    func `no line of a hostile page exceeds the width`(html: String) {
        let page = laidOut(Array(html.utf8), width: 20, piecesOf: 20_000)
        #expect(page.isComplete)
        for index in 0..<page.lineCount { #expect(page.line(index).width <= 20) }
    }
}
