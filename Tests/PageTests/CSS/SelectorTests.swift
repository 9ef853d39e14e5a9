import CSS
import Testing

@Suite struct SelectorTests {
    static let page = """
        <!DOCTYPE html><html lang=en><body class=page><div id=main class='a b'><ul><li class=item>
        <a x href='/one.html' class='link Big' title='one two' data-n=en-US>one</a></ul></div>
        """

    @Test(arguments: [
        "*", "a", "A", ".link", ".Big", "a.link", "a.link.Big", "#main a", "div a", "li>a", "li > a",
        "body li a",
        "body > div a", "html>body>div>ul>li>a", "[href]", "a[href='/one.html']", "[href=\"/one.html\"]",
        "[href^='/one']", "[href$='.html']", "[href*=ne]", "[title~=two]", "[data-n|=en]", "[DATA-N]",
        "[title='ONE TWO' i]", "[title=one\\ two]", "a:link", ":any-link", ":root a", "a:not(.other)",
        "a:not(:hover)", "a:not(b, .c)", ":is(b, a)", ":where(.link)", ":is(b, ::before, a)", "ul :is(a)",
        "p, a", "p + q, a", "a::before, a", "a:first-child, a", "a:hover, a", ".page .item .link",
        "a:first-child", "a:nth-child(1)", "a:not(:empty)", "a:not(:not(a))", "ul:has(a) a", "& a",
        "*|a", "a/* c */", "/**/a", "\\61", ".\\6cink", ".\\6c ink", "#main.a.b a", "div#main>ul a",
        ".a > ul a", "body div.a li > a[href]", "a:is(.link):not(.x)", "ul li>a", "a:not([rel])",
    ])
    func `a selector matches`(_ selector: String) {
        #expect(declared(Self.page, "\(selector) { font-weight: bold }") == ["bold:true"])
    }

    @Test(arguments: [
        "b", ".big", ".lin", "#Main a", "ul>a", "a li", "div>a", "[href='/ONE.html']", "[title~=one\\ two]",
        "[title~='']", "[href^='']", "[href$='']", "[href*='']", "[data-n|=e]", "[nothing]", "a:hover",
        "a:visited", "li + a", "li ~ a", "a::before", "a:before",
        "a:not(.link)", "a:not(p, .link)", ":is(b, p)", ":is()", ":root", "a:root", "svg|a", "|a",
        "html > a", "body > ul a", ".b > li a", "a:has(b)", "a:checked", ":is(:hover, b)", "a#x",
        "a:not(:not(b))", "a:empty", "a:nth-child(2)", "a:nth-last-child(n+2)",
        ".page > .item .link", "&",
    ])
    func `a selector does not match`(_ selector: String) {
        #expect(declared(Self.page, "\(selector) { font-weight: bold }") == [""])
    }

    @Test(arguments: [
        "a, !", "a,", ",a", "a,,b", "a:unknown, a", "a::-moz-thing, a", "_:-ms-fullscreen, a", "a >", "> a",
        "a > > b, a",
        "#1a, a", ".1a, a", "a[, a", "a[href=], a", "a[=x], a", "a:not(), a", "a b{ c, a", "a@b, a", "a:, a",
        "a||b, a", "[title=one two], a", "a:not(b,), a", "}a",
    ])
    func `a selector list with a malformed selector is invalid`(_ selector: String) {
        #expect(declared(Self.page, "\(selector) { font-weight: bold }") == [""])
    }

    @Test func `in quirks mode classes and ids match in any case`() {
        #expect(declared("<p x class=Big>", ".big { font-weight: bold }") == ["bold:true"])
        #expect(declared("<p x id=Big>", "#big { font-weight: bold }") == ["bold:true"])
        #expect(declared("<!DOCTYPE html><p x class=Big>", ".big { font-weight: bold }") == [""])
    }

    @Test func `elements without a tag are found by name`() {
        let sheet = "my-menu { display: none } my-menu i { color: red }"
        #expect(declared("<my-menu x><i x>", sheet) == ["display:none", "color:#ff0000"])
        #expect(declared("<my-menus x>", sheet) == [""])
    }

    @Test func `matching backtracks to further ancestors where the nearest one fails`() {
        let page = "<section><p class=c><div class=b><div><div class=b><i x>"
        #expect(declared(page, "section > .b i { color: red }") == ["color:#ff0000"])
        #expect(declared(page, "div > .b > i { color: red }") == ["color:#ff0000"])
        #expect(declared(page, "section > .b > i { color: red }") == [""])
    }
}

@Suite struct CascadeTests {
    @Test(
        arguments: [
            ("p { color: red } p { color: blue }", "color:#0000ff"),
            (".c { color: red } p { color: blue }", "color:#ff0000"),
            ("#i { color: red } .c.c.c { color: blue }", "color:#ff0000"),
            ("p { color: red !important } #i { color: blue }", "color:#ff0000"),
            ("p { color: red !important } p { color: blue ! important }", "color:#0000ff"),
            ("p { color: red; color: unknown; color: }", "color:#ff0000"),
            ("p { color: red; color: var(--x) }", "color:#ff0000"),
            (":where(#i) { color: red } p { color: blue }", "color:#0000ff"),
            (":is(#i, b) { color: red } .c { color: blue }", "color:#ff0000"),
            (":not(#j) { color: red } .c { color: blue }", "color:#ff0000"),
            ("p { color: inherit }", "color:inherit"), ("p { color: initial }", "color:initial"),
            ("p { color: unset; display: unset }", "display:initial color:inherit"),
            ("p { color: red; color: revert }", ""),
            ("@layer b { #i { color: red } } p { color: blue }", "color:#0000ff"),
            ("@layer a, b; @layer b { p { color: red } } @layer a { #i { color: blue } }", "color:#ff0000"),
            ("@layer a { p { color: red !important } } #i { color: blue !important }", "color:#ff0000"),
            ("@layer { p { color: red } } @layer { p { color: blue } }", "color:#0000ff"),
            ("@media screen { p { color: red } }", "color:#ff0000"),
            ("@media print { p { color: red } } p { display: none }", "display:none"),
            ("@media (min-width: 768px) { @supports (display: grid) { p { color: red } } }", "color:#ff0000"),
            ("@font-face { color: red } p { color: blue }", "color:#0000ff"),
            ("@keyframes k { from { color: red } } p { color: blue }", "color:#0000ff"),
            ("@import 'x.css'; @charset 'x'; p { color: blue }", "color:#0000ff"),
            ("p { b { color: red } color: blue }", "color:#0000ff"),
            ("p { &:hover { color: red } @media print { color: red } color: blue }", "color:#0000ff"),
            ("p { @media screen { color: red } color: blue }", "color:#ff0000"),
            ("div { p { color: red } color: blue }", "color:#ff0000"),
            ("div { & > .c { color: red } } .c { color: blue }", "color:#ff0000"),
            (".c { div & { color: red } } p { color: blue }", "color:#ff0000"),
            ("div { @supports (display: grid) { p { & { color: red } } } }", "color:#ff0000"),
            ("@scope (div) { p { color: red } }", "color:#ff0000"), ("@scope (b) { p { color: red } }", ""),
            ("@scope (div) { :scope > p { color: red } }", "color:#ff0000"),
            ("@scope (div) to (i) { p { color: red; display: none } }", "display:none color:#ff0000"),
            ("@scope (div) to (p) { p { color: red; display: none } }", ""),
            ("@container (width > 1px) { p { display: none } }", ""),
            ("<!-- p { color: blue } -->", "color:#0000ff"),
            ("p { color: blue", "color:#0000ff"), ("p { color: blue; /* x", "color:#0000ff"),
            ("p{color:red}}p{color:blue}p{color:green}", "color:#008000"),
            ("p { x: 'a\nb; color: red; } p { display: none }", "display:none color:#ff0000"),
            ("p { x: url(a b); color: blue }", "color:#0000ff"),
            ("p { x: {a;b}; color: blue }", "color:#0000ff"),
            ("p { x: (a;b); color: blue }", "color:#0000ff"),
            ("p { ;; color : blue ;; }", "color:#0000ff"), ("p { COLOR: BLUE }", "color:#0000ff"),
            ("p { c\\6flor: red; color: bl\\75 e }", "color:#0000ff"),
        ] as [(String, String)])
    func `the winning declaration follows the cascade`(sheet: String, expected: String) {
        #expect(declared("<div><p x id=i class=c>", sheet) == [expected])
    }

    @Test(arguments: [
        // The root belongs to its scope, a limit does not, and a limit applies below its root only.
        ("@scope (.a) { .a { color: red } }", "04"), ("@scope (.a) to (.b) { * { color: red } }", "0145"),
        ("@scope (.a) { .b { color: red } }", "2"), ("@scope (.b) { .a { color: red } }", "4"),
        ("@scope (.a, .b) { p { color: red } }", "135"),
        ("@scope (.a) to (:scope > .b) { p { color: red } }", "15"),
        ("@scope (.a) to (:scope p) { * { color: red } }", "024"),
        // Selectors are those of the page, except after a combinator.
        ("@scope (.b) { .a p { color: red } }", "35"), ("@scope (.b) { > p { color: red } }", "3"),
        ("@scope (.b) { & > p, :host > .a { color: red } }", "34"),
        ("@scope (.b) { p { & { color: red } } }", "35"),
        ("@scope (.a) { @scope (.b) to (.a) { p { color: red } } }", "3"),
        ("@scope (.b) { @media screen { @scope (.a) { p { color: red } } } }", "5"),
        ("@scope (.a { p { color: red } }", ""), ("@scope (,) { p { color: red } }", ""),
        // The nearer scope wins, but less than specificity.
        ("@scope (.b) { p { color: red } } @scope (.a) { p { color: blue } }", "3"),
        ("@scope (.b) { p { color: red } } @scope (.a) { .a p { color: blue } }", ""),
        ("@scope (.b) { p { color: red } } p { color: blue }", "35"),
    ])
    func `a rule applies to the elements in its scope`(sheet: String, red: String) {
        let page = """
            <div class=a x>0<p x>1</p><div class=b x>2<p x>3</p><div class=a x>4<p x>5</div></div></div><p x>6</p>
            """
        let found = declared(page, sheet).enumerated().filter { $0.element == "color:#ff0000" }
        #expect(found.map { "\($0.offset)" }.joined() == red)
    }

    @Test func `a scope without a root hides nothing`() {
        #expect(declared("<p x>", "@scope { p { display: none } }") == [""])
        #expect(declared("<p x>", "@scope to (b) { p { display: none } }") == [""])
    }

    @Test func `scopes within scopes are limited`() {
        let sheet = String(repeating: "@scope (p) {", count: 10_000) + "p { color: red }"
        #expect(declared("<p x>", sheet) == [""])
    }

    @Test func `the style attribute overrides all rules but important ones`() {
        let page = "<p x style='color: red; display: none !important' id=i>"
        #expect(declared(page, "#i { color: blue; display: block }") == ["display:none color:#ff0000"])
        #expect(declared(page, "p { color: blue !important }") == ["display:none color:#0000ff"])
    }

    @Test func `later style sheets override earlier ones`() {
        #expect(declared("<p x>", "p { color: red }", "p { color: blue }") == ["color:#0000ff"])
    }

    @Test func `style rules are equal if their style sheets are`() {
        var one = StyleRules()
        one.add(Array("p{color:red}".utf8))
        var other = StyleRules()
        #expect(one != other)
        other.add(Array("p{color:red}".utf8))
        #expect(one == other)
        other.add(Array("i{color:red}".utf8))
        #expect(one != other)
        one.add(Array("i{color:red}".utf8), media: Array("print".utf8)[...])
        #expect(one != other)
    }

    @Test func `style sheets without a rule that affects text are empty`() {
        var rules = StyleRules()
        rules.add(Array("@font-face{} p{margin:0} :root{--x:1}".utf8))
        #expect(rules.isEmpty)
    }

    @Test(
        arguments: [
            ("#news, p.seen > a[href]", .whole), ("*", .whole), ("li:first-child", .whole),
            ("h2 + p", .whole), ("p:nth-child(2 of .x), p:has(> i)", .whole), ("p:default", .partial),
            ("#a, p::before", .partial), ("", .malformed), ("#a >", .malformed), ("p..x", .malformed),
            ("a {", .malformed), ("Seen * times", .whole),
        ] as [(String, SelectorParseResult)])
    func `a user's selector list is reported as whole, partial or malformed`(
        _ list: String, _ reading: SelectorParseResult
    ) {
        #expect(SelectorParseResult(list) == reading)
    }
}
