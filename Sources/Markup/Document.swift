/// A page's tree: index arrays over its bytes.
///
/// A `HTMLParser` grows it; it can be read at any moment. Text is not copied: it stands in the source, or
/// in a pool where it had to be decoded.
public struct Document: Sendable {
    var source = SourceText()
    var nodes: [Node] = [Node(kind: .document, start: 0, end: 0)]
    var attributes: [Attribute] = []
    var pieces: [TextPiece] = [TextPiece(text: .empty, source: 0)]
    var doctypes: [Doctype] = []
    /// Names of elements that have no tag, in lower case.
    var names: [[UInt8]] = []
    private var nameNumbers: [[UInt8]: Int32] = [:]
    /// For fields that were made while a form was open, that form.
    var forms: [Int32: Int32] = [:]

    /// Whether a style element or link was read since the last cut.
    public private(set) var holdsSheets = false

    /// Whether the page asks to be shown as old browsers did.
    public internal(set) var isQuirky = false

    init() {}

    /// The number of bytes that have arrived.
    public var byteCount: Int { source.end }

    /// The number of nodes, the document included.
    public var nodeCount: Int { nodes.count }

    @inline(__always)
    func record(_ node: NodeID) -> Node { nodes[Int(node.index)] }

    @inline(__always)
    subscript(node: Int32) -> Node {
        get { nodes[Int(node)] }
        _modify { yield &nodes[Int(node)] }
    }
}

// MARK: Growing

extension Document {
    mutating func add(_ node: Node) -> Int32 {
        // Room that is not used yet takes no memory, but each move to a larger one needs both.
        if nodes.count == nodes.capacity, nodes.count >= 16_384 { nodes.reserveCapacity(nodes.count * 8) }
        nodes.append(node)
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Makes an element for a start tag; it stands nowhere yet.
    mutating func addElement(
        tag: Tag, name: ArraySlice<UInt8>, namespace: Namespace, attributes list: [Attribute],
        range: Range<Int>
    ) -> Int32 {
        var node = Node(
            kind: .element, namespace: namespace, tag: tag,
            start: Int32(range.lowerBound), end: Int32(range.upperBound))
        if tag == .other { node.name = number(of: name) }
        if tag == .style || tag == .link { holdsSheets = true }
        if !list.isEmpty {
            node.content = TextRange(source: attributes.count..<(attributes.count + list.count))
            attributes.append(contentsOf: list)
        }
        return add(node)
    }

    /// Makes an element like another one, without its children.
    mutating func addCopy(of element: Int32, at offset: Int) -> Int32 {
        var node = self[element]
        node.parent = -1
        node.next = 0
        node.previous = 0
        node.first = 0
        node.last = 0
        node.start = Int32(truncatingIfNeeded: offset)
        node.end = node.start
        return add(node)
    }

    /// The number of a name among those without a tag.
    mutating func number(of name: ArraySlice<UInt8>) -> Int32 {
        let lowered = name.map(ASCII.lowered)
        if let number = nameNumbers[lowered] { return number }
        let number = Int32(names.count)
        names.append(lowered)
        nameNumbers[lowered] = number
        return number
    }

    /// Puts a node, taken out of where it was, in front of a sibling (0: at the end) of a parent.
    mutating func insert(_ node: Int32, into parent: Int32, before sibling: Int32 = 0) {
        if self[node].parent >= 0 { detach(node) }
        var nodes = self.nodes.mutableSpan
        let place = Int(node)
        let previous = sibling == 0 ? nodes[Int(parent)].last : nodes[Int(sibling)].previous
        nodes[place].parent = parent
        nodes[place].previous = previous
        nodes[place].next = sibling
        if previous == 0 { nodes[Int(parent)].first = node } else { nodes[Int(previous)].next = node }
        if sibling == 0 { nodes[Int(parent)].last = node } else { nodes[Int(sibling)].previous = node }
    }

    /// Takes a node out of the tree.
    mutating func detach(_ node: Int32) {
        let record = self[node]
        if record.parent < 0 { return }
        if record.previous == 0 {
            self[record.parent].first = record.next
        } else {
            self[record.previous].next = record.next
        }
        if record.next == 0 {
            self[record.parent].last = record.previous
        } else {
            self[record.next].previous = record.previous
        }
        self[node].parent = -1
        self[node].previous = 0
        self[node].next = 0
    }

    /// Moves all children of a node to the end of another. Linear in their number.
    mutating func moveChildren(of node: Int32, to target: Int32) {
        var child = self[node].first
        while child != 0 {
            let next = self[child].next
            insert(child, into: target)
            child = next
        }
    }

    /// Adds text in front of a sibling (0: at the end) of a parent, joining the text that is there.
    mutating func insertText(_ text: TextRange, range: Range<Int>, into parent: Int32, before sibling: Int32)
    {
        let previous = sibling == 0 ? self[parent].last : self[sibling].previous
        guard previous != 0, self[previous].kind == .text else {
            let node = add(
                Node(
                    kind: .text, start: Int32(range.lowerBound), end: Int32(range.upperBound), content: text))
            insert(node, into: parent, before: sibling)
            return
        }
        self[previous].end = max(self[previous].end, Int32(range.upperBound))
        let last = Int(self[previous].last)
        if last == 0 {
            if self[previous].content.end == text.start, self[previous].content.isInPool == text.isInPool {
                self[previous].content.end = text.end
                return
            }
        } else if pieces[last].text.end == text.start, pieces[last].text.isInPool == text.isInPool {
            pieces[last].text.end = text.end
            return
        }
        let piece = Int32(truncatingIfNeeded: pieces.count)
        pieces.append(TextPiece(text: text, source: Int32(range.lowerBound)))
        if last == 0 { self[previous].first = piece } else { pieces[last].next = piece }
        self[previous].last = piece
    }
}
