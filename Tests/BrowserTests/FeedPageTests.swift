import CellGrid
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Feeds on the screen, the feed that a page declares, and links that pages may not follow.
@Suite struct FeedPageTests {
    private func stage(_ text: String, _ type: String, pieces: Int = .max) -> Stage {
        var stage = Stage()
        stage.open("http://a.test/news/")
        stage.readCache(nil)
        stage.ask(200, "OK", [("Content-Type", type)])
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            stage.report(.pieceReceived(Array(rest.prefix(pieces))))
            rest = rest.dropFirst(pieces)
        }
        stage.end(.plain(.notHTML), "the answer is not HTML")
        stage.settle()
        return stage
    }

    private static let feed = """
        <?xml version="1.0"?><rss version="2.0"><channel><title>Port news</title><link>http://port.test/</link>
        <item><title>A ship</title><link>../ships/1</link><pubDate>3 Mar 2024</pubDate>
        <description>&lt;b&gt;Came&lt;/b&gt; in.</description></item></channel></rss>
        """

    /// The addresses that were opened, in order.
    private func opened(_ stage: Stage) -> [String] {
        stage.effects.compactMap {
            if case .open(let opening) = $0 { opening.url.href } else { nil }
        }
    }

    @Test(arguments: [("application/rss+xml", Int.max), ("text/xml", .max), ("application/rss+xml", 7)])
    func `a feed is shown as its entries, with their titles as links`(type: String, pieces: Int) {
        var stage = stage(Self.feed, type, pieces: pieces)
        for words in ["Port news", "A ship", "2024-03-03", "Came in."] { #expect(stage.text.contains(words)) }
        #expect(!stage.text.contains("<item>"))
        stage.press(.tab, .tab, .enter)
        #expect(opened(stage).last == "http://a.test/ships/1")
    }

    @Test func `a feed can be shown as sent, and as its entries again`() {
        var stage = stage(Self.feed, "application/rss+xml")
        stage.press(.alt("r"))
        stage.settle()
        #expect(stage.text.contains("<item><title>A ship"))
        stage.press(.alt("r"))
        stage.settle()
        #expect(!stage.text.contains("<item>") && stage.text.contains("Came in."))
    }

    @Test func `a command opens the feed that a page declares`() {
        var stage = stage("<link rel=alternate type=application/atom+xml href=../feed><p>Text", "text/html")
        stage.press(":")
        stage.type("feed")
        stage.press(.enter)
        #expect(opened(stage).last == "http://a.test/feed")
        var other = self.stage("<p>Text", "text/html")
        other.press(":")
        other.type("feed")
        other.press(.enter)
        #expect(other.text.contains("this page names no feed"))
        #expect(opened(other).count == 1)
    }

    @Test(arguments: [
        "<a href='file:///etc/passwd'>x</a>", "<iframe src='file:///etc/passwd'></iframe>",
        "<base href='file:///etc/'><a href=passwd>x</a>", "<map><area href='file:///etc/passwd' alt=x></map>",
        "<a href='file:///etc/passwd' download>x</a>",
    ])
    func `no page from the network can open local files`(html: String) {
        for key: Key in [.enter, ";", ",", "P", .alt("x")] {
            var stage = stage("<p>Text " + html, "text/html")
            let before = stage.effects.count
            stage.press(.tab, key)
            #expect(opened(stage).count == 1)
            #expect(stage.text.contains("may not open local files"), "\(key)")
            let rest = stage.effects.dropFirst(before)
            #expect(!rest.contains { if case .open = $0 { true } else { false } })
        }
        let feed = "<link rel=alternate type=application/rss+xml href='file:///etc/passwd'><p>Text"
        var stage = stage(feed, "text/html")
        stage.press(":")
        stage.type("feed")
        stage.press(.enter)
        #expect(opened(stage).count == 1 && stage.text.contains("may not open local files"))
    }
}
