/// A text that is rendered in a special form: it is appended as it arrives, and HTML to be laid out is returned in
/// steps.
///
/// If it is not valid in its form, it is shown as sent, with the mistake above it.
public struct RenderedText: Sendable {
    private enum Work: Sendable {
        case lines(position: Int)
        case tree(JSONTree)
        /// Markdown or a feed, which is rendered at once when it is complete.
        case whole
        case picture(type: String)
        /// All HTML was returned.
        case done
    }

    /// The form in which it is rendered.
    public let form: Rendition
    /// The folded objects and arrays of a tree.
    public let folds: TreeFolds
    private var text: [UInt8] = []
    private var isWhole = false
    private var byteCount = 0
    private var work: Work
    /// The number of bytes of HTML that were returned.
    private var htmlCount = 0
    /// The lines of the tree in that HTML.
    private var lines: [RenderedLine] = []
    /// Where in that HTML the text as sent begins; nil if it does not.
    private var textStart: Int?

    /// A text without any bytes.
    /// - Parameter folds: What is folded in a tree.
    public init(_ form: Rendition, folds: TreeFolds = TreeFolds()) {
        self.form = form
        self.folds = folds
        work =
            switch form {
            case .lines: .lines(position: 0)
            case .tree(let sequence): .tree(JSONTree(sequence, folds: folds))
            case .markdown, .feed: .whole
            case .picture(let type): .picture(type: type)
            }
    }

    /// Appends the next bytes of the text, in UTF-8. The first ones are not copied.
    public mutating func append(_ piece: [UInt8]) {
        // The bytes of a picture are not text.
        if case .picture = form { return }
        if text.isEmpty { text = piece } else if !piece.isEmpty { text += piece }
    }

    /// Marks the text as complete.
    /// - Parameter byteCount: The number of bytes as sent.
    public mutating func finish(byteCount: Int) { (isWhole, self.byteCount) = (true, byteCount) }

    /// Whether the content is text, which can be shown as sent.
    public var isText: Bool {
        if case .picture = form { false } else { true }
    }

    /// Whether all HTML was returned.
    public var isDone: Bool {
        if case .done = work { true } else { false }
    }

    /// Whether a step would return something.
    public var hasMore: Bool {
        switch work {
        case .done: false
        case .lines(let position): position < text.count || isWhole
        case .tree(let tree): isWhole || tree.stalledAt < text.count
        case .whole, .picture: isWhole
        }
    }

    /// The result of a step.
    public enum Step: Sendable {
        /// HTML that continues what was returned before.
        case html([UInt8])
        /// HTML that replaces what was returned before.
        case anew([UInt8])
    }

    /// Continues rendering: less than half a millisecond of work, except for Markdown and feeds, which are rendered at
    /// once.
    public mutating func step(budget: Int = 16_384) -> Step {
        let step = nextStep(budget)
        switch step {
        case .html(let html): htmlCount += html.count
        case .anew(let html): (htmlCount, lines) = (html.count, [])
        }
        return step
    }

    private mutating func nextStep(_ budget: Int) -> Step {
        switch work {
        case .done: return .html([])
        case .lines(let position):
            let end = min(text.count, position + budget)
            let piece = Array(text[position..<end])
            work = end == text.count && isWhole ? .done : .lines(position: end)
            guard position == 0 else { return .html(piece) }
            textStart = htmlCount + Self.plain.count
            return .html(Self.plain + piece)
        case .tree(var tree):
            // Releases the second reference, so that the tree is not copied.
            work = .done
            let piece = tree.read(text, isWhole: isWhole, budget: budget)
            if let mistake = tree.mistake { return showAsSent(saying: mistake.words(in: text)) }
            if !tree.isFinished { work = .tree(tree) }
            for line in piece.lines { lines.append(line.following(htmlCount)) }
            return .html(piece.html)
        case .whole:
            guard isWhole else { return .html([]) }
            work = .done
            return form == .feed ? readFeed() : readMarkdown()
        case .picture(let type):
            guard isWhole else { return .html([]) }
            work = .done
            // The picture is at the address of the document itself.
            let facts = "\(type), \(byteCount) \(byteCount == 1 ? "byte" : "bytes")"
            return .html(Array("<p><img src=\"#\" alt=\"picture\"></p><p>".utf8) + Escaping.escaped(facts))
        }
    }

    private mutating func readMarkdown() -> Step {
        if let html = Markdown.html(text) { return .html(html) }
        return showAsSent(saying: "This is too long to be shown as Markdown.")
    }

    private mutating func readFeed() -> Step {
        guard text.count <= Feed.limit else {
            return showAsSent(saying: "This is too long to be shown as a feed.")
        }
        guard let feed = Feed(text) else { return showAsSent(saying: "This is not a feed.") }
        return .html(feed.page)
    }

    /// Returns all remaining HTML of a complete text.
    public mutating func rest() -> [UInt8] {
        var html: [UInt8] = []
        while hasMore {
            switch step() {
            case .html(let more): html += more
            case .anew(let other): html = other
            }
        }
        return html
    }

    private mutating func showAsSent(saying words: String) -> Step {
        work = .lines(position: 0)
        return .anew(Array("<p><mark>".utf8) + Escaping.escaped(words) + Array("</mark></p>".utf8))
    }

    /// The HTML before text that is laid out line by line and unchanged. Nothing in the text can end the element that it
    /// opens (HTML Standard §13.2.5.5), so the text needs no escaping and may arrive in pieces.
    public static let plain = Array("<pre><plaintext>".utf8)

    /// Returns the byte of the text that a byte of the HTML shows. What outlives a layout, such as marks and the
    /// history, is stored as such a byte: the HTML of JSON changes when a node is folded or the view or the encoding is
    /// changed. Markdown, feeds and pictures have offsets of their
    /// HTML alone, which are returned as they are. Logarithmic, and linear in a string of JSON.
    public func textOffset(of offset: Int) -> Int {
        if let textStart { return max(0, offset - textStart) }
        return lines.isEmpty ? offset : RenderedLine.textOffset(of: offset, in: lines, text)
    }

    /// Returns the byte of the HTML that shows a byte of the text, or the next one that is shown; nil if that is still
    /// to be rendered. Logarithmic, and linear in a string of JSON.
    public func offset(ofText place: Int) -> Int? {
        if place == 0 { return 0 }
        if let textStart { return textStart + place }
        return switch form {
        case .lines: nil
        case .tree: RenderedLine.offset(of: place, in: lines, text) ?? (isDone ? htmlCount : nil)
        case .markdown, .feed, .picture: place
        }
    }

    /// Restarts rendering with other folds.
    public mutating func fold(_ folds: TreeFolds) { self = shown(as: form, folds: folds) }

    /// Returns the same text in another form, from its beginning.
    /// - Parameter folds: What is folded in a tree; nil for what is folded now.
    public func shown(as form: Rendition, folds: TreeFolds? = nil) -> RenderedText {
        var other = RenderedText(form, folds: folds ?? self.folds)
        other.text = text
        other.isWhole = isWhole
        other.byteCount = byteCount
        return other
    }
}

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
