import HTML

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

    /// An element that is omitted, identified by its start; implied elements begin where others do.
    private struct Place: Hashable {
        var start: Int
        var tag: Tag
    }

    /// The rule that found it.
    public let rule: Rule
    /// The ranges of its text in the source, in ascending order.
    private var ranges: [Range<Int>]
    /// The starts of the elements around it.
    private var around: Set<Int> = []
    /// The elements in it that are omitted.
    private var leftOut: Set<Place> = []

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
        guard let found = finder.find() else { return nil }
        rule = finder.rule(of: found)
        ranges = []
        var last: NodeID?
        for part in found.parts {
            var range = document.sourceRange(of: finder.tree.items[part.lowerBound].node)
            for index in part {
                let node = finder.tree.items[index].node
                let start = document.sourceStart(of: node)
                range = min(range.lowerBound, start)..<max(range.upperBound, start + 1)
                if found.isLeftOut[index] { leftOut.insert(Place(start: start, tag: document.tag(of: node))) }
            }
            ranges.append(range)
            // Most parts are siblings.
            let parent = document.parent(of: finder.tree.items[part.lowerBound].node)
            if parent == last { continue }
            last = parent
            var place = parent
            while let element = place, document.kind(of: element) == .element {
                around.insert(document.sourceStart(of: element))
                place = document.parent(of: element)
            }
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        guard !ranges.isEmpty else { return nil }
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

    private func holds(_ start: Int) -> Bool {
        let place = ranges.partitionPoint(while: { $0.upperBound <= start })
        return place < ranges.count && ranges[place].contains(start)
    }
}
