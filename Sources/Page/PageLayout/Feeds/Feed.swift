import HTML
import SonicProtocol

/// The contents of a feed, with its entries in document order. All texts are UTF-8 without markup, with blanks
/// collapsed and each paragraph on one line; an empty text means that the feed has none.
public struct Feed: Equatable {
    /// An entry of a feed.
    struct Entry: Equatable {
        var title: [UInt8] = []
        /// The address of the entry.
        var link: [UInt8] = []
        /// The date of publication, otherwise of the last change, as the feed writes it.
        var date: [UInt8] = []
        /// The description, and the full text unless it begins with the same words: then this alone.
        var text: [UInt8] = []
        /// The attached files, such as audio.
        var files: [[UInt8]] = []

        var isEmpty: Bool { self == Entry() }

        /// The bytes that identify the entry within its feed.
        var identity: [UInt8] { link.isEmpty ? name : link }

        /// Adds the full text.
        mutating func add(_ content: [UInt8]) {
            guard !content.isEmpty else { return }
            // A feed often repeats the beginning of the text as its description, with an ellipsis at its end.
            let beginning = text.prefix(text.count < 32 ? text.count : min(40, text.count - 8))
            text = content.starts(with: beginning) ? content : text + [0x0A] + content
        }
    }

    var title: [UInt8] = []
    /// The address of the feed's website.
    var link: [UInt8] = []
    var summary: [UInt8] = []
    /// The base of relative addresses, if the feed declares one.
    var base: [UInt8] = []
    var entries: [Entry] = []

    /// Parses a feed in UTF-8: RSS, Atom or JSON Feed; nil if there is neither a title nor an entry. A malformed feed
    /// is parsed as far as possible. Linear.
    init?(_ text: [UInt8]) {
        let isJSON = text.first { !Self.isBlank($0) } == UInt8(ascii: "{")
        self = isJSON ? Self.json(text) : XMLFeedReader.feed(in: text)
        if entries.isEmpty, title.isEmpty { return nil }
    }

    /// An empty feed.
    init() {}

    /// Returns the feed in a text of JSON (JSON Feed 1.1) in UTF-8; malformed parts are skipped. Linear.
    private static func json(_ text: [UInt8]) -> Feed {
        guard let node = JSONNode.read(text).node else { return Feed() }
        var feed = Feed()
        feed.title = plain(node, "title")
        feed.link = plain(node, "home_page_url")
        feed.summary = paragraphs((node["description"]?.string ?? "").utf8)
        feed.entries = (node["items"]?.elements ?? []).map(entry).filter { !$0.isEmpty }
        return feed
    }

    private static func entry(_ node: JSONNode) -> Entry {
        var entry = Entry()
        entry.title = plain(node, "title")
        entry.link = first([plain(node, "url"), plain(node, "external_url")])
        entry.date = first([plain(node, "date_published"), plain(node, "date_modified")])
        entry.text = paragraphs((node["summary"]?.string ?? "").utf8)
        let html = node["content_html"]?.string.map { text(ofHTML: Array($0.utf8)) }
        entry.add(paragraphs(html ?? Array((node["content_text"]?.string ?? "").utf8)))
        entry.files = (node["attachments"]?.elements ?? []).map { plain($0, "url") }.filter { !$0.isEmpty }
        return entry
    }

    /// Returns a string member; empty if there is none.
    private static func plain(_ node: JSONNode, _ name: String) -> [UInt8] {
        plain((node[name]?.string ?? "").utf8)
    }

    private static func first(_ texts: [[UInt8]]) -> [UInt8] { texts.first { !$0.isEmpty } ?? [] }

    // MARK: Entries

    /// Returns the number of entries of a feed that an earlier version of it lacks. An entry is identified by its
    /// address, or without one by its title or text, so an edited entry is not new. Linear in both.
    /// - Parameters:
    ///   - new: The later version, in UTF-8.
    ///   - old: The earlier version.
    /// - Returns: nil if either is not a feed or is too long to be parsed as one.
    public static func newEntries(in new: [UInt8], missingIn old: [UInt8]) -> Int? {
        guard old.count <= limit, new.count <= limit, let before = Feed(old), let after = Feed(new)
        else { return nil }
        let known = Set(before.entries.map(\.identity))
        return Set(after.entries.map(\.identity)).subtracting(known).count
    }

    // MARK: Formats of texts that are declared only as XML or JSON, by their root

    /// The number of bytes of JSON in which its version is searched for.
    private static let versionLimit = 1445

    /// Returns the Content-Type of a text, made more specific if it is a feed.
    /// - Parameters:
    ///   - type: The declared Content-Type; nil if there is none.
    ///   - beginning: The bytes of the text, or as many as are available.
    public static func contentType(_ type: String?, _ beginning: [UInt8]) -> String? {
        guard let type else { return nil }
        let end = type.firstIndex(of: ";") ?? type.endIndex
        let name = type[..<end].filter { $0 != " " && $0 != "\t" }.lowercased()
        guard let exact = types.contains(name) ? mediaType(of: beginning) : nil else { return type }
        return exact + type[end...]
    }

    private static let types: Set = ["text/xml", "application/xml", "application/json", "text/json"]

    /// Returns the media type of the feed that begins with these bytes; nil if they are not a feed.
    public static func mediaType(of beginning: [UInt8]) -> String? {
        switch beginning.first(where: { !isBlank($0) }) {
        case UInt8(ascii: "{"):
            return isJSONFeed(beginning.prefix(versionLimit)) ? "application/feed+json" : nil
        case UInt8(ascii: "<"), 0xEF: break
        case .some, nil: return nil
        }
        let types = ["rss": "application/rss+xml", "rdf": "application/rss+xml"]
        guard let root = XMLTokens.root(of: beginning) else { return nil }
        // Other vocabularies have entries, too.
        let isAtom = root.name == "feed" || root.name == "entry" && root.namespaces.contains(atom)
        return isAtom ? "application/atom+xml" : types[root.name]
    }

    private static let atom = "http://www.w3.org/2005/atom"

    private static func isJSONFeed(_ text: ArraySlice<UInt8>) -> Bool {
        // Slashes may be escaped.
        String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
            .contains("\"https://jsonfeed.org/version/")
    }
}
