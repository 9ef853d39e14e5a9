import HTML

/// Finds the feed format of a text declared only as XML or JSON, by its root.
public enum FeedType {
    /// The number of bytes of JSON in which its version is searched for.
    private static let limit = 1445

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
        switch beginning.first(where: { !FeedText.isBlank($0) }) {
        case UInt8(ascii: "{"): return isJSONFeed(beginning.prefix(limit)) ? "application/feed+json" : nil
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
