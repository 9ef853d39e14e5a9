import Testing

@testable import PageLayout

/// Layout properties of style sheets, and generated content.
@Suite struct StyledLinesTests {
    private static func lines(_ html: String, width: Int = 60, chunk: Int = 65_536) -> [String] {
        var page = LaidOutPage(width: width, chunk: chunk)
        page.append(Array(html.utf8))
        page.finish()
        page.layOutAll()
        return page.text(of: 0..<page.lineCount)
    }

    // MARK: Margins and paddings

    @Test(
        arguments: [
            ("margin-left:40px", 5), ("padding-left:2em", 4), ("margin:0 0 0 3ch", 3),
            ("padding:0 1em 0 2rem", 4),
            ("margin-left:16px;padding-left:16px", 4), ("margin-inline-start:24pt", 4),
            // The space around a box is the same on both sides.
            ("margin:0 40px", 0), ("padding-left:20px;padding-right:20px", 0), ("margin:auto", 0),
            // Space for a float, a percentage of an unknown width, and negative margins.
            ("margin-left:300px", 0), ("margin-left:10%", 0), ("margin-left:-20px", 0),
        ] as [(String, Int)])
    func `a block with a margin on one side is indented`(style: String, columns: Int) {
        let blank = String(repeating: " ", count: columns)
        #expect(Self.lines("<style>.a{\(style)}</style><div class=a>in</div>out") == [blank + "in", "out"])
    }

    @Test func `nested replies are indented further, as long as there is room`() {
        let style = "<style>.r{margin-left:40px}</style>"
        #expect(
            Self.lines("\(style)<div>one<div class=r>two<div class=r>three</div></div></div>four") == [
                "one", "     two", "          three", "four",
            ])
        #expect(
            Self.lines("<p style='margin-left:160px'>by its own word") == [
                String(repeating: " ", count: 20) + "by its own word"
            ])
        let deep = Self.lines(style + String(repeating: "<div class=r>x", count: 30), width: 20)
        #expect(deep.allSatisfy { $0.count <= 20 && $0.hasSuffix("x") })
        // Lists, quotations and cells have their own indentation.
        #expect(Self.lines("<style>ul,li{padding-left:40px}</style><ul><li>a</ul>") == ["  • a"])
    }

    @Test(
        arguments: [
            ("margin:1em 0", true), ("margin-top:16px", true), ("margin:0 0 12pt", true),
            ("margin-block:1rem", true), ("margin-block-end:1em", true),
            ("margin:4px 0", false), ("margin:0 1em", false),
            ("margin-top:10%", false), ("margin:auto", false), ("margin-bottom:-16px", false),
            ("padding:1em", false), ("display:inline;margin:1em 0", false),
        ] as [(String, Bool)])
    func `margins of at least a line in a style attribute separate blocks`(style: String, isApart: Bool) {
        let block = "<div style='\(style)'>"
        guard !style.hasPrefix("display") else {
            return #expect(Self.lines("\(block)one</div>\(block)two</div>") == ["one two"])
        }
        #expect(
            Self.lines("\(block)one</div>\(block)two</div>")
                == (isApart ? ["one", "", "two"] : ["one", "two"]))
    }

    @Test func `vertical margins apply to the block that has them`() {
        #expect(
            Self.lines(
                "one<div style=margin-top:1em>two</div>three<div style=margin-bottom:1em>four</div>five")
                == ["one", "", "two", "three", "four", "", "five"])
        // They collapse with those of ancestors and descendants, to one blank line at most.
        #expect(
            Self.lines(
                "<p>one<div style='margin:3em 0'><div style='margin:3em 0'><p>two</p></div></div>three")
                == ["one", "", "two", "", "three"])
        // Paragraphs keep their blank lines; items, cells and headings have their own rules.
        #expect(Self.lines("<p style=margin:0>one<p style=margin:0>two") == ["one", "", "two"])
        #expect(
            Self.lines("<ul><li style='margin:1em 0'>a<li style='margin:1em 0'>b</ul>") == ["  • a", "  • b"])
        #expect(Self.lines("<h2 style='margin:1em 0'>one</h2>two") == ["one", "───", "two"])
    }

    // MARK: Menus

    @Test(
        arguments: [
            "ul{display:flex}", "li{display:inline}", "li{display:inline-block}", "li{float:left}",
            "ul{display:flex;flex-flow:row wrap}",
        ])
    func `inline list items share a line, separated`(sheet: String) {
        let lines = Self.lines(
            "<style>\(sheet)</style><ul><li><a href=1>Home</a></li><li><a href=2>Blog</a></li></ul>after")
        #expect(lines.map { $0.drop { $0 == " " } } == ["Home Blog", "", "after"])
    }

    @Test func `stacked list items stay on their own lines`() {
        let list = "<ul><li>a<li>b</ul>"
        #expect(
            Self.lines("<style>ul{display:flex;flex-direction:column}</style>\(list)") == ["  • a", "  • b"])
        #expect(Self.lines("<style>ul{display:grid}</style>\(list)") == ["  • a", "  • b"])
        // A list within an item of a row is separate.
        #expect(
            Self.lines("<style>.r{display:flex}</style><ul class=r><li>x<ul><li>a<li>b</ul></ul>") == [
                "x", "  ◦ a", "  ◦ b",
            ])
    }

    @Test func `children of a flex column are on lines of their own, those of a row are separated`() {
        let links = "<a href=1>Up</a><a href=2>Down</a><span>Other</span>"
        #expect(
            Self.lines("<div style='display:flex;flex-direction:column'>\(links)</div>") == [
                "Up", "Down", "Other",
            ])
        #expect(Self.lines("<div style='display:flex'>\(links)</div>") == ["Up Down Other"])
    }

    @Test func `elements displayed as table rows and cells are laid out as such`() {
        let sheet = "<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style>"
        let rows =
            "<div class=r><div class=c>Name</div><div class=c>Anna</div></div><div class=r><span class=c>Age</span><span class=c>7</span></div>"
        #expect(Self.lines("\(sheet)<div class=t>\(rows)</div>") == ["Name Anna", "Age 7"])
        #expect(
            Self.lines("<style>td{display:table-cell}tr{display:flex}</style><table><tr><td>a<td>b</table>")
                == ["a  b"])
    }

    // MARK: Opacity

    @Test(
        arguments: [
            ("opacity:0", "", false), ("opacity:0.0", "", false), ("opacity:0%", "", false),
            ("opacity:.5", "", true),
            // Content that a transition, an animation or another rule would show is shown.
            ("opacity:0;transition:opacity 1s", "", true), ("opacity:0;animation:fade 2s", "", true),
            ("opacity:0", ".a:hover{opacity:1}", true), ("opacity:0", "p.a{opacity:1}", true),
        ] as [(String, String, Bool)])
    func `fully transparent content is left out`(style: String, more: String, isShown: Bool) {
        let lines = Self.lines("<style>.a{\(style)}\(more)</style><p class=a>seen<p>after")
        #expect(lines == (isShown ? ["seen", "", "after"] : ["after"]))
    }

    // MARK: Generated content

    @Test(
        arguments: [
            (".a::before{content:'NOTE: '}", "NOTE: text"), (".a:before{content:'>'}", ">text"),
            (".a::after{content:' (' attr(title) ')'}", "text (tip)"),
            (".a::after{content:'*' / 'star'}", "text*"),
            (".a::before{content:open-quote}.a::after{content:close-quote}", "“text”"),
            (".a::before{content:'•'}", "• text"), (".a::before{content:'\\201C'}", "“text"),
            (".a::before{content:'x'}.a::before{content:none}", "text"),
            ("p::before{content:'p'}.a::before{content:'a'}", "atext"),
            (".a::before{content:'x';display:none}", "text"), (".a::before{content:'x';opacity:0}", "text"),
            // Icon font characters, spaces, and rules for another state or element.
            (".a::before{content:'\\f101'}", "text"), (".a::after{content:'';display:table}", "text"),
            (".a:hover::before{content:'x'}", "text"), (".b .a::before{content:'x'}", "text"),
            (".a::before .b{content:'x'}", "text"), (".a{content:'x'}", "text"),
            ("@media print{.a::before{content:'x'}}", "text"),
            ("@supports (display:grid){.a::before{content:'x '}}", "x text"),
            (
                "@layer one,two;@layer two{.a::before{content:'2'}}@layer one{.a::before{content:'1'}}",
                "2text"
            ),
        ] as [(String, String)])
    func `generated content before and after an element is shown`(sheet: String, expected: String) {
        #expect(Self.lines("<style>\(sheet)</style><p class=a title=tip>text</p>") == [expected])
    }

    @Test func `CSS counters number elements`() {
        let sheet =
            "<style>h2{counter-increment:s}h2::before{content:counter(s) '. '}h1{counter-reset:s 4}i{counter-increment:s 0 t}i::after{content:counter(t, upper-roman)}</style>"
        let page = "\(sheet)<h1>T</h1><h2>A</h2><h2>B</h2><p>x<i></i> y<i></i>"
        let expected = ["T", "═", "", "5. A", "────", "", "6. B", "────", "xI yII"]
        #expect(Self.lines(page) == expected)
        #expect(Self.lines(page, chunk: 1) == expected)
    }

    @Test func `generated content does not depend on chunk boundaries, and links in it work`() {
        let sheet =
            "<style>a::before{content:'→ '}div::after{content:' end'}.r{margin-left:2em}ul{display:flex}</style>"
        let page =
            sheet
            + String(
                repeating: "<div class=r>text <a href=x>link</a><ul><li>a<li>b</ul><p>more</div>", count: 8)
        let whole = Self.lines(page, width: 40)
        #expect(whole.first == "    text → link")
        for chunk in [1, 30, 100] { #expect(Self.lines(page, width: 40, chunk: chunk) == whole) }
    }

    // MARK: Preformatted text

    @Test func `clipped lines of preformatted text are marked as continued`() {
        let line = "let harbour = open(the, bridge)"
        #expect(
            Self.lines("<pre>\(line)\nshort</pre>", width: 20) == [
                "let harbour = open(t", "↪he, bridge)", "short",
            ])
        #expect(
            Self.lines("<blockquote><pre>\(line)</pre></blockquote>", width: 20) == [
                "│ let harbour = open", "│ ↪(the, bridge)",
            ])
        // Text that wraps, and a plain text document.
        #expect(
            Self.lines("<p style='white-space:pre-wrap'>\(line)", width: 20).allSatisfy { !$0.contains("↪") })
        #expect(Self.lines("<plaintext>\(line)", width: 20).allSatisfy { !$0.contains("↪") })
    }

    @Test func `a search finds clipped text, without the continuation mark`() {
        var page = LaidOutPage(width: 20)
        page.append(Array("<pre>let harbour = open(the, bridge)</pre>".utf8))
        page.finish()
        page.layOutAll()
        #expect(page.join(above: 1) == .nothing)
        #expect(page.text(of: 0..<2).count == 2)
    }
}
