import Testing

@testable import PageLayout

/// The names of links and buttons that show nothing, and what is left of other elements without content.
@Suite struct EmptyElementTests {
    /// The text of a page, or what differs if it arrives byte by byte.
    private func dump(_ html: String) -> String {
        let texts = [1, 65_536].map { chunk in
            var dump = PageDump(width: 60, chunk: chunk)
            return String(decoding: dump.append(Array(html.utf8)) + dump.finish(), as: UTF8.self)
        }
        return texts[0] == texts[1] ? texts[0] : "differs by pieces: \(texts)"
    }

    @Test(arguments: [
        ("<p><a href=# aria-label=Expand></a><a href=/i>Setup</a>", "Expand Setup"),
        ("<p>one<a href=/a title=Map><svg></svg></a>two", "one Map two"),
        ("<p><b>one</b><a href=/a><i title=Map></i></a><a href=/b><i title=Way></i></a>", "one Map Way"),
        ("<p>one<button aria-label=Menu></button>two", "one [ Menu ] two"),
        ("<p>one<button type=submit></button>two", "one [ Submit ] two"),
        ("<p>one<button>Menu</button>two", "one[ Menu ]two"),
    ])
    func `the name of a link or button without content is set apart`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test(arguments: [
        (
            "<p>a bowl of a <a href=//shop.example?id=1><i></i></a>food processor",
            "a bowl of a food processor"
        ),
        ("<p>a <a href=//shop.example><i></i></a> <!-- x --> processor", "a processor"),
        ("<div><a href=//shop.example><i></i></a><!-- x -->processor</div>", "processor"),
        (
            "<p>Share: <a href=//a.example><i></i></a> | <a href=//b.example><i></i></a>",
            "Share: a.example | b.example"
        ),
    ])
    func `an address is not a name within a sentence`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test(arguments: [
        "javascript:void(0)", "JavaScript:;", " java\nscript:go()", "data:text/html,x", "javascript:",
    ])
    func `an address that runs a script is not a name`(href: String) {
        let links = "<a href='\(href)'></a> <a href='\(href)'><svg></svg></a> <a href='\(href)'>Named</a>"
        #expect(dump("<p>" + links) == "Named\n")
        let image = "<a href='\(href)'><img src=1.png width=16 height=16></a>"
        #expect(dump("<p>" + image) == "[image]\n")
    }

    @Test(arguments: [
        (
            "<dl><dt id=o>--diff<a href=#o title='Link to this definition'>&#xf0c1;</a><dd>Show",
            "--diff\n    Show"
        ),
        ("<h2 id=b><a href=/docs/x#b aria-label='b permalink'></a>Use</h2>", "Use\n───"),
        ("<h2 id=b><a href=https://x.example/x#b aria-label=b><svg></svg></a>Use</h2>", "Use\n───"),
        ("<section id=b><h2><span>Use</span><a href=/x#b title=b><i></i></a></h2></section>", "Use\n───"),
        ("<h2><span>Use<a href=#%C3%A4 title=b></a></span></h2>", "Use\n───"),
        ("<p id=ä>Use<a href=/x#%C3%A4 title=b></a>", "Use"),
        (
            "<figure id=f><figcaption><p><span>Fig. 1</span><a href=#f title=Link>&#xf0c1;</a></figcaption></figure>",
            "Fig. 1"
        ),
        ("<body id=top><p>x</p><p><a href=#top title='To the top'></a>", "x\n\nTo the top"),
        ("<h2 id=a><a href=/x#b title=Other></a> Use</h2>", "Other Use\n─────────"),
    ])
    func `a permalink leaves nothing at the place that it points to`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test(arguments: [
        ("<p>Was <s> </s>Now $5", "Was Now $5"), ("<p>Was <del></del> Now<s>&nbsp;</s>$5", "Was Now $5"),
        ("<p>Was <strike><b> </b><!-- x --></strike>$5", "Was $5"),
        ("<p>Was <s><b>$9</b></s> $5", "Was ~$9~ $5"),
    ])
    func `deleted text that is blank has no marks`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }

    @Test(arguments: [
        (
            "<p><img src=1.png><p><img src=2.png> <img src=3.png><p>x<p><img src=4.png>",
            "[image]\n\nx\n\n[image]"
        ),
        ("<p><img src=1.png><img src=2.png alt=Boat><img src=3.png>", "[image][Boat][image]"),
        ("<p><a href=/a><img src=1.png></a> <a href=/b><img src=2.png></a>", "[image] [b]"),
        (
            "<ul><li><button></button><li><button> </button><li><input type=button></ul>x",
            "  • [ Button ]\n\nx"
        ),
        (
            "<p><button></button><button aria-label=Menu></button><button></button>",
            "[ Button ] [ Menu ] [ Button ]"
        ),
        ("<button type=submit></button><button type=submit></button>", "[ Submit ] [ Submit ]"),
        (
            "<style>.a::before{content:'A'}</style><p><button></button><button class=a></button>",
            "[ Button ][ A ]"
        ),
        ("<p><button style=visibility:hidden></button><button></button>", "[ Button ]"),
        (
            "<table><tr><td><img src=1.png><td><img src=2.png></table><img src=3.png>",
            "[image]  [image]\n\n[image]"
        ),
        // What is not shown leaves no indent either.
        (
            "<style>button{display:flex;padding-left:16px}</style><button></button><button></button><p>x",
            "  [ Button ]\n\nx"
        ),
    ])
    func `a placeholder is not repeated`(html: String, text: String) {
        #expect(dump(html) == text + "\n")
    }
}
