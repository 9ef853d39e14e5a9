import Testing

@testable import PageLayout

@Suite struct PageKindTests {
    /// A page, its kind, words that its reader view shows, in order, and words that it does not.
    struct Page: Sendable {
        var name: String
        var html: String
        var kind: MainText.Kind
        var shows: [String]
        var omits: [String] = []
        var comments = 0
    }

    private static func text(_ word: String, _ count: Int = 3) -> String {
        "\(word) "
            + String(repeating: "the tide came in, and the boats went out again, as they do. ", count: count)
    }

    private static let menu = "<div class=menu><a href=/>HOME</a> <a href=/n>NEWS</a></div>"
    private static let names = ["hero", "plans", "steps", "questions", "voices", "offer"]
    private static let end = "<footer><p>IMPRINT</p></footer>"

    private static func post(_ author: String, _ day: Int, _ count: Int) -> String {
        """
        <div class="post p\(day)"><div class=head><span class=p-author>\(author)</span>
        <time>\(day) May</time></div><dl><dt>Joined</dt><dd>2019</dd></dl><div>\(text("\(author)SAYS", count))</div>
        <a href=/q>Quote</a></div>
        """
    }

    private static func answer(_ author: String) -> String {
        """
        <li itemscope itemtype="https://schema.org/Answer"><b>\(author)</b><p>\(text("\(author)SAYS"))</p></li>
        """
    }

    private static func card(_ number: Int) -> String {
        "<li class=card><a href=/\(number)><img src=a.png alt=PICTURE><b>LAMP\(number)</b></a> <span>EUR \(number)0</span></li>"
    }

    private static func section(_ word: String, _ name: String, _ count: Int = 2, head: String = "head")
        -> String
    {
        "<section class='box \(name)'><header class=box-\(head)><h2>\(word)</h2></header><p>\(text("\(word)TEXT", count))</p></section>"
    }

    private static let product =
        #"<script type="application/ld+json">{"@type":"Product","name":"Lamp","description":"ITISBLUE.","#
        + #""offers":{"price":"12.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>"#

    static let pages: [Page] = [
        Page(
            name: "posts with authors and times",
            html: "\(menu)<div>\(post("ANNA", 1, 1))\(post("BEN", 2, 9))\(post("CLEO", 3, 2))</div>\(end)",
            kind: .thread(posts: 3),
            shows: ["ANNA", "1 May", "ANNASAYS", "BEN", "2 May", "BENSAYS", "CLEOSAYS"],
            omits: ["Joined", "2019", "Quote", "HOME", "IMPRINT"]),
        Page(
            name: "answers marked as such",
            html: "<h1>How?</h1>\(menu)<ul>\(answer("ANNA"))\(answer("BEN"))\(answer("CLEO"))</ul>\(end)",
            kind: .thread(posts: 3), shows: ["How?", "ANNASAYS", "BENSAYS", "CLEOSAYS"], omits: ["HOME"]),
        Page(
            name: "an article with comments",
            html: "<article><h1>Tides</h1><p>\(text("ONE", 9))</p><p>\(text("TWO", 9))</p></article>"
                + "<div id=comments>\(post("ANNA", 1, 1))\(post("BEN", 2, 1))\(post("CLEO", 3, 1))</div>",
            kind: .text, shows: ["Tides", "ONE", "TWO"], omits: ["ANNASAYS"], comments: 3),
        Page(
            name: "a page about something with reviews",
            html: "<div class=text><p>\(text("ONE", 9))</p><p>\(text("TWO", 9))</p>"
                + "<div class=reviews>\(post("ANNA", 1, 1))\(post("BEN", 2, 1))\(post("CLEO", 3, 1))</div></div>",
            kind: .text, shows: ["ONE", "TWO"], omits: ["ANNASAYS"], comments: 3),
        Page(
            name: "boxes with generated classes, one of them long",
            html:
                "\(menu)<div id=c>\(section("RED", "e17", 3))\(section("BLUE", "e42", 14))\(section("GREEN", "e8", 4))</div>",
            kind: .text, shows: ["RED", "REDTEXT", "BLUE", "BLUETEXT", "GREEN", "GREENTEXT"], omits: ["HOME"]),
        Page(
            name: "sections of a service, none of which is the text",
            html: menu
                + (0..<6).map {
                    "<div class=\(names[$0])><div id=i\($0)>\(section("PART\($0)", "c", head: "header"))</div></div>"
                }
                .joined() + end,
            kind: .sections, shows: ["PART0", "PART0TEXT", "PART5", "PART5TEXT"], omits: ["HOME", "IMPRINT"]),
        Page(
            name: "cards of a list",
            html: "\(menu)<h1>Lamps</h1><ul>\((1..<9).map(card).joined())</ul>\(end)",
            kind: .list(entries: 8),
            shows: ["Lamps", "LAMP1", "EUR 10", "LAMP8", "EUR 80"], omits: ["PICTURE", "HOME", "IMPRINT"]),
        Page(
            name: "cards that are links",
            html: menu
                + (1..<7).map {
                    "<a class=card href=/\($0)><h3>BOAT\($0)</h3><p>With a sail and oars, EUR \($0).</p></a>"
                }
                .joined() + end,
            kind: .list(entries: 6), shows: ["BOAT1", "EUR 1", "BOAT6"], omits: ["HOME", "IMPRINT"]),
        Page(
            name: "a product whose price is only in its data",
            html:
                "\(product)<div class=main><h1>Lamp</h1><p>\(text("ONE", 9))</p><ul class=also>\((1..<5).map(card).joined())</ul></div>",
            kind: .product, shows: ["Price: 12.50 EUR", "Availability: in stock", "ITISBLUE", "ONE"],
            omits: ["LAMP1"]),
        Page(
            name: "a product that says its price",
            html:
                "\(product)<div class=main><h1>Lamp</h1><p>12.50 EUR, in stock</p><p>\(text("ITISBLUE.", 9))</p></div>",
            kind: .product, shows: ["12.50", "ITISBLUE"], omits: ["Price:", "Availability:"]),
        Page(
            name: "an article that is only data",
            html: #"<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"HEAD","#
                + #""articleBody":"<p>FIRST.</p><p>SECOND, which is a good deal longer than what the page says.</p>"}]}</script>"#
                + "<div id=root>Loading</div>",
            kind: .data, shows: ["HEAD", "FIRST.", "SECOND"], omits: ["Loading", "<p>"]),
        Page(
            name: "a question that is only data",
            html:
                #"<div id=app></div><script type="application/ld+json">{"@type":"QAPage","mainEntity":{"@type":"Question","#
                + #""name":"WHY","text":"BECAUSE it is so, and has always been."}}</script>"#,
            kind: .data, shows: ["WHY", "BECAUSE"]),
        Page(
            name: "panels that tabs open",
            html:
                "<div id=text><p>\(text("ONE", 9))</p><div role=tabpanel hidden><p>\(text("TWO"))</p></div></div>",
            kind: .text, shows: ["ONE", "TWO"]),
        Page(
            name: "a page that is hidden until a script shows it",
            html: "<p>Please wait.</p><div hidden><p>\(text("ONE", 9))</p><p>\(text("TWO", 9))</p></div>",
            kind: .text, shows: ["ONE", "TWO"]),
    ]

    private static func row(_ word: String, _ number: Int, _ count: Int) -> String {
        "<div class='row row-\(number)'><div class=column><h3>\(word)</h3><p>\(text("\(word)TEXT", count))</p></div></div>"
    }

    private static func tile(_ word: String) -> String {
        "<div class=tile-\(word)><b>\(word)</b> At every pier, with a meter, by day and by night.</div>"
    }

    private static let closed =
        "\(menu)<h1>Harbour closed</h1><div class=entry><p>\(text("ONE", 3))</p><p>\(text("TWO", 2))</p></div>"
        + "<ul>\((1..<13).map { "<li><b>ELSE\($0)</b> and what was said of it in the port.</li>" }.joined())</ul>"
    private static let piers = "\(menu)<div class=text><p>\(text("ONE", 5))</p><p>\(text("TWO", 5))</p></div>"
    private static let offer =
        #"<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Oars</h1>"#
    private static let currency = "<meta itemprop=priceCurrency content=EUR>"

    /// Pages that a rule tells apart, or the second page of a rule.
    static let pairs: [Page] = [
        Page(
            name: "rows of a builder, the last of them long",
            html: "\(menu)<div>\(row("MAST", 1, 2))\(row("KEEL", 2, 2))\(row("SAIL", 3, 14))</div>\(end)",
            kind: .text, shows: ["MAST", "MASTTEXT", "KEELTEXT", "SAILTEXT"], omits: ["HOME", "IMPRINT"]),
        Page(
            name: "a service told in tiles and a table of prices",
            html: menu
                + [
                    ("intro", "<h1>Moorings</h1><p>\(text("INTRO", 2))</p>"),
                    ("tiles", ["WATER", "POWER", "CRANE", "STORE"].map(tile).joined()),
                    (
                        "prices",
                        "<table><tr><th>Boat<th>Price<tr><td>DINGHY<td>EUR 9<tr><td>YACHT<td>EUR 19</table>"
                    ),
                    ("voice", "<blockquote>\(text("VOICE", 2))</blockquote>"),
                    ("visit", "<h2>VISIT</h2><p>\(text("OPENAT", 2))</p>"),
                ].map { "<div class=outer-\($0)><div id=\($0)>\($1)</div></div>" }.joined() + end,
            kind: .sections,
            shows: ["Moorings", "INTRO", "WATER", "STORE", "DINGHY", "EUR 19", "VOICE", "VISIT", "OPENAT"],
            omits: ["HOME", "IMPRINT"]),
        Page(
            name: "a page whose text is in a noscript",
            html: "<div id=app>Loading</div><noscript><h1>Tides</h1><p>\(text("ONE", 9))</p>"
                + "<p>\(text("TWO", 9))</p></noscript><script src=/app.js></script>",
            kind: .text, shows: ["ONE", "TWO"]),
        Page(
            name: "a page that asks for scripts in a noscript",
            html: "<body><noscript><p>\(text("ASK", 2))</p></noscript><h1>Tides</h1><p>\(text("ONE", 9))</p>"
                + "<p>\(text("TWO", 9))</p><script src=/app.js></script>",
            kind: .text, shows: ["ONE", "TWO"], omits: ["ASK"]),
        Page(
            name: "a short article by its own word",
            html: "<meta property=og:type content=article>\(closed)",
            kind: .text, shows: ["Harbour closed", "ONE", "TWO"], omits: ["ELSE1", "HOME"]),
        Page(
            name: "the same without that word",
            html: "<meta property=og:type content=website>\(closed)",
            kind: .sections, shows: ["Harbour closed", "ONE", "TWO", "ELSE1", "ELSE12"], omits: ["HOME"]),
        Page(
            name: "an article beside many short texts",
            html: piers
                + "<ul>\((1..<40).map { "<li><b>PIER\($0)</b> with water and power" }.joined())</ul>\(end)",
            kind: .text, shows: ["ONE", "TWO"], omits: ["PIER1", "HOME"]),
        Page(
            name: "a text beside many others that are as long",
            html: piers
                + "<ul>\((1..<9).map { "<li><b>PIER\($0)</b> \(text("with", 3))" }.joined())</ul>\(end)",
            kind: .sections, shows: ["ONE", "TWO", "PIER1", "PIER8"], omits: ["HOME", "IMPRINT"]),
        Page(
            name: "a main element that a script fades in",
            html:
                "\(menu)<main style='opacity: 0'><h1>Tides</h1><p>\(text("ONE", 9))</p><p>\(text("TWO", 9))</p></main>",
            kind: .text, shows: ["Tides", "ONE", "TWO"], omits: ["HOME"]),
        Page(
            name: "paragraphs that fade in, and one that is hidden besides",
            html:
                "<style>.fade{opacity:0} .away{display:none}</style><div><p class=fade>\(text("ONE", 9))</p>"
                + "<p class='fade away'>\(text("AWAY", 2))</p><p class=fade>\(text("TWO", 9))</p></div>",
            kind: .text, shows: ["ONE", "TWO"], omits: ["AWAY"]),
        Page(
            name: "a product whose data stand in its text",
            html:
                "<div class=main><h1>Lamp</h1><p>\(text("ONE", 9))</p>\(product)<p>\(text("TWO", 9))</p></div>",
            kind: .product, shows: ["Lamp", "ONE", "Price: 12.50 EUR", "ITISBLUE", "TWO"]),
        Page(
            name: "a product with a price that no integer holds",
            html: "\(product.replacing("\"12.50\"", with: "1e300"))<h1>Lamp</h1><p>\(text("ONE", 9))</p>",
            kind: .product, shows: ["Price: 1e+300 EUR", "Lamp", "ONE"]),
        Page(
            name: "a product whose price is only in its microdata",
            html:
                "\(offer)<p>\(text("ONE", 9))</p><div itemprop=offers><meta itemprop=price content=34.50>\(currency)"
                + "<link itemprop=availability href='https://schema.org/OutOfStock'></div></div>",
            kind: .product, shows: ["Oars", "ONE", "Price: 34.50 EUR", "Availability: out of stock"]),
        Page(
            name: "a product with microdata that says its price",
            html: "\(offer)<p>Now EUR 34.50</p><p>\(text("ONE", 9))</p>"
                + "<div itemprop=offers><meta itemprop=price content=34.50>\(currency)</div></div>",
            kind: .product, shows: ["Now EUR 34.50", "ONE"], omits: ["Price:"]),
    ]

    @Test(arguments: pages + pairs) func `the reader view shows what kind of page it is, and all of it`(
        _ page: Page
    ) {
        var layout = LaidOutPage(width: 100)
        layout.append(Array(page.html.utf8))
        layout.finish()
        let main = layout.mainText
        layout.show(only: main)
        layout.layOutAll()
        let text = layout.allLines.map(\.text).joined(separator: " ")
        #expect(main?.kind == page.kind, "\(page.name): \(text)")
        #expect(main?.comments == page.comments, "\(page.name)")
        var rest = text[...]
        for word in page.shows {
            let found = rest.range(of: word)
            #expect(found != nil, "\(page.name): \(word) in \(text)")
            if let found { rest = rest[found.upperBound...] }
        }
        for word in page.omits { #expect(text.range(of: word) == nil, "\(page.name): \(word) in \(text)") }
    }

    @Test(
        arguments: [
            ("<script src=a.js></script><div id=root></div>", ""),
            (
                "<body><noscript>Turn <b>it</b> on.</noscript><div id=app><p>Loading</p></div><script src=a.js></script>",
                "Turn it on."
            ),
            ("<div id=root></div>", nil), ("<p>\(text("ONE", 9))</p><script src=a.js></script>", nil),
            ("<form><input name=q></form><script src=a.js></script>", nil),
            ("<img src=a.png><script src=a.js></script>", nil),
        ] as [(String, String?)])
    func `a page that only scripts can build is known, and what it says without them`(
        _ html: String, _ words: String?
    ) {
        #expect(ScriptShell(in: Array(html.utf8))?.words == words)
    }

    @Test func `what was recognised is told in words`() {
        let words = Self.pages.compactMap { MainText(in: Array($0.html.utf8))?.words }
        #expect(
            Set(words).isSuperset(of: [
                "a thread of 3 posts", "the page's article, without 3 comments", "a list of 8 entries",
                "a product",
                "a page of sections", "a text from the page's data for search engines",
            ]))
    }
}

extension Substring {
    fileprivate func range(of word: String) -> Range<Index>? { ranges(of: word).first }
}

extension String {
    fileprivate func range(of word: String) -> Range<Index>? { ranges(of: word).first }
}
