import HTML

/// The element of a page that holds its main text, and the way to it.
///
/// By this rule: the page's `main` element, or the one with that role; else its `article`, where there is but one; else
/// the element that is come to by going, from the body on, into the child that holds at least two thirds of the text
/// outside of links, as long as there is such a child. What stands in navigation, sidebars, headers, footers, forms and
/// menus counts for nothing.
public struct MainText: Hashable, Sendable {
    /// What decided.
    public enum Rule: Hashable, Sendable {
        /// The page says so: it has a `main` element, or an element of that role.
        case main
        /// The page has one `article`.
        case article
        /// Most text outside of links stands there.
        case mostText
    }

    /// What decided.
    public let rule: Rule
    /// Where in the source its text stands.
    public let range: Range<Int>
    /// Where the elements around it begin, in ascending order.
    private let around: [Int]

    /// Finds it; nil for a page without any. Linear in the page.
    /// - Parameter html: The page's text in UTF-8.
    public init?(in html: [UInt8]) {
        var parser = HTMLParser()
        parser.append(html)
        parser.finish()
        guard let (node, rule) = Self.find(in: parser.document) else { return nil }
        var starts: [Int] = []
        var place = parser.document.parent(of: node)
        while let element = place, parser.document.kind(of: element) == .element {
            starts.append(parser.document.sourceStart(of: element))
            place = parser.document.parent(of: element)
        }
        self.rule = rule
        around = starts.reversed()
        range = parser.document.sourceRange(of: node)
        guard !range.isEmpty else { return nil }
    }

    /// Whether a node is in it, or is on the way to it.
    func shows(_ node: NodeID, _ document: Document) -> Bool {
        switch document.kind(of: node) {
        case .element:
            switch document.tag(of: node) {
            case .html, .head, .title, .body: return true
            default: break
            }
        // What the page is called stays what it is.
        case .text: if document.parent(of: node).map({ document.tag(of: $0) }) == .title { return true }
        case .document, .doctype, .comment: break
        }
        let start = document.sourceStart(of: node)
        if range.contains(start) { return true }
        guard start < range.lowerBound, document.kind(of: node) == .element else { return false }
        return around.contains(start)
    }

    // MARK: Finding

    private static func find(in document: Document) -> (NodeID, Rule)? {
        var articles: [NodeID] = []
        var body: NodeID?
        // How much text outside of links there is in each node, by its number; children are counted before parents.
        var counts: [NodeID: Int] = [:]
        var main: NodeID?
        walk(document) { node in
            if main == nil, isMain(node, document) { main = node }
            switch document.tag(of: node) {
            case .article: articles.append(node)
            case .body: body = body ?? node
            default: break
            }
        } left: { node in
            guard let parent = document.parent(of: node) else { return }
            let own = counts[node] ?? 0
            let count = document.kind(of: node) == .text ? textLength(of: node, document) : own
            if count > 0, !isAside(node, document) { counts[parent, default: 0] += count }
        }
        if let main { return (main, .main) }
        if articles.count == 1 { return (articles[0], .article) }
        guard var place = body, (counts[place] ?? 0) > 0 else { return nil }
        descending: while true {
            var child = document.firstChild(of: place)
            while let node = child {
                if document.kind(of: node) == .element, !isAside(node, document), !isOfLines(node, document),
                    3 * (counts[node] ?? 0) >= 2 * (counts[place] ?? 0)
                {
                    place = node
                    continue descending
                }
                child = document.nextSibling(of: node)
            }
            return (place, .mostText)
        }
    }

    /// Visits all nodes in page order.
    private static func walk(
        _ document: Document, entered: (NodeID) -> Void, left: (NodeID) -> Void
    ) {
        var next = document.firstChild(of: .document)
        while let node = next {
            entered(node)
            next = document.firstChild(of: node)
            var place = node
            while next == nil {
                left(place)
                next = document.nextSibling(of: place)
                guard next == nil, let parent = document.parent(of: place), parent != .document else { break }
                place = parent
            }
        }
    }

    private static func isMain(_ node: NodeID, _ document: Document) -> Bool {
        guard document.kind(of: node) == .element else { return false }
        if document.tag(of: node) == .main { return !document.hasAttribute("hidden", of: node) }
        guard document.attributeCount(of: node) > 0, let role = document.attribute("role", of: node) else {
            return false
        }
        return ASCII.equal(role, "main")
    }

    /// Whether what stands in an element is beside the main text, or is a link.
    private static func isAside(_ node: NodeID, _ document: Document) -> Bool {
        switch document.tag(of: node) {
        case .a, .aside, .button, .datalist, .dialog, .footer, .form, .head, .header, .menu, .nav, .noscript,
            .script, .search, .select, .style, .template, .textarea, .title:
            true
        default: false
        }
    }

    /// Whether an element stands within lines, or is a part of what is read as a whole.
    private static func isOfLines(_ node: NodeID, _ document: Document) -> Bool {
        switch document.tag(of: node) {
        case .p, .pre, .ul, .ol, .dl, .li, .blockquote, .tbody, .tr, .h1, .h2, .h3, .h4, .h5, .h6: true
        default: Flow.blockMargin(document.tag(of: node)) == nil
        }
    }

    private static func textLength(of node: NodeID, _ document: Document) -> Int {
        var length = 0
        document.visitSpans(of: node) { span in
            for index in 0..<span.count where span[index] > 0x20 { length += 1 }
            return true
        }
        return length
    }
}

extension LaidOutPage {
    /// Lays out a part of the page alone, or all of it again. The page is read again from its beginning, when it is
    /// asked for; offsets stay those of the whole source.
    public mutating func show(only part: MainText?) {
        guard part != self.part else { return }
        self.part = part
        readAnew()
    }
}
