import CSS
import Testing

@Suite struct ImportTests {
    @Test(arguments: [
        (
            "@import 'a.css'; @import url(b.css); @import url(\"c.css\");p{color:red}",
            ["a.css", "b.css", "c.css"]
        ),
        (
            "@charset 'utf-8';/* c */@layer x, y;<!-- @IMPORT \"d\\2e css\";-->p{}@import 'late.css'",
            ["d.css"]
        ),
        (
            "@import 'p.css' print;@import 's.css' screen and (min-width: 600px), print;@import 'n.css' (max-width:9px)",
            ["s.css"]
        ),
        (
            "@import 'l.css' layer;@import 'm.css' layer(base) supports(display: grid) screen;",
            ["l.css", "m.css"]
        ),
        ("@import 'v.css' supports(not (display: grid));@import 'w.css'", ["w.css"]),
        ("@import;@import 5;@import '';@import url();@import 'x.css' !;@import 'y.css'", ["y.css"]),
        ("p{}@import 'a.css'", []), ("@media screen{}@import 'a.css'", []), ("@layer a{}@import 'a.css'", []),
        ("@import 'a.css'", ["a.css"]), ("@import 'a.css", ["a.css"]), ("@import url(a.css", ["a.css"]),
        ("@import 'a.css' {p{}} @import 'b.css';", []), ("", []), ("import 'a.css';", []),
    ])
    func `imports precede all rules and apply if they match the screen`(
        sheet: String, addresses: [String]
    ) {
        #expect(StyleRules.imports(in: Array(sheet.utf8)) == addresses)
    }

    @Test func `at most sixteen imports of a style sheet are reported`() {
        let sheet = (0..<40).map { "@import '\($0).css';" }.joined()
        #expect(StyleRules.imports(in: Array(sheet.utf8)) == (0..<16).map { "\($0).css" })
    }
}
