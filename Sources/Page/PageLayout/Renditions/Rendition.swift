/// What a text that is no HTML is shown as. Bytes are the truth: each form but `lines` is a view of them that can be
/// left for the text as it was sent.
public enum Rendition: Hashable, Sendable {
    /// The text as it is, line by line.
    case lines
    /// JSON as a tree, objects and arrays folded.
    case tree(JSONTree.Sequence)
    /// Markdown as the page that it stands for.
    case markdown
    /// A feed as a page of its entries.
    case feed
    /// A picture, with what is known of it.
    case picture(type: String)

    /// The form for a media type, as Content-Type has it, and the path of the address. A path counts where the type
    /// says no more than that there is text, or bytes.
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

    /// Whether a dump prints the page that it stands for; it prints other texts line by line as they are.
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

    /// A Content-Type without parameters, in lower case.
    private static func mediaType(_ contentType: String) -> String {
        contentType.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}
