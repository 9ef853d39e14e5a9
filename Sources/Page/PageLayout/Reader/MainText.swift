import HTML

/// The part of a page that is its main text, and the way to it.
///
/// It is found as other reader views find it: paragraphs give points to the elements around them, and that which collects
/// most, with the least of it in links, is the main text (`MainTextFinder`). A page whose paragraphs are too short for that
/// is left to its own words: its `main` element, or the one with that role; else its `article`, where there is but one;
/// else the element that holds most text outside of links.
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

    /// An element that is left out, by where it begins; elements that the page does not write begin where others do.
    private struct Place: Hashable {
        var start: Int
        var tag: Tag
    }

    /// What decided.
    public let rule: Rule
    /// Where in the source its text stands, in ascending order.
    private var ranges: [Range<Int>]
    /// Where the elements around it begin.
    private var around: Set<Int> = []
    /// What in it is left out.
    private var leftOut: Set<Place> = []

    /// Where in the source its text begins and ends.
    public var range: Range<Int> { ranges[0].lowerBound..<ranges[ranges.count - 1].upperBound }

    /// Finds it; nil for a page without any. Linear in the page.
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
            // Most parts stand side by side.
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

    /// Whether a node is in it, or is on the way to it.
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
            // What the page is called stays what it is.
            if document.parent(of: node).map({ document.tag(of: $0) }) == .title { return true }
            if leftOut.contains(Place(start: start, tag: .other)) { return false }
        case .document, .doctype, .comment: break
        }
        if holds(start) { return true }
        return document.kind(of: node) == .element && around.contains(start)
    }

    private func holds(_ start: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= start { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(start)
    }
}

extension LaidOutPage {
    /// The main text of what has arrived; nil for a page without any. Linear in the page.
    public var mainText: MainText? { MainText(in: source, isXML: isXML) }

    /// Lays out a part of the page alone, or all of it again. The page is read again from its beginning, when it is
    /// asked for; offsets stay those of the whole source.
    public mutating func show(only part: MainText?) {
        guard part != self.part else { return }
        self.part = part
        readAnew()
    }
}
