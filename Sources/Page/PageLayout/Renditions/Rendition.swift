/// The form in which a text that is not HTML is shown. Each form except `lines` is a view of the bytes; the user can
/// switch to the text as sent.
public enum Rendition: Hashable, Sendable {
    /// The text unchanged, line by line.
    case lines
    /// JSON as a tree, objects and arrays folded.
    case tree(JSONTree.Sequence)
    /// Markdown, rendered as a page.
    case markdown
    /// A feed as a page of its entries.
    case feed
    /// A picture, with its type and size.
    case picture(type: String)

    /// The form for a media type from Content-Type, and the path of the URL. The path is only used if the type is
    /// missing or generic, for text or bytes.
    public init(contentType: String?, path: String) {
        let type = Self.mediaType(contentType ?? "")
        if let form = Self.form(ofType: type) {
            self = form
        } else if ["", "text/plain", "application/octet-stream"].contains(type) {
            self = Self.form(ofPath: path) ?? .lines
        } else {
            self = .lines
        }
    }

    /// Whether a dump prints the rendered page; it prints other texts line by line, unchanged.
    public var isReadInDumps: Bool {
        switch self {
        case .markdown, .feed: true
        case .lines, .tree, .picture: false
        }
    }

    private static func form(ofType type: String) -> Rendition? {
        switch type {
        case "application/json", "text/json": return .tree(.one)
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
            return .tree(.lines)
        case "text/markdown", "text/x-markdown": return .markdown
        case "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/feed+json":
            return .feed
        default:
            if type.hasSuffix("+json") { return .tree(.one) }
            return type.hasPrefix("image/") ? .picture(type: type) : nil
        }
    }

    private static func form(ofPath path: String) -> Rendition? {
        let name = (path.split(separator: "/").last ?? "").lowercased()
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last ?? ""
        switch ending {
        case "json", "geojson", "webmanifest": return .tree(.one)
        case "ndjson", "jsonl": return .tree(.lines)
        case "md", "markdown": return .markdown
        case "rss", "atom": return .feed
        default: return nil
        }
    }

    /// Returns a Content-Type without parameters, in lower case.
    private static func mediaType(_ contentType: String) -> String {
        contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
