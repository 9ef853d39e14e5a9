import CellGrid
import HTML
import Testing

@testable import PageLayout

/// Feeds of all formats, complete and broken.
@Suite struct FeedTests {
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

    @Test(.timeLimit(.minutes(1))) func `hostile feeds take linear time and bounded memory`() {
        let texts = [
            String(repeating: "<item><title>a", count: 100_000), String(repeating: "<title>", count: 100_000),
            "<rss><item><description>" + String(repeating: "&lt;div&gt;", count: 100_000),
            "<rss><item><title>" + String(repeating: "<a>", count: 1_000_000) + "</title>",
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
        #expect(RenditionTableTests.feedLines(Array(texts[7].utf8)) == [" |  | ", "end |  |  | "])
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
