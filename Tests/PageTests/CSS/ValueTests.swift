import CSS
import Testing

@Suite struct ValueTests {
    @Test(
        arguments: [
            ("display: none", "display:none"), ("display: inline-block", "display:inlineBlock"),
            ("display: block flex", "display:flex"), ("display: inline flow-root", "display:inlineBlock"),
            ("display: table-cell", "display:inlineBlock"), ("display: table", "display:block"),
            ("display: table-row", "display:flex"), ("display: list-item", "display:listItem"),
            ("display: contents", "display:contents"), ("display: grid", "display:grid"),
            ("display: odd", ""),
            ("visibility: hidden", "visible:false"), ("visibility: collapse", "visible:false"),
            ("visibility: visible", "visible:true"), ("white-space: nowrap", "space:nowrap"),
            ("white-space: pre-line", "space:preLine"), ("white-space: break-spaces", "space:preWrap"),
            ("white-space-collapse: preserve", "space:preWrap"),
            ("white-space-collapse: collapse", "space:normal"),
            ("white-space-collapse: preserve-breaks", "space:preLine"), ("white-space-collapse: odd", ""),
            ("white-space: nowrap; white-space-collapse: inherit", "space:inherit"),
            ("text-align: justify", "align:start"), ("text-align: right", "align:end"),
            ("font-weight: 700", "bold:true"), ("font-weight: 400", "bold:false"),
            ("font-weight: bolder", "bold:true"),
            ("font-weight: normal", "bold:false"), ("font-style: oblique", "italic:true"),
            ("font: italic bold 12px/1.5 serif", "bold:true italic:true"),
            ("font: 12px x", "bold:false italic:false"),
            ("font: 600 1em x", "bold:true italic:false"), ("font: caption", ""),
            ("text-decoration: underline dotted red", "lines:1"), ("text-decoration: none", "lines:0"),
            ("text-decoration-line: underline line-through", "lines:3"), ("text-decoration: 3px", ""),
            ("text-transform: uppercase", "transform:uppercase"), ("list-style: none", "list:none"),
            ("list-style: square inside", "list:square"), ("list-style: none url(x.png)", "list:none"),
            ("list-style: inside", "list:disc"), ("list-style-type: lower-latin", "list:lowerAlpha"),
            ("list-style-type: '→ '", "list:“→ ”"), ("list-style: '- ' inside", "list:“- ”"),
            ("list-style-type: 'abcdef€'", "list:“abcdef”"),
            ("list-style-type: '\\2014\\a0'", "list:“—\u{A0}”"),
            ("list-style-type: hebrew", "list:decimal"), ("list-style-type: inherit", "list:inherit"),
        ] as [(String, String)])
    func `a declaration is parsed`(style: String, expected: String) {
        #expect(declared("<p x style=\"\(style)\">") == [expected])
    }

    @Test(arguments: [
        ("#fff", "#ffffff"), ("#12f8", "#1122ff"), ("#12f1", "transparent"), ("#0a0B0c", "#0a0b0c"),
        ("#0a0b0cff", "#0a0b0c"), ("#12", nil), ("#xyz", nil), ("RebeccaPurple", "#663399"),
        ("transparent", "transparent"), ("currentcolor", "current"), ("rgb(1, 2, 3)", "#010203"),
        ("rgb(1 2 3 / 50%)", "#010203"), ("rgba(1,2,3,.2)", "transparent"), ("rgb(100%, 0%, 50%)", "#ff0080"),
        ("rgb(300, -5, 1e9)", "#ff00ff"), ("rgb(1, 2)", nil), ("rgb(1e999, 2, 3)", nil),
        ("rgb(calc(1) 2 3)", nil),
        ("hsl(120, 100%, 25%)", "#008000"), ("hsl(0.5turn 100% 50%)", "#00ffff"),
        ("hsl(-120, 100%, 50%)", "#0000ff"),
        ("hsla(0, 0%, 100%, 1)", "#ffffff"), ("color(srgb 1 0 0)", nil), ("rgb(none 2 3)", "#000203"),
    ])
    func `a colour is parsed`(color: String, expected: String?) {
        let words = expected.map { ["color:\($0)"] } ?? [""]
        #expect(declared("<p x style='color: \(color)'>") == words)
    }

    @Test(arguments: [
        ("red", "#ff0000"), ("url(x.png) no-repeat #123", "#112233"), ("none", "transparent"),
        ("linear-gradient(red, blue)", "transparent"), ("linear-gradient(red, rgb(1,2,3)) blue", "#0000ff"),
        ("url(data:image/png;base64,x) white", "#ffffff"),
    ])
    func `the colour of a background is found`(value: String, expected: String) {
        #expect(declared("<p x style='background: \(value)'>") == ["background:\(expected)"])
    }

    @Test func `all named colours are known`() {
        let sheet = "p { color: aliceblue } i { color: yellowgreen } b { color: lightgoldenrodyellow }"
        #expect(
            declared("<p x><i x></i><b x>", sheet) == ["color:#f0f8ff", "color:#9acd32", "color:#fafad2"])
    }
}

@Suite struct MediaTests {
    @Test(arguments: [
        "all", "screen", "only screen", "screen, print", "print, screen", "not print", "(min-width: 1280px)",
        "screen and (min-width: 48em)", "(max-width: 1280px)", "(width >= 600px)",
        "(600px <= width < 1300px)",
        "(min-width: 100px) and (max-width: 2000px)", "not all and (max-width: 600px)",
        "(orientation: landscape)",
        "(max-width: 1px) or (min-width: 1px)", "(min-width: 1px) and (not (print)), screen", "",
        "(scripting: none)",
        "(prefers-color-scheme: light)", "SCREEN AND (MIN-WIDTH: 1PX)", "(width)", "(min-width: 0)",
    ])
    func `a media query matches`(query: String) {
        #expect(declared("<p x>", "@media \(query) { p { color: red } }") == ["color:#ff0000"])
        #expect(declared("<p x>", "@media \(query){p{color:red}}") == ["color:#ff0000"])
    }

    @Test(arguments: [
        "print", "not screen", "not all", "speech", "(max-width: 1279px)", "screen and (max-width: 48em)",
        "(width < 600px)", "(1300px <= width)", "(unknown: 1)", "screen and", "and (min-width: 1px)",
        "(min-width: 1px) screen", "(min-width)", "(min-width: 1xx)", "only", "(prefers-color-scheme: dark)",
        "tv, print",
        "(max-width: 600px), print", "(hover: hover)", "-webkit-x", "screen and (min-width: 1px",
    ])
    func `a media query does not match`(query: String) {
        #expect(declared("<p x>", "@media \(query) { p { color: red } }") == [""])
    }

    @Test(arguments: [
        ("(display: grid)", true), ("not (display: grid)", false), ("(-ms-ime-align: auto)", false),
        ("((position: -webkit-sticky) or (position: sticky))", true), ("(--css: variables)", true),
        ("selector(:focus-visible)", true), ("(-webkit-touch-callout: none)", false),
    ])
    func `supports conditions are evaluated`(condition: String, holds: Bool) {
        let sheet = "@supports \(condition) { p { color: red } }"
        #expect(declared("<p x>", sheet) == [holds ? "color:#ff0000" : ""])
    }
}
