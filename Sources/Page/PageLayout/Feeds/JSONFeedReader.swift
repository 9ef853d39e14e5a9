import SonicProtocol

/// Parses feeds in JSON (JSON Feed 1.1).
enum JSONFeedReader {
    /// Returns the feed in a text in UTF-8; malformed parts are skipped. Linear.
    static func feed(in text: [UInt8]) -> Feed {
        guard let node = JSONNode.read(text).node else { return Feed() }
        var feed = Feed()
        feed.title = Self.text(node, "title")
        feed.link = Self.text(node, "home_page_url")
        feed.summary = FeedText.paragraphs((node["description"]?.string ?? "").utf8)
        feed.entries = (node["items"]?.elements ?? []).map(entry).filter { !$0.isEmpty }
        return feed
    }

    private static func entry(_ node: JSONNode) -> Feed.Entry {
        var entry = Feed.Entry()
        entry.title = text(node, "title")
        entry.link = first([text(node, "url"), text(node, "external_url")])
        entry.date = first([text(node, "date_published"), text(node, "date_modified")])
        entry.text = FeedText.paragraphs((node["summary"]?.string ?? "").utf8)
        let html = node["content_html"]?.string.map { FeedText.text(ofHTML: Array($0.utf8)) }
        entry.add(FeedText.paragraphs(html ?? Array((node["content_text"]?.string ?? "").utf8)))
        entry.files = (node["attachments"]?.elements ?? []).map { text($0, "url") }.filter { !$0.isEmpty }
        return entry
    }

    /// Returns a string member; empty if there is none.
    private static func text(_ node: JSONNode, _ name: String) -> [UInt8] {
        FeedText.plain((node[name]?.string ?? "").utf8)
    }

    private static func first(_ texts: [[UInt8]]) -> [UInt8] { texts.first { !$0.isEmpty } ?? [] }
}
