import Testing

@testable import PageLayout

/// Buttons, drawings and images, as text.
@Suite struct PartsOnOneLineTests {
    private func dump(_ html: String, links: Bool = false, width: Int = 60) -> String {
        var dump = PageDump(width: width, links: links)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        ("<button><div>Block</div><div>content</div></button>", "[ Block content ]\n"),
        ("<button><h3>Head</h3><p>para</p></button>", "[ Head para ]\n"),
        ("<p>a <button><ul><li>one<li>two</ul></button> b", "a [ one two ] b\n"),
        ("<button><span>in</span>line</button><p>after", "[ inline ]\n\nafter\n"),
        ("<p>a <button>\n  Text\n </button> b", "a [ Text ] b\n"),
        ("<button><b> x </b> <i> y</i> </button>", "[ x y ]\n"),
        ("<button>Sign<br>up<hr>now</button>", "[ Sign up now ]\n"),
        ("<button><table><tr><td>1<td>2<tr><td>3</table></button>", "[ 1 2 3 ]\n"),
        ("<button><pre>a\n b</pre></button>", "[ a b ]\n"),
        (
            "<button><span style='display:block'>a</span><span style='display:flex'>b</span>c</button>",
            "[ a b c ]\n"
        ),
        ("<button style='display:flex'><i>a</i><i>b</i></button>c", "[ a b ]\nc\n"),
        ("<button aria-label=Menu>\n <i></i>\n</button>", "[ Menu ]\n"),
        ("<button> <svg><title>Search</title></svg> </button>", "[ [Search] ]\n"),
        ("<button></button>", "[  ]\n"), ("<p>[ <b> x</b>", "[ x\n"),
    ])
    func `what a button holds stands on one line`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test(arguments: [1, 7, 40])
    func `a button is the same wherever the page is cut`(chunk: Int) {
        let html = "<p>x<button>\n<div>\n one</div><p>two<br>three</p><ul><li>four</ul></button><p>after"
        var cut = PageDump(width: 40, chunk: chunk)
        let text = cut.append(Array(html.utf8)) + cut.finish()
        #expect(String(decoding: text, as: UTF8.self) == dump(html, width: 40))
    }

    @Test func `links in a drawing are links, called by their text, title or address`() {
        let html = """
            <p>x <svg><a href="/one"><text>First</text></a><text>free</text>
            <a xlink:href="/two"><title>Second</title><path/></a><a href="/dir/third.html"><path/></a></svg> y
            """
        let text = dump(html, links: true)
        #expect(text.hasPrefix("x [free] [1][First] [2][Second] [3][third] y"), "\(text)")
        for address in ["/one", "/two", "/dir/third.html"] { #expect(text.contains(" \(address)")) }
        #expect(dump("<p>x <svg><a href=/q></a></svg>", links: true).hasPrefix("x [1][q]"))
        #expect(dump("<p>x <svg><a>no link</a><text>t</text></svg>") == "x [t]\n")
    }

    @Test func `images of one point, and flat ones in running text, leave nothing`() {
        #expect(
            dump("<p>a<img src=p.gif width=1 height=1>b <img src=line.gif width=400 height=1>c") == "ab c\n")
        #expect(
            dump("<p>a<img src=p.gif style='width: 1px; HEIGHT:1px'>b<img src=q.gif style='max-width:1px'>")
                == "ab[q]\n")
    }

    @Test(arguments: [
        ("twenty-letters-at-en", "[twenty-letters-at-en]"),
        ("twenty-letters-at-end", "[twenty-letters-at-e…]"),
        (
            "%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2%E6%BC%A2b",
            "[漢漢漢漢漢漢漢漢漢…]"
        ),
    ])
    func `a file's name takes twenty columns at most`(file: String, text: String) {
        #expect(dump("<img src=/a/\(file).png>") == text + "\n")
    }

    @Test func `an icon that stands for a link is called by what the link leads to`() {
        let html =
            "<a href=/news/today><img src=y18.svg width=18 height=18></a> <a href=/x><img src=photo.jpg></a>"
        #expect(dump(html) == "[today] [photo]\n")
    }
}
