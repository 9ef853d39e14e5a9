import HTML
import Testing
import TokenList

/// Complete input takes the fast path, input in pieces the state machine: both must give the same tokens.
@Suite struct PlainTokenTests {
    private static let tags: [(html: String, token: Tokens.Kind)] = [
        ("<p>", .startTag("p", attributes: [:], isSelfClosing: false)),
        ("</P>", .endTag("p")),
        ("<H1\n>", .startTag("h1", attributes: [:], isSelfClosing: false)),
        ("<br/>", .startTag("br", attributes: [:], isSelfClosing: true)),
        ("<br /a>", .startTag("br", attributes: ["a": ""], isSelfClosing: false)),
        ("<blockquote cite=a/>", .startTag("blockquote", attributes: ["cite": "a/"], isSelfClosing: false)),
        ("<x-y a>", .startTag("x-y", attributes: ["a": ""], isSelfClosing: false)),
        ("<p\u{0}>", .startTag("p\u{FFFD}", attributes: [:], isSelfClosing: false)),
        ("<pé>", .startTag("pé", attributes: [:], isSelfClosing: false)),
        (
            "<a HREF=\"x y\"Title='>'z = 1 >",
            .startTag("a", attributes: ["href": "x y", "title": ">", "z": "1"], isSelfClosing: false)
        ),
        ("<a b=c B=d>", .startTag("a", attributes: ["b": "c"], isSelfClosing: false)),
        ("<a =x=y>", .startTag("a", attributes: ["=x": "y"], isSelfClosing: false)),
        ("<a b=>", .startTag("a", attributes: ["b": ""], isSelfClosing: false)),
        ("<a b='' c>", .startTag("a", attributes: ["b": "", "c": ""], isSelfClosing: false)),
        ("<a b=\"1&amp;2\">", .startTag("a", attributes: ["b": "1&2"], isSelfClosing: false)),
        ("<a b=1&amp;2>", .startTag("a", attributes: ["b": "1&2"], isSelfClosing: false)),
        ("<a b='1\r\n2'>", .startTag("a", attributes: ["b": "1\n2"], isSelfClosing: false)),
        ("<a b\u{0}=\u{0}>", .startTag("a", attributes: ["b\u{FFFD}": "\u{FFFD}"], isSelfClosing: false)),
        ("<a \u{1}=b>", .startTag("a", attributes: ["\u{1}": "b"], isSelfClosing: false)),
        (
            "<i " + (0..<20).map { "a\($0 % 15)=\($0) " }.joined() + ">",
            .startTag(
                "i", attributes: Dictionary(uniqueKeysWithValues: (0..<15).map { ("a\($0)", "\($0)") }),
                isSelfClosing: false)
        ),
        ("< p>", .text("< p>")),
        ("<3 & more &", .text("<3 & more &")),
        ("&lt&notit;&eacute;&#x41;&#x80;&x;", .text("<¬it;éA€&x;")),
    ]

    @Test(arguments: tags)
    func `a token is the same as a whole and byte by byte`(_ html: String, _ token: Tokens.Kind) {
        let bytes = Array((html + "<!--and what follows-->").utf8)
        let expected = [token, .comment("and what follows")]
        for size in [bytes.count, 1, 3] {
            var tokens = Tokens(from: .data, after: "")
            for start in stride(from: 0, to: bytes.count, by: size) {
                tokens.append(bytes[start..<min(bytes.count, start + size)])
            }
            tokens.finish()
            #expect(tokens.all == expected, "in pieces of \(size)")
        }
    }

    @Test func `repeated character references have the same result`() {
        let known: [(String, String)] = [
            ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("nbsp", "\u{A0}"), ("eacute", "é"),
            ("Eacute", "É"), ("mdash", "—"), ("hellip", "…"), ("frac12", "½"), ("euro", "€"), ("copy", "©"),
            ("AMP", "&"), ("ac", "∾"), ("acE", "∾̳"), ("ne", "≠"), ("rsquo", "’"), ("lsquo", "‘"),
            ("rarr", "→"), ("larr", "←"), ("uarr", "↑"), ("darr", "↓"), ("alpha", "α"),
            ("beta", "β"), ("gamma", "γ"), ("delta", "δ"), ("pi", "π"), ("Pi", "Π"), ("sum", "∑"),
            ("infin", "∞"), ("thetasym", "ϑ"), ("CounterClockwiseContourIntegral", "∳"), ("times", "×"),
            ("plusmn", "±"), ("laquo", "«"), ("raquo", "»"), ("szlig", "ß"), ("ouml", "ö"), ("auml", "ä"),
        ]
        // More names than are cached, each repeated at once, after one other, and after all others; and text that only
        // begins or ends like a name.
        let names = known.indices.flatMap { [$0, $0, max(0, $0 - 1)] } + Array(known.indices)
        let html = names.map { "&\(known[$0].0);&\(known[$0].0)x;&;" }.joined()
        let text = names.map { place in
            let (name, sign) = known[place]
            let isLegacy = Self.countsWithoutSemicolon.contains(name)
            return sign + (isLegacy ? "\(sign)x;" : "&\(name)x;") + "&;"
        }.joined()
        for size in [html.utf8.count, 1, 7] {
            var tokens = Tokens(from: .data, after: "")
            let bytes = Array(html.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                tokens.append(bytes[start..<min(bytes.count, start + size)])
            }
            tokens.finish()
            #expect(tokens.all == [.text(text)], "in pieces of \(size)")
        }
    }

    private static let countsWithoutSemicolon: Set<String> = [
        "amp", "lt", "gt", "quot", "nbsp", "eacute", "Eacute", "frac12", "copy", "AMP", "times", "plusmn",
        "laquo",
        "raquo", "szlig", "ouml", "auml",
    ]
}
