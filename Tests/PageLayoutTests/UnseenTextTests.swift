import Testing

@testable import PageLayout

/// Text that nobody sees on the page: letters of icon fonts, letters without a size.
@Suite struct UnseenTextTests {
    private func dump(_ html: String) -> String {
        var dump = PageDump(width: 60)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        // Letters for private use are pictures where they are all of a text.
        ("<p><i>&#xf017;</i> 5 minutes", "5 minutes\n"),
        ("<p>a<i>&#xe001;&nbsp;\n</i>b", "ab\n"),
        ("<p>a <i>\u{F0415}</i> b", "a b\n"), ("<p>x&#xf8ff;y", "x\u{F8FF}y\n"),
        ("<p><a href=/a> \u{E001}</a>", "\u{E001}\n"), ("<pre>&#xe0b0;\nb</pre>", "\u{E0B0}\nb\n"),
        ("<p>&#xf900;&#xfeff;&#xe9;", "\u{F900}\u{FEFF}é\n"),
        ("<ul><li><i>&#xf105;</i><li>b</ul>", "  • b\n"),
        // A link or button of such letters is called as one without any.
        ("<p><a href=/a title=Mail><b>&#xf0e0;</b></a>", "Mail\n"),
        ("<p><a href=/a/cart>&#xf07a;</a>", "cart\n"),
        ("<button aria-label=Find><i>&#xf002;</i></button>", "[ Find ]\n"),
        ("<p><a href=/a><img src=logo.png>&#xf07a;</a>", "[logo]\n"),
    ])
    func `letters of an icon font are pictures`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test(arguments: [
        ("<p>a <span style='font-size:0'>b</span> c", "a c\n"),
        ("<p>a<b style='font-size:0px'>b</b>c", "a c\n"),
        ("<p>a <i style='font-size:0;font-size:12px'>b</i> c", "a b c\n"),
        ("<p>a <i style='font-size:small'>b</i> c", "a b c\n"),
        ("<p>a <i style='font-size:0%!important'>b</i> c", "a c\n"),
        // What is in it may have a size of its own.
        ("<div style='font-size:0'>gone <b>one</b> <b>two</b></div>", "one two\n"),
        ("<div style='font-size:0'><div>one</div>\n<div>two</div></div>", "one\ntwo\n"),
        // The name of a link or a button.
        ("<p><a href=/a style='font-size:0'>Home</a>", "Home\n"),
        ("<p><a href=/a><b style='font-size:0'>Home</b></a>", "Home\n"),
        ("<button style='font-size:0'>Menu</button>", "[ Menu ]\n"),
        ("<pre style='font-size:0'>a\n\nb</pre>c", "c\n"),
        // Only style attributes are asked.
        ("<style>i{font-size:0}</style><p>a <i>b</i>", "a b\n"),
    ])
    func `letters without a size are not shown`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test func `without styles all text is there`() {
        var dump = PageDump(width: 60, appliesStyles: false)
        let html = "<p>a<i>&#xf017;</i><b style='font-size:0'>b</b>"
        let text = dump.append(Array(html.utf8)) + dump.finish()
        #expect(String(decoding: text, as: UTF8.self) == "a\u{F017}b\n")
    }
}
