import CellGrid
import HTML
import Testing

@testable import PageLayout

/// Feeds of all formats, complete and broken.
@Suite struct FeedTests {
    /// A feed in a readable form: a line for the feed, then one for each entry.
    private static func lines(_ text: String) -> [String] {
        func line(_ parts: [[UInt8]]) -> String {
            parts.map { String(decoding: $0, as: UTF8.self).replacing("\n", with: " / ") }.joined(
                separator: " | ")
        }
        guard let feed = Feed(Array(text.utf8)) else { return ["no feed"] }
        return [line([feed.title, feed.link, feed.summary])]
            + feed.entries.map { line([$0.title, $0.link, $0.date, $0.text] + $0.files) }
    }

    @Test func `RSS 2 gives titles, links, dates and summaries as text`() {
        let lines = Self.lines(
            """
            <?xml version="1.0"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel><title>Harbour &amp; sea</title><link>http://port.test/</link>
            <atom:link xmlns:atom="http://www.w3.org/2005/Atom" href="http://port.test/feed" rel="self"/>
            <description>All   ships</description>
            <image><title>Logo</title><url>http://port.test/l.png</url><link>http://port.test/logo</link></image>
            <item><title>One &amp;lt; two</title><link>http://port.test/1</link>
            <pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>
            <description>&lt;p&gt;Came &lt;b&gt;in&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Left.&lt;/p&gt;</description></item>
            <item><description><![CDATA[<script>x()</script>No title <a href="/x">here</a>]]></description>
            <guid>http://port.test/2</guid><content:encoded>long</content:encoded></item>
            <item><title>Heard</title><guid isPermaLink="false">http://port.test/id</guid>
            <enclosure url="http://port.test/a.mp3" length="1" type="audio/mpeg"/></item>
            </channel></rss>
            """)
        #expect(
            lines == [
                "Harbour & sea | http://port.test/ | All ships",
                "One < two | http://port.test/1 | Mon, 01 Jan 2024 00:00:00 GMT | Came in. / Left.",
                " | http://port.test/2 |  | No title here / long",
                "Heard |  |  |  | http://port.test/a.mp3",
            ])
    }

    @Test func `RSS 1 items are siblings of the channel`() {
        let lines = Self.lines(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
            <channel rdf:about="http://port.test/"><title>Port</title><link>http://port.test/</link>
            <items><rdf:Seq><rdf:li rdf:resource="http://port.test/1"/></rdf:Seq></items></channel>
            <item rdf:about="http://port.test/1"><title>One</title><link>http://port.test/1</link>
            <dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2024-01-31T18:05:00+02:00</dc:date></item>
            </rdf:RDF>
            """)
        #expect(
            lines == [
                "Port | http://port.test/ | ", "One | http://port.test/1 | 2024-01-31T18:05:00+02:00 | ",
            ])
    }

    @Test func `Atom declares markup by type and the entry's link by rel`() {
        let lines = Self.lines(
            """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="http://port.test/">
            <a:title>Log &lt;b&gt;</a:title><a:link rel="self" href="feed"/><a:link href="/"/>
            <a:author><a:name>Nobody</a:name></a:author>
            <a:entry><a:title type="html">&lt;b&gt;Bold&lt;/b&gt;</a:title><a:link rel="edit" href="e"/>
            <a:link rel="enclosure" href="a.ogg"/><a:link rel="alternate" href="1"/><a:id>tag:1</a:id>
            <a:updated>2024-02-01T00:00:00Z</a:updated><a:published>2024-01-01T00:00:00Z</a:published>
            <a:source><a:title>Elsewhere</a:title></a:source>
            <a:content type="xhtml"><div><p>First</p><p>se<em>co</em>nd</p></div></a:content></a:entry>
            <a:entry><a:title>Two</a:title><a:id>http://port.test/2</a:id><a:updated>2024-03</a:updated></a:entry>
            </a:feed>
            """)
        #expect(
            lines == [
                "Log <b> | / | ", "Bold | 1 | 2024-01-01T00:00:00Z | First / second | a.ogg",
                "Two | http://port.test/2 | 2024-03 | ",
            ])
    }

    @Test func `JSON Feed`() {
        let lines = Self.lines(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Port", "home_page_url": "http://port.test/",
             "items": [{"id": "1", "url": "/1", "title": "One", "content_html": "<p>a</p><p>b</p>",
                        "date_published": "2024-01-01", "attachments": [{"url": "/a.mp3"}, 3]},
                       {"id": 2, "external_url": "http://b.test/", "content_text": "x < y", "title": 7}, null]}
            """)
        #expect(
            lines == [
                "Port | http://port.test/ | ", "One | /1 | 2024-01-01 | a / b | /a.mp3",
                " | http://b.test/ |  | x < y",
            ])
    }

    private static let content = "http://purl.org/rss/1.0/modules/content/"
    private static let dublin = "http://purl.org/dc/elements/1.1/"
    private static let terms = "http://purl.org/dc/terms/"

    @Test(
        arguments: [
            (
                "<rss xmlns:c='\(content)' xmlns:d='\(dublin)'>",
                "<c:encoded>x</c:encoded><d:date>2024-01-01</d:date>"
            ),
            ("<rss>", "<encoded xmlns='\(content)'>x</encoded><date xmlns='\(dublin)'>2024-01-01</date>"),
            ("<rss xmlns:t='\(terms)'>", "<t:abstract>x</t:abstract><t:created>2024-01-01</t:created>"),
            (
                "<rss xmlns:t='\(terms)'>",
                "<t:description>x</t:description><t:modified>2024-01-01</t:modified>"
            ),
            ("<rss xmlns:D='\(dublin)'>", "<D:description>x</D:description><D:date>2024-01-01</D:date>"),
            ("<rss>", "<content:encoded>x</content:encoded><dcterms:issued>2024-01-01</dcterms:issued>"),
            (
                "<a:feed xmlns:a='http://www.w3.org/2005/Atom'>",
                "<a:summary>x</a:summary><d:date xmlns:d='\(dublin)'>2024-01-01</d:date>"
            ),
            (
                "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:d='\(dublin)'>",
                "<d:description>x</d:description><published>2024-01-01</published>"
            ),
            // A prefix that means something else in an element means the same as before after it.
            (
                "<rss xmlns:d='\(dublin)'>",
                "<x xmlns:d='urn:x'><x><d:date>no</d:date></x></x><d:date>2024-01-01</d:date><description>x</description>"
            ),
            (
                "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:s='http://purl.org/rss/1.0/'>",
                "<s:description>x</s:description><dc:date>2024-01-01</dc:date>"
            ),
        ])
    func `elements of other vocabularies are known by their namespace`(root: String, elements: String) {
        let entry = root.hasPrefix("<a:") ? "a:entry" : root.hasPrefix("<r:") ? "s:item" : "item"
        #expect(Self.lines("\(root)<\(entry)>\(elements)</\(entry)>").dropFirst() == [" |  | 2024-01-01 | x"])
    }

    @Test func `elements with the usual prefix of another namespace are not content`() {
        let feed = """
            <rss xmlns:content="urn:x" xmlns:dc="urn:y" xmlns:itunes="urn:z"><item><title>T</title>
            <content:encoded>no</content:encoded><dc:date>no</dc:date><itunes:summary>no</itunes:summary></item></rss>
            """
        #expect(Self.lines(feed) == [" |  | ", "T |  |  | "])
    }

    @Test(arguments: [
        "entry xmlns='http://www.w3.org/2005/Atom'", "a:entry xmlns:a='http://www.w3.org/2005/Atom'",
    ])
    func `an Atom entry is a document`(root: String) throws {
        let prefix = root.hasPrefix("a:") ? "a:" : ""
        let entry = """
            <?xml version="1.0"?><\(root)><\(prefix)title>Harbour</\(prefix)title><\(prefix)link href="/1"/>
            <\(prefix)updated>2024-03-05T08:00:00Z</\(prefix)updated>
            <\(prefix)content type="text">Dredging starts.</\(prefix)content></\(prefix)entry>
            """
        #expect(Feed.mediaType(of: Array(entry.utf8)) == "application/atom+xml")
        let page = try #require(Feed(Array(entry.utf8))).page
        #expect(
            String(decoding: page, as: UTF8.self) == """
                <title>Harbour</title>
                <h2><a href="/1">Harbour</a></h2>
                <p>2024-03-05 08:00 UTC</p>
                <p>Dredging starts.</p>

                """)
        #expect(Feed.mediaType(of: Array("<entry xmlns='urn:dictionary'/>".utf8)) == nil)
    }

    @Test(
        arguments: [
            (
                "<description>The beginning of the text, which …</description>",
                "The beginning of the text, which", 1
            ),
            ("<description>In short.</description>", "Something else", 2),
            ("", "Only the text", 1),
        ])
    func `the full text of an entry is shown, without a description that repeats it`(
        description: String, beginning: String, count: Int
    ) throws {
        let words = String(repeating: "word ", count: 40_000)
        let text = "<p>\(beginning) is long.</p>\n<div>Next<br>line<br><br>Last</div>\(words)"
        let feed =
            "<rss><item><title>T</title>\(description)<content:encoded><![CDATA[\(text)]]></content:encoded>"
        let page = String(decoding: try #require(Feed(Array(feed.utf8))).page, as: UTF8.self)
        #expect(page.contains("<p>\(beginning) is long.</p>\n<p>Next line</p>\n<p>Last</p>\n<p>word word "))
        #expect(page.contains("word word</p>") && page.split(separator: "<p>").count == 4 + count)
    }

    @Test(
        arguments: [
            ("a\n\n b \n c", "a / b c"), ("<p>a</p>b<p>c\n\nd", "a / b / c d"),
            ("<ul><li>a<li>b</ul>c", "a / b / c"),
            ("a<br>b<br/><br/>c", "a b / c"), ("<b>a</b>b<img>c<script>x</script>", "ab c"),
            ("<div><div><p><i>a</i></p></div></div>b", "a / b"), ("<p></p><hr>", ""),
        ])
    func `paragraphs of a text stay apart`(text: String, expected: String) {
        let feed = "<rss><item><title>T</title><description><![CDATA[\(text)]]></description></item></rss>"
        #expect(Self.lines(feed).last == "T |  |  | " + expected)
    }

    @Test(
        arguments: [
            "<rss><item><description>a<br/>b<p>c</p>d<i>e</i></description></item></rss>",
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>a<br/>b<p>c</p>d<i>e</i></content>",
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content>a\nb\n\nc\n\n\nde</content></entry></feed>",
        ])
    func `paragraphs stay apart in markup that is not escaped and in plain text`(feed: String) {
        #expect(Self.lines(feed).last == " |  |  | a b / c / de")
    }

    @Test(
        arguments: [
            // End tags are missing.
            (
                "<rss><channel><title>T<item><title>a<item><title>b</title>",
                ["T |  | ", "a |  |  | ", "b |  |  | "]
            ),
            // The document is cut off.
            (
                "<rss><channel><title>T</title><item><link>http://a.test/1</li",
                ["T |  | ", " | http://a.test/1 |  | "]
            ),
            // Markup is not escaped.
            (
                "<rss><item><title>a <b>c</b></title><description>x<br>y & z &nbsp;w</description></item></rss>",
                [" |  | ", "a c |  |  | x y & z \u{A0}w"]
            ),
            // Internal entities are expanded; external ones are not fetched.
            (
                "<!DOCTYPE rss [<!ENTITY n 'port'><!ENTITY f SYSTEM 'file:///etc/passwd'>]><rss><item>"
                    + "<title>&n; &f;</title></item></rss>", [" |  | ", "port &f; |  |  | "]
            ),
            (
                "{\"title\": \"T\", \"items\": [{\"title\": \"a\"}, {\"title\": \"b\"",
                ["T |  | ", "a |  |  | ", "b |  |  | "]
            ),
            ("<rss><channel></channel></rss>", ["no feed"]), ("", ["no feed"]), ("plain", ["no feed"]),
            ("{", ["no feed"]), ("<", ["no feed"]), ("<!DOCTYPE", ["no feed"]),
        ] as [(String, [String])])
    func `the readable part of a broken feed is used`(text: String, expected: [String]) {
        #expect(Self.lines(text) == expected)
    }

    @Test(
        arguments: [
            ("Mon, 01 Jan 2024 09:08:07 GMT", "2024-01-01 09:08 UTC"),
            ("1 January 24 9:08 -0530", "2024-01-01 09:08 -05:30"),
            ("Tue, 2 Feb 1999 00:00 EST", "1999-02-02 00:00 EST"), ("3 Mar 2024", "2024-03-03"),
            ("2024-01-31T18:05:09.123+02:00", "2024-01-31 18:05 +02:00"),
            ("2024-01-31t18:05z", "2024-01-31 18:05 UTC"), ("2024-01-31 18:05:00", "2024-01-31 18:05"),
            ("2024-01-31", "2024-01-31"), ("31 Feb 2024 10:00 GMT", "31 Feb 2024 10:00 GMT"),
            ("yesterday", "yesterday"), ("2024-01-31T25:00Z", "2024-01-31T25:00Z"), ("", ""),
        ])
    func `dates are shown with the year first`(date: String, expected: String) {
        #expect(String(decoding: Feed.dateText(Array(date.utf8)), as: UTF8.self) == expected)
    }

    private static let rss = """
        <rss version="2.0"><channel><title>Port &amp;amp; sea</title><link>http://port.test/</link>
        <item><title>"One" &lt;i&gt;</title><link>/1?a=1&amp;b="2"</link><pubDate>3 Mar 2024</pubDate>
        <description>&amp;lt;script&amp;gt;</description></item></channel></rss>
        """

    @Test func `a feed becomes a page whose headings are links`() {
        var text = RenderedText(.feed)
        text.append(Array(Self.rss.utf8))
        text.finish(byteCount: Self.rss.utf8.count)
        #expect(
            String(decoding: text.rest(), as: UTF8.self) == """
                <title>Port &amp; sea</title>
                <h1><a href="http://port.test/">Port &amp; sea</a></h1>
                <h2><a href="/1?a=1&amp;b=&quot;2&quot;">&quot;One&quot;</a></h2>
                <p>2024-03-03</p>
                <p>&lt;script&gt;</p>

                """)
    }

    @Test func `a document that is not a feed is shown as sent, with a notice`() {
        var text = RenderedText(.feed)
        text.append(Array("<list/>".utf8))
        text.finish(byteCount: 7)
        #expect(
            String(decoding: text.rest(), as: UTF8.self)
                == "<p><mark>This is not a feed.</mark></p><pre><plaintext><list/>")
    }

    @Test(
        arguments: [
            ("application/xml", "<?xml version='1.0'?><rss/>", "application/rss+xml"),
            ("text/xml; charset=x", "<!-- a --><feed>", "application/atom+xml; charset=x"),
            ("application/xml", "<rdf:RDF>", "application/rss+xml"), ("application/xml", "<list/>", nil),
            (
                "application/json", "{\"version\":\"https:\\/\\/jsonfeed.org\\/version\\/1\"}",
                "application/feed+json"
            ),
            ("application/json", "{\"version\": 1}", nil), ("application/json", "", nil),
            ("text/plain", "<rss/>", nil), ("application/xhtml+xml", "<feed/>", nil),
        ] as [(String, String, String?)])
    func `XML and JSON are recognized as feeds by their root`(type: String, text: String, expected: String?) {
        #expect(Feed.contentType(type, Array(text.utf8)) == expected ?? type)
    }

    @Test func `hostile feeds take linear time and bounded memory`() {
        let texts = [
            String(repeating: "<item><title>a", count: 100_000), String(repeating: "<title>", count: 100_000),
            "<rss><item><description>" + String(repeating: "&lt;div&gt;", count: 100_000),
            "<rss><item><title>" + String(repeating: "<a>", count: 200_000) + "</title>",
            "<rss><item>" + String(repeating: "<enclosure url='u'/>", count: 50_000),
            "<rss><item>" + String(repeating: "<description>a</description>", count: 50_000),
            "{\"items\":" + String(repeating: "[", count: 500_000),
            "<rss>" + String(repeating: "<image>", count: 200_000) + "<item><title>end",
            "<rss>" + String(repeating: "<a xmlns:b='c'>", count: 100_000) + "<item><title>a",
            "<rss " + (0..<100_000).map { "xmlns:a\($0)='b' " }.joined() + ">"
                + String(repeating: "<a1:b></a1:b>", count: 100_000),
            "<rss><item><description><![CDATA[" + String(repeating: "<div>", count: 100_000)
                + String(repeating: "</div>a", count: 100_000),
        ]
        for text in texts { _ = Feed(Array(text.utf8))?.page }
        #expect(Self.lines(texts[7]) == [" |  | ", "end |  |  | "])
    }
}

/// The number of new entries.
@Suite struct FeedEntryTests {
    private static func feed(_ entries: String...) -> [UInt8] {
        Array("<rss version=\"2.0\"><channel><title>F</title>\(entries.joined())</channel></rss>".utf8)
    }

    private static func item(_ title: String, _ link: String = "") -> String {
        "<item><title>\(title)</title>" + (link.isEmpty ? "" : "<link>\(link)</link>") + "</item>"
    }

    @Test func `entries are identified by URL, otherwise by title`() {
        let old = Self.feed(Self.item("One", "http://a.test/1"), Self.item("Two"))
        func count(_ new: [UInt8]) -> Int? { Feed.newEntries(in: new, missingIn: old) }
        #expect(count(old) == 0)
        #expect(
            count(Self.feed(Self.item("Three", "http://a.test/3"), Self.item("Four"), Self.item("Two"))) == 2)
        // An edited entry and a duplicate one do not count as new.
        #expect(count(Self.feed(Self.item("One, corrected", "http://a.test/1"))) == 0)
        #expect(count(Self.feed(Self.item("Five"), Self.item("Five"))) == 1)
        #expect(count(Self.feed()) == 0 && count(Array("<p>no feed".utf8)) == nil)
        let json = #"{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"http://a.test/9"}]}"#
        #expect(count(Array(json.utf8)) == 1)
    }
}
