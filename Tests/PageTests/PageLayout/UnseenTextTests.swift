import Testing

@testable import PageLayout

/// Text that is invisible on the page: letters of icon fonts, text of font size zero.
@Suite struct UnseenTextTests {
    private func dump(_ html: String) -> String {
        var dump = PageDump(width: 60)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        // Private use characters are images where a text has nothing else.
        ("<p><i>&#xf017;</i> 5 minutes", "5 minutes\n"),
        ("<p>a<i>&#xe001;&nbsp;\n</i>b", "ab\n"),
        ("<p>a <i>\u{F0415}</i> b", "a b\n"), ("<p>x&#xf8ff;y", "x\u{F8FF}y\n"),
        ("<p><a href=/a> \u{E001}</a>", "\u{E001}\n"), ("<pre>&#xe0b0;\nb</pre>", "\u{E0B0}\nb\n"),
        ("<p>&#xf900;&#xfeff;&#xe9;", "\u{F900}\u{FEFF}é\n"),
        ("<ul><li><i>&#xf105;</i><li>b</ul>", "  • b\n"),
        // A link or button with only such characters is labelled like an empty one.
        ("<p><a href=/a title=Mail><b>&#xf0e0;</b></a>", "Mail\n"),
        ("<p><a href=/a/cart>&#xf07a;</a>", "cart\n"),
        ("<button aria-label=Find><i>&#xf002;</i></button>", "[ Find ]\n"),
        ("<p><a href=/a><img src=logo.png>&#xf07a;</a>", "[logo]\n"),
    ])
    func `letters of an icon font are treated as images`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test(arguments: [
        ("<p>a <span style='font-size:0'>b</span> c", "a c\n"),
        ("<p>a<b style='font-size:0px'>b</b>c", "a c\n"),
        ("<p>a <i style='font-size:0;font-size:12px'>b</i> c", "a b c\n"),
        ("<p>a <i style='font-size:small'>b</i> c", "a b c\n"),
        ("<p>a <i style='font-size:0%!important'>b</i> c", "a c\n"),
        // Descendants may have a font size of their own.
        ("<div style='font-size:0'>gone <b>one</b> <b>two</b></div>", "one two\n"),
        ("<div style='font-size:0'><div>one</div>\n<div>two</div></div>", "one\ntwo\n"),
        // The label of a link or a button.
        ("<p><a href=/a style='font-size:0'>Home</a>", "Home\n"),
        ("<p><a href=/a><b style='font-size:0'>Home</b></a>", "Home\n"),
        ("<button style='font-size:0'>Menu</button>", "[ Menu ]\n"),
        ("<pre style='font-size:0'>a\n\nb</pre>c", "c\n"),
        // Only style attributes count.
        ("<style>i{font-size:0}</style><p>a <i>b</i>", "a b\n"),
    ])
    func `text with font size zero is not shown`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test func `without styles all text is shown`() {
        var dump = PageDump(width: 60, appliesStyles: false)
        let html = "<p>a<i>&#xf017;</i><b style='font-size:0'>b</b>"
        let text = dump.append(Array(html.utf8)) + dump.finish()
        #expect(String(decoding: text, as: UTF8.self) == "a\u{F017}b\n")
    }
}
