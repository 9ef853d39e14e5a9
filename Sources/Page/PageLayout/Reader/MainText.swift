import HTML
import SonicProtocol

/// The part of a page that is its main text, and the elements around it.
///
/// It is found as in other reader views: paragraphs give points to the elements around them, and the element with the
/// most points and the fewest links is the main text (`MainTextFinder`). If the paragraphs of a page are too short for
/// that, the page's own markup decides: its `main` element, or the one with that role; otherwise its `article`, if
/// there is exactly one; otherwise the element that contains most of the text outside links.
public struct MainText: Hashable, Sendable {
    /// The rule that found the main text.
    public enum Rule: Hashable, Sendable {
        /// The page has a `main` element, or an element with that role.
        case main
        /// The page has one `article`.
        case article
        /// The element contains most of the text outside links.
        case mostText
    }

    /// The kind of page that was recognised.
    public enum Kind: Hashable, Sendable {
        /// One text, such as an article.
        case text
        /// Posts, one after the other.
        case thread(posts: Int)
        /// Cards that link to something.
        case list(entries: Int)
        /// A thing that is sold.
        case product
        /// A text that is only in the page's data for search engines.
        case data
        /// Sections of a page about something.
        case sections
    }

    /// An element that is omitted, identified by its start; implied elements begin where others do.
    private struct Place: Hashable {
        var start: Int
        var tag: Tag
    }

    /// The rule that found it.
    public let rule: Rule
    /// The kind of page.
    public let kind: Kind
    /// The number of comments or reviews on it, which are omitted.
    public let comments: Int
    /// The start of its first text in the source.
    public private(set) var start = 0
    /// The ranges of its text in the source, in ascending order.
    private var ranges: [Range<Int>] = []
    /// The starts of the elements around it.
    private var around: Set<Int> = []
    /// The elements in it that are omitted.
    private var leftOut: Set<Place> = []
    /// The elements in it that the page hides, and that are shown nevertheless.
    private var opened: Set<Place> = []
    /// The text of elements that hold data, by their starts.
    private var told: [Int: [String]] = [:]

    /// The range in the source from the start to the end of its text.
    public var range: Range<Int> { ranges[0].lowerBound..<ranges[ranges.count - 1].upperBound }

    /// Finds the main text; nil if there is none. Linear in the page.
    /// - Parameters:
    ///   - html: The page's text in UTF-8.
    ///   - isXML: Whether the page was sent as XML.
    public init?(in html: [UInt8], isXML: Bool = false) {
        var parser = HTMLParser(isXML: isXML)
        parser.append(html)
        parser.finish()
        let document = parser.document
        var finder = MainTextFinder(document)
        let found = finder.find()
        let isShort = (found?.length ?? 0) < MainTextFinder.enough
        if isShort, let told = finder.data.text(longerThan: 2 * (found?.length ?? 0)) {
            rule = .mostText
            kind = .data
            comments = 0
            show(told, document)
            start = range.lowerBound
            return
        }
        guard let found else { return nil }
        rule = finder.rule(of: found)
        kind = found.kind
        comments = found.comments
        var last: NodeID?
        for part in found.parts {
            show(part, of: found, finder)
            // Most parts are siblings.
            let first = finder.tree.items[part.lowerBound].node
            if document.parent(of: first) != last { surround(first, document) }
            last = document.parent(of: first)
        }
        if kind == .product, let told = finder.data.facts(notIn: finder.wholeText) { show(told, document) }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        guard !ranges.isEmpty else { return nil }
        let first = found.parts.joined().first { !found.isLeftOut[$0] && finder.tree.items[$0].length > 0 }
        start = first.map { document.sourceStart(of: finder.tree.items[$0].node) } ?? range.lowerBound
    }

    /// What was recognised, in words.
    public var words: String {
        let place =
            switch rule {
            case .main: "the page's main element"
            case .article: "the page's article"
            case .mostText: "the part with the most text outside links"
            }
        let left = comments == 0 ? "" : ", without " + String.counted(comments, "comment")
        switch kind {
        case .text: return place + left
        case .thread(let posts): return "a thread of \(String.counted(posts, "post"))"
        case .list(let entries): return "a list of \(entries) entries" + left
        case .product: return "a product" + left
        case .data: return "a text from the page's data for search engines"
        case .sections: return "a page of sections" + left
        }
    }

    private mutating func show(_ part: Range<Int>, of found: MainTextFinder.Found, _ finder: MainTextFinder) {
        let document = finder.document
        let first = finder.tree.items[part.lowerBound].node
        var range = document.sourceRange(of: first)
        for index in part {
            let node = finder.tree.items[index].node
            let start = document.sourceStart(of: node)
            range = min(range.lowerBound, start)..<max(range.upperBound, start + 1)
            let place = Place(start: start, tag: document.tag(of: node))
            if found.isLeftOut[index] {
                leftOut.insert(place)
            } else if finder.tree.items[index].hints.contains(.panel) {
                opened.insert(place)
            }
        }
        ranges.append(range)
    }

    private mutating func show(_ text: PageData.Told, _ document: Document) {
        let start = document.sourceStart(of: text.element)
        told[start] = text.lines
        if ranges.contains(where: { $0.contains(start) }) { return }
        ranges.append(start..<(start + 1))
        surround(text.element, document)
    }

    private mutating func surround(_ node: NodeID, _ document: Document) {
        var place = document.parent(of: node)
        while let element = place, document.kind(of: element) == .element {
            around.insert(document.sourceStart(of: element))
            place = document.parent(of: element)
        }
    }

    /// The text of an element that holds data; nil for all other nodes.
    func text(of node: NodeID, _ document: Document) -> [String]? {
        told.isEmpty || !Self.ofData.contains(document.tag(of: node))
            ? nil : told[document.sourceStart(of: node)]
    }

    /// Whether a node is in the main text, or contains it.
    func shows(_ node: NodeID, _ document: Document) -> Bool {
        let start = document.sourceStart(of: node)
        switch document.kind(of: node) {
        case .element:
            let tag = document.tag(of: node)
            switch tag {
            case .html, .head, .title, .body: return true
            default: break
            }
            if leftOut.contains(Place(start: start, tag: tag)) { return false }
        case .text:
            // The title of the page is always kept.
            if document.parent(of: node).map({ document.tag(of: $0) }) == .title { return true }
            if leftOut.contains(Place(start: start, tag: .other)) { return false }
        case .document, .doctype, .comment: break
        }
        if holds(start) { return true }
        return document.kind(of: node) == .element && around.contains(start)
    }

    /// Whether an element is shown although the page hides it.
    func opens(_ node: NodeID, _ document: Document) -> Bool {
        opened.contains(Place(start: document.sourceStart(of: node), tag: document.tag(of: node)))
    }

    /// Elements that hold data. Implied elements begin where others do.
    private static let ofData: Set<Tag> = [.script, .meta]

    private func holds(_ start: Int) -> Bool {
        let place = ranges.partitionPoint(while: { $0.upperBound <= start })
        return place < ranges.count && ranges[place].contains(start)
    }
}
