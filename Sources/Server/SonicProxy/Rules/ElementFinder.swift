import CSS
import HTML
import SonicProtocol

/// Finds the element, start tag or comment of a block definition in a page, and its range in the source.
struct ElementFinder {
    private let document: Document
    private let html: [UInt8]
    private let title: Range<Int>?
    private let order: ElementOrder
    /// All elements in tree order.
    private var elements: [NodeID] { order.nodes }

    init(_ document: Document, _ html: [UInt8], title: Range<Int>?) {
        self.document = document
        self.html = html
        self.title = title
        order = ElementOrder(document)
    }

    /// Returns the byte range of a block.
    func range(of source: BlocksFile.Source) throws(BlockInsertion.Reason) -> Range<Int> {
        switch source {
        case .element(let selector): try range(ofElement: selector)
        case .startTag(let selector, let attribute): try range(ofStartTag: selector, attribute)
        case .comment(let pattern): try range(ofComment: pattern)
        }
    }

    private func element(_ selector: SelectorList) throws(BlockInsertion.Reason) -> NodeID {
        let found = selector.elements(among: order, in: document).filter { isWritten($0) }
        guard let element = found.first else { throw .missing }
        guard found.count == 1 else { throw .several(found.count) }
        return element
    }

    /// Returns the range from the element's start tag to its end tag.
    private func range(ofElement selector: SelectorList) throws(BlockInsertion.Reason) -> Range<Int> {
        let element = try element(selector)
        let range = document.sourceRange(of: element)
        guard isClosed(element, range) else { throw .unclosed }
        if let title, title.overlaps(range) { throw .holdsTitle }
        try checkAncestors(of: element)
        for other in elements where other != element { try check(range, beside: other) }
        return range
    }

    /// Returns the range of the element's start tag. A comment after it has no effect, unless it would be text.
    private func range(ofStartTag selector: SelectorList, _ attribute: [UInt8]) throws(BlockInsertion.Reason)
        -> Range<Int>
    {
        let element = try element(selector)
        guard document.attribute(named: attribute[...], of: element) != nil else {
            throw .noAttribute(Bytes.text(attribute))
        }
        try checkAncestors(of: element)
        let start = document.sourceStart(of: element)
        guard let end = endOfTag(from: start) else { throw .unclosed }
        let tag = document.tag(of: element)
        let next = html[end...].first
        if Self.textual.contains(tag)
            || ([.pre, .listing].contains(tag) && (next == 0x0A || next == 0x0D))
        {
            throw .readsText(document.name(of: element))
        }
        return start..<end
    }

    /// The state of reading a tag (HTML standard, §13.2.5).
    private enum TagPlace {
        case name
        /// Between attributes, or in an attribute name.
        case attribute
        case beforeValue
        case value
        case quoted(UInt8)
    }

    /// Returns the index after the `>` that ends the start tag whose `<` is at `start`, or nil if it does not end.
    /// Linear.
    private func endOfTag(from start: Int) -> Int? {
        var place = TagPlace.name
        for index in html.indices.dropFirst(start + 1) {
            let byte = html[index]
            let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
            switch place {
            case .quoted(let quote):
                if byte == quote { place = .attribute }
                continue
            case .beforeValue where isBlank: continue
            case .beforeValue where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"):
                place = .quoted(byte)
                continue
            case .beforeValue: place = .value
            case .name, .value: if isBlank { place = .attribute }
            case .attribute: if byte == UInt8(ascii: "=") { place = .beforeValue }
            }
            if byte == UInt8(ascii: ">") { return index + 1 }
        }
        return nil
    }

    /// Elements that contain only text, or whose content is not always parsed as elements.
    private static let textual: Set<Tag> = [
        .title, .textarea, .script, .style, .xmp, .iframe, .noembed, .noframes, .noscript, .plaintext,
    ]

    /// Returns the range of the comment whose text matches a pattern.
    private func range(ofComment pattern: [UInt8]) throws(BlockInsertion.Reason) -> Range<Int> {
        var found: [NodeID] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            if document.kind(of: node) == .comment, fits(node, pattern) { found.append(node) }
            next = document.firstChild(of: node) ?? document.following(node, within: .document)
        }
        guard let comment = found.first, found.count == 1 else { throw .comments(found.count) }
        try checkAncestors(of: comment)
        return document.sourceRange(of: comment)
    }

    /// Returns whether a comment is written as one in the source, and matches.
    private func fits(_ comment: NodeID, _ pattern: [UInt8]) -> Bool {
        let source = html[document.sourceRange(of: comment)]
        guard source.count >= 7, source.starts(with: "<!--".utf8), source.suffix(3).elementsEqual("-->".utf8)
        else { return false }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let text = source.dropFirst(4).dropLast(3).drop(while: isBlank)
        let end = text.lastIndex { !isBlank($0) }
        return Wildcards.fit(pattern, end.map { Array(text[...$0]) } ?? [])
    }

    private static let formatting: Set<Tag> = [
        .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u,
    ]

    /// Checks that the page does not close elements in the wrong order: `<b><p></b></p>`. Then their ranges overlap
    /// without nesting, or the parser inserted an element that is not in the source.
    private func check(_ range: Range<Int>, beside other: NodeID) throws(BlockInsertion.Reason) {
        let place = document.sourceRange(of: other)
        if !isWritten(other) {
            // Open formatting elements are reopened by the parser; other elements are inserted for omitted tags.
            let isAgain = Self.formatting.contains(document.tag(of: other))
            if isAgain, range.contains(place.lowerBound) { throw .unbalanced }
        } else if place.lowerBound > range.lowerBound, place.upperBound == range.upperBound {
            // The end tag belongs to a descendant, so the element itself has none.
            throw .unclosed
        } else if place.overlaps(range), !Self.holds(place, range), !Self.holds(range, place) {
            throw .unbalanced
        }
    }

    private static func holds(_ outer: Range<Int>, _ inner: Range<Int>) -> Bool {
        outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound
    }

    /// Returns whether the source contains a start tag for an element; the parser inserts others.
    private func isWritten(_ element: NodeID) -> Bool {
        let source = html[document.sourceRange(of: element)]
        return source.first == UInt8(ascii: "<")
            && Self.begins(source.dropFirst(), with: Array(document.name(of: element).utf8))
    }

    /// Returns whether the range of an element ends with its end tag, or the element is void.
    private func isClosed(_ element: NodeID, _ range: Range<Int>) -> Bool {
        let name = Array(document.name(of: element).utf8)
        let source = html[range]
        guard source.last == UInt8(ascii: ">") else { return false }
        guard let end = source.dropFirst().lastIndex(of: UInt8(ascii: "<")) else {
            return Self.isVoid(document.tag(of: element))
        }
        let tag = source[end...]
        return tag.dropFirst().first == UInt8(ascii: "/") && Self.begins(tag.dropFirst(2), with: name)
    }

    /// Returns whether a tag's bytes begin with a complete name, ignoring case.
    private static func begins(_ bytes: ArraySlice<UInt8>, with name: [UInt8]) -> Bool {
        guard bytes.count > name.count,
            zip(bytes, name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 | 0x20 })
        else { return false }
        switch bytes[bytes.startIndex + name.count] {
        case 0x09, 0x0A, 0x0C, 0x0D, 0x20, UInt8(ascii: "/"), UInt8(ascii: ">"): return true
        default: return false
        }
    }

    private static func isVoid(_ tag: Tag) -> Bool {
        [.area, .br, .embed, .hr, .img, .input, .link, .meta, .source, .track, .wbr].contains(tag)
    }

    private func checkAncestors(of element: NodeID) throws(BlockInsertion.Reason) {
        var place = document.parent(of: element)
        while let node = place {
            let tag = document.tag(of: node)
            if tag == .noscript || tag == .template { throw .inside(tag.name) }
            place = document.parent(of: node)
        }
    }
}
