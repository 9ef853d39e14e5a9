import Testing

@testable import PageLayout

/// Buttons, SVG and images as text.
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
        ("<button></button>", "[ Button ]\n"), ("<button type=submit><i></i></button>", "[ Submit ]\n"),
        ("<input type=button><button type=reset> </button>", "[ Button ] [ Reset ]\n"),
        ("<p>[ <b> x</b>", "[ x\n"),
    ])
    func `the content of a button is on one line`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test(arguments: [1, 7, 40])
    func `a button does not depend on chunk boundaries`(chunk: Int) {
        let html = "<p>x<button>\n<div>\n one</div><p>two<br>three</p><ul><li>four</ul></button><p>after"
        var cut = PageDump(width: 40, chunk: chunk)
        let text = cut.append(Array(html.utf8)) + cut.finish()
        #expect(String(decoding: text, as: UTF8.self) == dump(html, width: 40))
    }

    @Test func `links in SVG are links, labelled by text, title or URL`() {
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

    @Test(arguments: [
        // Items that show nothing, whatever their content; their numbers count.
        ("<ul><li>a<li><li><img src=p.gif width=1 height=1><li><span> </span><li>b</ul>", "  • a\n  • b\n"),
        ("<ol><li>a<li><li>c</ol>", " 1. a\n 3. c\n"),
        ("<ul><li>a<ul><li></ul><li><ul><li></ul></ul>b", "  • a\n\nb\n"),
        ("<ul><li><details></details><li>b</ul>", "  • ▸ Details\n  • b\n"),
        // Images without alternative text in links with text.
        (
            "<p><a href=/a><img src=logo.png> Home</a> <a href=/b>News<span><img src=n.png></span></a>",
            "Home News\n"
        ),
        ("<p><a href=/a><img src=logo.png alt=Logo> Home</a>", "[Logo] Home\n"),
        ("<p><a href=/a><img src=logo.png></a>", "[logo]\n"),
        // Symbols and alternative texts for sighted readers.
        (
            "<p><i aria-hidden=true>menu</i> Menu <span aria-hidden=TRUE>|</span> <span aria-hidden=false>x</span>",
            "Menu x\n"
        ),
        ("<h2>Use<a aria-hidden=true href=#use>#</a></h2>", "Use\n───\n"),
        ("<p><a href=/s aria-label=Search><i aria-hidden=true>search</i></a>", "Search\n"),
        // Content that may be the only text stays.
        ("<div aria-hidden=true>Behind a dialog</div>", "Behind a dialog\n"),
        ("<p><a href=/a aria-hidden=true>Read on</a>", "Read on\n"),
        ("<h2 aria-label=Hi><span aria-hidden=true>H</span><span aria-hidden=true>i</span></h2>", "Hi\n──\n"),
        // Adjacent links.
        ("<p>x<a href=/a>foo</a><a href=/b>bar</a> <a href=/c>c</a>", "xfoobar c\n"),
        ("<nav><a href=/a>Home</a><a href=/b>News</a></nav>", "Home News\n"),
    ])
    func `invisible content leaves no trace`(html: String, text: String) {
        #expect(dump(html) == text)
    }

    @Test func `hidden inline links are not counted`() {
        let html = "<p>x <a aria-hidden=true href=#a>#</a> <a href=/b>b</a> <a href=/c>c</a>"
        #expect(dump(html, links: true) == "x [1]b [2]c\n\nLinks:\n1. /b\n2. /c\n")
    }

    @Test func `tracking pixels, and flat images in running text, are not shown`() {
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
    func `a file name label takes at most twenty columns`(file: String, text: String) {
        #expect(dump("<img src=/a/\(file).png>") == text + "\n")
    }

    @Test(arguments: [
        ("harbour-2019", "harbour-2019"), ("8f14e45fceea167a", "image"), ("2024", "image"),
        ("200x200", "image"),
        ("9f86d081-884c-7d65-9a2f-eaa0c55ad015", "image"), ("a1b2c3deck4", "image"), ("logo2", "logo2"),
        ("1-p", "1-p"),
        ("abcdef12", "image"), ("y18", "image"), ("b", "b"),
    ])
    func `an image is labelled by its file name if that contains a word`(file: String, label: String) {
        #expect(dump("<p><img src=/a/\(file).png>") == "[\(label)]\n")
    }

    @Test(arguments: [
        ("<iframe name=x1 src=https://www.example.com/a/b.html></iframe>", "[frame: example.com/b]"),
        ("<iframe title=Map name=x1 src=//example.com></iframe>", "[frame: Map]"),
        ("<iframe name=menu src=menu.html></iframe>", "[frame: menu]"),
        ("<video src=/8f14e45fceea167a.mp4></video>", "[video]"),
        ("<label><input type=checkbox>Sail</label>", "[ ] Sail"),
        ("<input type=radio checked><b>Sail</b>", "(•) Sail"),
        ("<input type=checkbox>", "[ ]"), ("<input size=4>m", "[____]m"),
    ])
    func `frames are labelled by their site, and checkboxes are set apart`(html: String, text: String) {
        #expect(dump("<p>" + html) == text + "\n")
    }

    @Test func `an icon used as a link is labelled by the link's target`() {
        let html =
            "<a href=/news/today><img src=y18.svg width=18 height=18></a> <a href=/x><img src=photo.jpg></a>"
        #expect(dump(html) == "[today] [photo]\n")
    }
}

/// The labels of links and images without text.
@Suite struct NameTests {
    private func dump(_ html: String, chunk: Int = 65_536) -> String {
        var dump = PageDump(width: 60, chunk: chunk)
        let text = dump.append(Array(html.utf8)) + dump.finish()
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: [
        (
            "<h2 id=a><a href=#a aria-label='a permalink'><svg aria-hidden=true><path/></svg></a>Use</h2>",
            "Use\n───\n"
        ),
        (
            "<div><h2>Use</h2><a id=user-content-a href=#a aria-label='Permalink: Use'><svg><path/></svg></a></div><p>x",
            "Use\n───\nx\n"
        ),
        ("<h2>Use <a href=#a title=Permalink>¶</a></h2>", "Use ¶\n─────\n"),
        ("<p><a href=#top aria-label='To the top'><svg aria-hidden=true></svg></a>", "To the top\n"),
        ("<h2><a href=/b aria-label=Back><i></i></a> Use</h2>", "Back Use\n────────\n"),
    ])
    func `a permalink to its own heading has no label`(html: String, text: String) {
        for chunk in [1, 65_536] { #expect(dump(html, chunk: chunk) == text) }
    }

    @Test(arguments: [
        ("https://www.example.com/", "example.com"), ("//example.com/share?u=1", "example.com/share"),
        ("https://example.com/someone-with-a-name", "example.com"), ("/dir/file.html", "file"),
        ("https://a-host-with-a-very-long-name.example/x.php", "x"), ("http://example.com:80", "example.com"),
        ("https://example.com:80@b.example/a", "b.example/a"), ("http://[::1]:80/a", "a"),
    ])
    func `a link without a label is labelled by its URL`(href: String, name: String) {
        #expect(dump("<p><a href='\(href)'><i class=icon></i></a>") == name + "\n")
    }

    @Test(arguments: [
        (
            "<a href=/a><img src=p.jpg alt='A  Long day'><h3>It was a long\nday</h3></a>",
            "[image]\nIt was a long day"
        ),
        ("<p><a href=/a><img src=p.jpg alt=Day> Days</a>", "[Day] Days"),
        ("<p><a href=/a><img src=p.jpg alt=Day></a> <a href=/a>Day</a>", "[Day] Day"),
    ])
    func `an image does not repeat the label of its link`(html: String, text: String) {
        let lines = dump(html).split(separator: "\n").filter { !$0.hasPrefix("┄") }
        #expect(lines.joined(separator: "\n") == text)
    }
}
