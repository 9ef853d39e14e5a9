extension Document {
    /// Returns the kind of a node.
    public func kind(of node: NodeID) -> NodeKind { self[node.index].kind }

    /// Returns the tag of an element; `other` for a name without one and for other kinds of nodes.
    public func tag(of node: NodeID) -> Tag { record(node).tag }

    /// Returns the namespace of an element.
    public func namespace(of node: NodeID) -> Namespace { record(node).namespace }

    /// Whether a table is too deep or too wide to be laid out in columns.
    public func isPlainTable(_ node: NodeID) -> Bool { record(node).isPlain }

    /// Returns the name of an element as its namespace spells it; empty for other kinds of nodes.
    public func name(of node: NodeID) -> String {
        let record = record(node)
        guard record.kind == .element else { return "" }
        let name =
            record.tag == .other ? String(decoding: names[Int(record.name)], as: UTF8.self) : record.tag.name
        return record.namespace == .svg ? Self.svgElements[name] ?? name : name
    }

    /// Returns the parent of a node; nil for the document and for a node that is not in the tree.
    public func parent(of node: NodeID) -> NodeID? {
        let parent = record(node).parent
        return parent < 0 ? nil : NodeID(index: parent)
    }

    /// Returns the first child of a node.
    public func firstChild(of node: NodeID) -> NodeID? {
        self[node.index].kind == .text ? nil : Self.id(self[node.index].first)
    }

    /// Returns the last child of a node.
    public func lastChild(of node: NodeID) -> NodeID? {
        self[node.index].kind == .text ? nil : Self.id(self[node.index].last)
    }

    /// Returns the next sibling of a node.
    public func nextSibling(of node: NodeID) -> NodeID? { Self.id(record(node).next) }

    /// Returns the previous sibling of a node.
    public func previousSibling(of node: NodeID) -> NodeID? { Self.id(record(node).previous) }

    /// Returns the first node after a node and its descendants, in tree order; nil if it is not within `end`.
    public func following(_ node: NodeID, within end: NodeID) -> NodeID? {
        var node = node
        while node != end {
            if let next = nextSibling(of: node) { return next }
            guard let parent = parent(of: node) else { return nil }
            node = parent
        }
        return nil
    }

    /// Returns the next sibling of a node, or the previous one, except gaps and elements with `aria-hidden`; nil if
    /// there are many of these.
    public func neighbor(of node: NodeID, isAfter: Bool) -> NodeID? {
        var place = node
        for _ in 0..<Self.widestGap {
            guard let next = isAfter ? nextSibling(of: place) : previousSibling(of: place) else { return nil }
            if !isGap(next), !isAriaHidden(next) { return next }
            place = next
        }
        return nil
    }

    /// The maximum number of siblings between neighbours.
    static let widestGap = 8

    /// Whether a node shows nothing: a comment, or a text of white space.
    func isGap(_ node: NodeID) -> Bool {
        if kind(of: node) == .comment { return true }
        var isBlank = kind(of: node) == .text
        visitSpans(of: node) { span in
            for index in 0..<span.count where !ASCII.isBlank(span[index]) { isBlank = false }
            return isBlank
        }
        return isBlank
    }

    /// Whether an element is hidden from assistive technology.
    public func isAriaHidden(_ node: NodeID) -> Bool {
        attribute("aria-hidden", of: node).map { ASCII.equal($0, "true") } ?? false
    }

    /// The children of a node, in page order.
    public func children(of node: NodeID) -> some Sequence<NodeID> {
        sequence(state: firstChild(of: node)) { next in
            defer { next = next.flatMap { nextSibling(of: $0) } }
            return next
        }
    }

    /// The nodes in an element, in tree order.
    public func descendants(of node: NodeID) -> some Sequence<NodeID> {
        sequence(first: node) { firstChild(of: $0) ?? following($0, within: node) }.dropFirst()
    }

    /// Whether a node can still get children: the page is not read completely, and nothing follows the node.
    ///
    /// - Complexity: Linear in the node's depth.
    public func mayGrow(_ node: NodeID) -> Bool {
        if isWhole { return false }
        var place = node.index
        while place > 0 {
            if self[place].next != 0 { return false }
            place = self[place].parent
        }
        return true
    }

    /// Returns the number of an element's child elements that were dropped at cuts.
    public func forgottenChildren(of node: NodeID) -> Int {
        Int(node.index) < forgotten.count ? Int(forgotten[Int(node.index)]) : 0
    }

    /// Whether both documents dropped the same number of children of each element.
    public func forgot(asMuchAs other: Document) -> Bool { forgotten == other.forgotten }

    /// Returns the bytes of the source that a node was parsed from, including its end tag.
    ///
    /// For an element that the parser implied, the range is empty, at the place where it was implied.
    public func sourceRange(of node: NodeID) -> Range<Int> {
        let record = record(node)
        if record.kind == .document { return 0..<source.end }
        return Int(record.start)..<max(Int(record.start), Int(record.end))
    }

    /// Returns the offset in the source where a node begins.
    public func sourceStart(of node: NodeID) -> Int { Int(self[node.index].start) }

    /// Returns the form that was open when the parser created a field; nil for no form and for other nodes.
    ///
    /// In malformed tables, this form may not contain the field (HTML standard §13.2.6.1).
    public func form(of node: NodeID) -> NodeID? { forms[node.index].map { NodeID(index: $0) } }

    /// Returns the shadow host whose tree alone a style sheet applies to; nil if it applies to the page.
    public func host(ofSheet node: NodeID) -> NodeID? { hosts[node.index].map { NodeID(index: $0) } }

    private static func id(_ index: Int32) -> NodeID? { index == 0 ? nil : NodeID(index: index) }

    // MARK: Text

    /// Calls `visit` with each piece of a text or comment: UTF-8 bytes as the page has them, possibly invalid,
    /// and their offset in the source.
    public func forEachPiece(of node: NodeID, _ visit: (ArraySlice<UInt8>, Int) -> Void) {
        visitPieces(of: node) { bytes, source in
            visit(bytes, source)
            return true
        }
    }

    /// Calls `visit` with each piece of a text or comment until it returns false.
    func visitPieces(of node: NodeID, _ visit: (ArraySlice<UInt8>, Int) -> Bool) {
        let record = record(node)
        guard record.kind == .text || record.kind == .comment else { return }
        let start = record.content.isInPool ? record.start : record.content.start
        guard visit(source.slice(record.content), Int(start)) else { return }
        var piece = record.kind == .text ? Int(record.first) : 0
        while piece != 0, visit(source.slice(pieces[piece].text), Int(pieces[piece].source)) {
            piece = Int(pieces[piece].next)
        }
    }

    /// Calls `visit` with each piece of a text until it returns false. Without reference counting, unlike
    /// `visitPieces`.
    public func visitSpans(of text: NodeID, _ visit: (Span<UInt8>) -> Bool) {
        guard self[text.index].kind == .text, source.show(self[text.index].content, to: visit) else { return }
        var piece = Int(self[text.index].first)
        while piece != 0, source.show(pieces[piece].text, to: visit) { piece = Int(pieces[piece].next) }
    }

    /// Returns the first byte of a text; 0 if it is empty.
    public func firstByte(ofText node: NodeID) -> UInt8 {
        var byte: UInt8 = 0
        _ = source.show(self[node.index].content) { span in
            if span.count > 0 { byte = span[0] }
            return false
        }
        return byte
    }

    /// Returns the text of a text or comment, with U+FFFD for invalid UTF-8.
    public func text(of node: NodeID) -> String {
        var bytes: [UInt8] = []
        forEachPiece(of: node) { piece, _ in bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Attributes

    /// Returns the number of attributes of an element.
    public func attributeCount(of node: NodeID) -> Int {
        let record = record(node)
        return record.kind == .element ? record.content.count : 0
    }

    /// Returns an attribute of an element by its position: the name in lower case and the value, in UTF-8.
    public func attribute(at index: Int, of node: NodeID) -> (name: [UInt8], value: [UInt8]) {
        let attribute = attributes[Int(record(node).content.start) + index]
        return (source.slice(attribute.name).map(ASCII.lowered), Array(source.slice(attribute.value)))
    }

    /// Returns the value of an attribute, in UTF-8; nil if it is missing.
    /// - Parameter name: The name in lower case.
    public func attribute(_ name: StaticString, of node: NodeID) -> ArraySlice<UInt8>? {
        let record = record(node)
        guard record.kind == .element else { return nil }
        var index = Int(record.content.start)
        while index < Int(record.content.end) {
            let attribute = attributes[index]
            if attribute.name.count == name.utf8CodeUnitCount, source.equals(attribute.name, name) {
                return source.slice(attribute.value)
            }
            index &+= 1
        }
        return nil
    }

    /// Whether an element has an attribute; the name is in lower case.
    public func hasAttribute(_ name: StaticString, of node: NodeID) -> Bool {
        attribute(name, of: node) != nil
    }

    /// Returns the document type of a node; nil for other kinds of nodes.
    public func doctype(of node: NodeID) -> Doctype? {
        let record = record(node)
        return record.kind == .doctype ? doctypes[Int(record.content.start)] : nil
    }

    /// Returns the value of an attribute whose name is known only at run time; nil if it is missing.
    /// - Parameter name: The name in lower case.
    public func attribute(named name: ArraySlice<UInt8>, of node: NodeID) -> ArraySlice<UInt8>? {
        let record = record(node)
        guard record.kind == .element else { return nil }
        for index in Int(record.content.start)..<Int(record.content.end) {
            let attribute = attributes[index]
            if attribute.name.count == name.count, Self.equal(source.slice(attribute.name), name) {
                return source.slice(attribute.value)
            }
        }
        return nil
    }

    /// Whether a node is an element with this name that has no `Tag` case.
    /// - Parameter name: The name in lower case.
    public func isOther(_ node: NodeID, named name: ArraySlice<UInt8>) -> Bool {
        let record = record(node)
        guard record.kind == .element, record.tag == .other else { return false }
        return names[Int(record.name)].elementsEqual(name)
    }

    /// Returns the name of an element without a `Tag` case, in lower case; empty for any other node.
    public func otherName(of node: NodeID) -> ArraySlice<UInt8> {
        let record = record(node)
        guard record.kind == .element, record.tag == .other else { return [] }
        return names[Int(record.name)][...]
    }

    private static func equal(_ written: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
        var index = name.startIndex
        for byte in written {
            if ASCII.lowered(byte) != name[index] { return false }
            index &+= 1
        }
        return true
    }

    // The spelling of SVG names that HTML's parser reads in lower case.

    private static let svgElements = table([
        "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
        "clipPath", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
        "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA",
        "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode",
        "feMorphology", "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile",
        "feTurbulence", "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
    ])

    private static func table(_ names: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.map { ($0.lowercased(), $0) })
    }
}
