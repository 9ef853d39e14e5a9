import PageLayout
import Testing

/// The lines of a page of 40 columns.
private func text(_ html: String, width: Int = 40) -> [String] {
    let page = laidOut(Array(html.utf8), width: width, piecesOf: 10_000)
    return page.text(of: 0..<page.lineCount)
}

@Suite struct DisplayTests {
    @Test(arguments: [
        ("<style>.m{display:none}</style><div class=m>menu</div><p>text", ["text"]),
        ("<p>one<style>p{display:none}</style><p>two<div>three", ["one", "", "three"]),
        ("<style>i{display:block}</style>a <i>b</i> c", ["a", "b", "c"]),
        ("<style>li{display:inline}</style><ul><li>a</li><li>b</li><li>c</ul>", ["    a b c"]),
        ("<style>div{display:inline-block}</style>x<div>a</div><div>b</div>y", ["x a b y"]),
        ("<style>span{display:inline-block}</style><span>a</span><span>b</span>", ["ab"]),
        ("<style>nav{display:flex}</style><nav><a>a</a><a>b</a><div>c</div>d</nav>", ["a b", "c", "d"]),
        ("<style>p{display:list-item}</style><p>a", ["  • a"]),
        (
            "<style>li{display:block}</style><ol><li>a<li style='display:list-item'>b</ol>",
            ["    a", " 2. b"]
        ),
        ("<style>div{display:contents}</style><div>a<p>b</p></div>", ["a", "", "b"]),
        ("<style>[hidden]{display:block}</style><p hidden>a<p>b", ["a", "", "b"]),
        ("<p hidden>a<p style='display:none'>b<p>c", ["c"]),
        ("<style>dialog{display:block}</style><dialog>a</dialog>", ["a"]),
        ("<style>body{display:none}html{visibility:hidden}</style><p>a", ["a"]),
        ("<style>img,br,hr{display:none}</style>a<br>b<img alt=c><hr>d", ["abd"]),
        ("<style>button{display:block}</style>a<button>b</button>c", ["a", "[\u{20}b\u{20}]", "c"]),
        ("<div hidden>x<style>p{display:none}</style><p>y</div><p>a</p>b", ["b"]),
        ("<style>script,style,template{display:block}</style><script>x</script>a", ["a"]),
        ("<template><style>p{display:none}</style></template><p>a", ["a"]),
        (
            "<style media=print>p{display:none}</style><style type=text/less>p{display:none}</style><p>a",
            ["a"]
        ),
        (
            "<style>.no-js .m{display:none}</style><div class=no-js><p class=m>a<p>b</div><p class=m>c",
            ["b", "", "c"]
        ),
    ])
    func `elements are laid out by their display property`(html: String, expected: [String]) {
        #expect(text("<!DOCTYPE html><body>" + html) == expected)
    }

    @Test(arguments: [
        (
            "<style>.x{display:none}</style><tr><td>a<td class=x>b<td>c<tr class=x><td>d<tr><td>e<td class=x>f<td>g",
            ["a  c", "e  g"]
        ),
        ("<tbody hidden><tr><td>a<td>b</tbody><tr><td>c<td>d", ["c  d"]),
        ("<style>thead{visibility:hidden}</style><thead><tr><td>a<td>b</thead><tr><td>c<td>d", ["c  d"]),
        ("<tr><td>a<td><style>.x{display:none}</style><i class=x>b</i>c<tr class=x><td>d<td>e", ["a  c"]),
        ("<style>.x{display:none}</style><tr><td>a<td>b<tr><td class=x>c<td>d", ["a  b", "d"]),
    ])
    func `hidden parts of tables are left out`(html: String, expected: [String]) {
        #expect(text("<!DOCTYPE html><table>" + html) == expected)
    }

    @Test func `the effect of a style in a table does not depend on the width`() {
        let html =
            "<table><tr><td class=x>aaaa<td>bbbb<td><style>.x{display:none}</style>cccc</table><p class=x>d"
        #expect(text(html) == ["bbbb  cccc"])
        #expect(text(html, width: 4) == ["bbbb", "cccc"])
    }
}

@Suite struct ShownAgainTests {
    @Test(arguments: [
        (
            "<style>.x{display:none}:checked~.x{display:block}</style><input type=radio checked><div class=x>y</div>",
            "y"
        ),
        ("<style>p{display:none}p:first-child{display:block}</style><div><p>y<p>n</div>", "y"),
        ("<style>ul{display:none}nav:hover ul{display:block}</style><nav><ul><li>y</ul></nav>", "y"),
        ("<style>p{display:none}div:has(i) p{display:block}</style><div><p>y</p><i></i></div>", "y"),
        ("<style>p{display:none}h2+p{display:block}</style><h2>h</h2><p>y<p>n", "y"),
        ("<style>:root{--s:block}p{display:none}p{display:var(--s)}</style><p>y", "y"),
        ("<style>div p{display:none}div{p{display:block}}</style><div><p>y</div>", "y"),
        ("<style>p{visibility:hidden}p:not(:has(x)){visibility:visible}</style><p>y", "y"),
        ("<style>div{visibility:hidden}div:focus-within p{visibility:visible}</style><div>n<p>y</div>", "y"),
        ("<style>[hidden]:target{display:block}</style><p hidden id=a>y", "y"),
        ("<style>p{display:none}p:last-child{display:block}</style><div><p>n<p>y</div>", "y"),
        ("<style>p{display:none}@container (width>1px){p{display:block}}</style><p>y", "y"),
    ])
    func `a later rule can show what another one hides`(html: String, shown: String) {
        let words = text("<!DOCTYPE html><body>" + html).joined(separator: " ")
        #expect(words.contains(shown))
        #expect(!words.contains("n"))
    }

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
    @Test(arguments: [
        ("<style>i{visibility:hidden}b{visibility:visible}</style>a<i> b <b>c</b></i> d", ["ac d"]),
        ("<p style='visibility:hidden'>a</p><ul style='visibility:hidden'><li>b</ul>c", ["c"]),
        ("<p style='white-space:pre'>a  b\nc", ["a  b", "c"]),
        ("<p style='white-space:pre-wrap'>a  b\nc", ["a  b", "c"]),
        ("<p style='white-space:pre-line'>a  b\nc\n\nd", ["a b", "c", "", "d"]),
        ("<pre style='white-space:normal'>a  b\nc</pre>", ["a b c"]),
        ("<p style='text-transform:uppercase'>Straße, ﬁne é", ["STRASSE, FINE É"]),
        ("<p style='text-transform:lowercase'>ÀBC", ["àbc"]),
        (
            "<p style='text-transform:capitalize'>the <b>q</b>uick bro<i>wn</i> don't élan",
            ["The Quick Brown Don't Élan"]
        ),
        ("<p style='text-align:right'>a", [String(repeating: " ", count: 39) + "a"]),
        (
            "<style>.c{text-align:center}</style><div class=c><p>ab",
            [String(repeating: " ", count: 19) + "ab"]
        ),
        ("<center><p style='text-align:initial'>a", ["a"]),
        (
            "<ul style='text-align:center'><li>ab<li>abcd</ul>",
            [
                String(repeating: " ", count: 19) + "• ab", String(repeating: " ", count: 18) + "• abcd",
            ]
        ),
        ("<p style='text-transform:lowercase'>ΟΔΟΣ <b>ΣΑΣ</b>", ["οδος σας"]),
    ])
    func `text properties apply to text`(html: String, expected: [String]) {
        #expect(text(html) == expected)
    }

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

    @Test func `nowrap text moves as a whole, and breaks only if it fits on no line`() {
        let html = "<p>one two <span style='white-space:nowrap'>three four</span> five</p>"
        #expect(text(html, width: 15) == ["one two", "three four five"])
        #expect(text(html, width: 8) == ["one two", "three", "four", "five"])
    }

    @Test(arguments: [
        ("list-style:none", ["    a", "    b"]), ("list-style-type:disc", ["  • a", "  • b"]),
        ("list-style:square", ["  ▪ a", "  ▪ b"]), ("list-style-type:upper-roman", [" I. a", "II. b"]),
        ("list-style-type:decimal-leading-zero", ["01. a", "02. b"]),
        ("list-style-type:lower-greek", [" α. a", " β. b"]),
        ("list-style-type:cjk-ideographic", ["一、a", "二、b"]), ("list-style:'→ '", ["  → a", "  → b"]),
        ("list-style-type:'\\1b x'", ["  ␛xa", "  ␛xb"]), ("list-style:inherit", ["  • a", "  • b"]),
    ])
    func `list-style-type selects the markers of a list`(style: String, expected: [String]) {
        #expect(text("<ul style=\"\(style)\"><li>a<li>b</ul>") == expected)
    }

    @Test func `a list has its default markers unless styled otherwise`() {
        let html = "<ul style='list-style:none'><li>a<ol><li>b</ol><li style='list-style:circle'>c</ul>"
        #expect(text(html) == ["    a", "     1. b", "  ◦ c"])
    }

    @Test func `Chinese counters are written as spoken numbers`() {
        let numbers = [0, 10, 11, 20, 101, 110, 1010, 9999]
        let html = numbers.map { "<li value=\($0)>x" }.joined()
        let lines = text("<ol style='list-style-type:cjk-ideographic'>\(html)", width: 80)
        let words = ["零", "十", "十一", "二十", "一百零一", "一百一十", "一千零一十", "九千九百九十九"]
        #expect(lines.map { $0.trimmingPrefix { $0 == " " } } == words.map { "\($0)、x" })
    }
}

@Suite struct RunStyleTests {
    private func runs(_ html: String) -> [Line.Run] {
        laidOut(Array(("<!DOCTYPE html>" + html).utf8), width: 40, piecesOf: 10_000).line(0).runs
    }

    @Test(
        arguments: [
            ("<b style='font-weight:normal'>a", TextStyle()),
            ("<style>p{font-weight:700}</style><p>a", [.bold]),
            ("<style>em{font-style:normal}</style><em>a", []),
            ("<i><u style='font-style:inherit'>a", [.italic, .underline]),
            ("<u><span style='text-decoration:none'>a", [.underline]),
            ("<u style='text-decoration:none'>a", []),
            ("<p style='text-decoration:underline'><b>a", [.bold, .underline]),
            ("<a href=x style='text-decoration:line-through'>a", [.link, .strike]),
            ("<p style='font:bold 1em x'>a", [.bold]),
        ] as [(String, TextStyle)])
    func `computed styles combine rules and inheritance`(html: String, style: TextStyle) {
        #expect(runs(html).map(\.style) == [style])
    }

    @Test(
        arguments: [
            ("<p style='color:red'>a", 0xFF0000, nil), ("<p style='color:red'><b>a", 0xFF0000, nil),
            ("<style>body{color:red;background:blue}</style><p>a", nil, nil),
            ("<p style='color:red'><a href=x>a", nil, nil), ("<a href=x style='color:#123'>a", 0x112233, nil),
            ("<p style='background:#123'>a", nil, nil), ("<p><span style='background:#123'>a", nil, 0x112233),
            ("<span style='background:#123'><b>a", nil, 0x112233), ("<p style='color:red'><mark>a", nil, nil),
            ("<i style='color:red'><b style='background:currentcolor;color:#fff'>a", 0xFFFFFF, 0xFFFFFF),
            ("<i style='color:red'><b style='color:initial'>a", nil, nil),
            ("<table><tr style='color:red'><td>a<td style='color:blue'>b", 0xFF0000, nil),
        ] as [(String, UInt32?, UInt32?)])
    func `runs carry the colours of the page`(html: String, front: UInt32?, back: UInt32?) {
        #expect(runs(html).first?.foreground == front)
        #expect(runs(html).first?.background == back)
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
