import HTML

/// Which feed a text is that says no more than that it is XML or JSON, by its root.
public enum FeedType {
    /// How far into JSON its version is looked for.
    private static let limit = 1445

    /// The type of a text, made more exact where it is a feed.
    /// - Parameters:
    ///   - type: Its Content-Type; nil for none.
    ///   - beginning: Its bytes, or as many as are at hand.
    public static func contentType(_ type: String?, _ beginning: [UInt8]) -> String? {
        guard let type else { return nil }
        let end = type.firstIndex(of: ";") ?? type.endIndex
        let name = type[..<end].filter { $0 != " " && $0 != "\t" }.lowercased()
        guard let exact = types.contains(name) ? mediaType(of: beginning) : nil else { return type }
        return exact + type[end...]
    }

    private static let types: Set = ["text/xml", "application/xml", "application/json", "text/json"]

    /// The media type of the feed that a text begins; nil for one that is no feed.
    public static func mediaType(of beginning: [UInt8]) -> String? {
        switch beginning.first(where: { !FeedText.isBlank($0) }) {
        case UInt8(ascii: "{"): return isJSONFeed(beginning.prefix(limit)) ? "application/feed+json" : nil
        case UInt8(ascii: "<"), 0xEF: break
        case .some, nil: return nil
        }
        guard let root = XMLRoot.name(of: beginning) else { return nil }
        let name = root.split(separator: ":").last.map(String.init) ?? ""
        return ["rss": "application/rss+xml", "rdf": "application/rss+xml", "feed": "application/atom+xml"][
            name]
    }

    private static func isJSONFeed(_ text: ArraySlice<UInt8>) -> Bool {
        // A slash may be escaped.
        String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
            .contains("\"https://jsonfeed.org/version/")
    }
}
