/// The tree of a page: index arrays over its bytes.
///
/// An `HTMLParser` builds it; it can be read at any time. Text is not copied: it is in the source, or in a pool
/// if it had to be decoded.
public struct Document: Sendable {
    var source = SourceText()
    var nodes: [Node] = [Node(kind: .document, start: 0, end: 0)]
    var attributes: [Attribute] = []
    var pieces: [TextPiece] = [TextPiece(text: .empty, source: 0)]
    var doctypes: [Doctype] = []
    /// The names of elements without a `Tag` case, in lower case.
    var names: [[UInt8]] = []
    private var nameNumbers: [[UInt8]: Int32] = [:]
    /// The form owner of each field that was created while a form was open.
    var forms: [Int32: Int32] = [:]
    /// The host of each style sheet that was a child of a shadow root.
    var hosts: [Int32: Int32] = [:]

    /// The text node that no text is appended to any more, since it may already be laid out; 0 for none.
    var closedText: Int32 = 0

    /// Whether a style element or link was parsed since the last cut.
    public private(set) var holdsSheets = false

    /// Whether the page is in quirks mode.
    public internal(set) var isQuirky = false

    /// Whether the page is read completely.
    var isWhole = false

    /// The number of dropped child elements of each open element.
    var forgotten: [Int32] = []

    init() {}

    /// The number of bytes received.
    public var byteCount: Int { source.end }

    /// The number of nodes, including the document.
    public var nodeCount: Int { nodes.count }

    @inline(__always)
    func record(_ node: NodeID) -> Node { nodes[Int(node.index)] }

    @inline(__always)
    subscript(node: Int32) -> Node {
        get { nodes[Int(node)] }
        _modify { yield &nodes[Int(node)] }
    }

    // MARK: Growing

    @inline(__always)
    mutating func add(_ node: Node) -> Int32 {
        // Reserved capacity uses no memory until it is written, but each reallocation needs the old and the new array.
        if nodes.count == nodes.capacity, nodes.count >= 16_384 { nodes.reserveCapacity(nodes.count * 8) }
        nodes.append(node)
        return Int32(truncatingIfNeeded: nodes.count - 1)
    }

    /// Appends a node to the children of a parent.
    @discardableResult
    mutating func append(_ node: Node, to parent: Int32) -> Int32 {
        var node = node
        let number = Int32(truncatingIfNeeded: nodes.count)
        link(&node, as: number, to: Int(parent))
        return add(node)
    }

    @inline(__always)
    private mutating func link(_ node: inout Node, as number: Int32, to parent: Int) {
        var nodes = self.nodes.mutableSpan
        let previous = nodes[parent].last
        node.parent = Int32(truncatingIfNeeded: parent)
        node.previous = previous
        nodes[parent].last = number
        if previous == 0 { nodes[parent].first = number } else { nodes[Int(previous)].next = number }
    }

    /// Creates an element for a start tag; it is not in the tree yet.
    mutating func element(_ token: Token, _ list: [Attribute], _ namespace: Namespace) -> Node {
        var node = Node(
            kind: .element, namespace: namespace, tag: token.tag,
            start: Int32(truncatingIfNeeded: token.range.lowerBound),
            end: Int32(truncatingIfNeeded: token.range.upperBound))
        switch token.tag {
        case .other: node.name = number(of: source.slice(token.text))
        case .style, .link: holdsSheets = true
        default: break
        }
        if !list.isEmpty {
            let start = attributes.count
            // One at a time: appending the whole list would retain it.
            for index in list.indices { attributes.append(list[index]) }
            node.content = TextRange(source: start..<attributes.count)
        }
        return node
    }

    /// Creates an element that the parser implied.
    static func assumed(_ tag: Tag, at offset: Int) -> Node {
        let place = Int32(truncatingIfNeeded: offset)
        return Node(kind: .element, tag: tag, start: place, end: place)
    }

    /// Adds a copy of an element, without its children.
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

    /// Returns the number of a name among those without a `Tag` case.
    mutating func number(of name: ArraySlice<UInt8>) -> Int32 {
        let lowered = name.map(ASCII.lowered)
        if let number = nameNumbers[lowered] { return number }
        let number = Int32(names.count)
        names.append(lowered)
        nameNumbers[lowered] = number
        return number
    }

    /// Inserts a node before a sibling (0: at the end) of a parent, after removing it from its previous parent.
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

    /// Removes a node from the tree.
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

    /// Moves all children of a node to the end of another.
    ///
    /// - Complexity: Linear in the number of children.
    mutating func moveChildren(of node: Int32, to target: Int32) {
        var child = self[node].first
        while child != 0 {
            let next = self[child].next
            insert(child, into: target)
            child = next
        }
    }

    /// Inserts text before a sibling (0: at the end) of a parent, or appends it to the text node that is there.
    mutating func insertText(_ token: Token, into parent: Int32, before sibling: Int32) {
        let previous = sibling == 0 ? self[parent].last : self[sibling].previous
        if previous != 0, previous != closedText, self[previous].kind == .text {
            return join(token, to: Int(previous))
        }
        let node = Node(
            kind: .text, start: Int32(truncatingIfNeeded: token.range.lowerBound),
            end: Int32(truncatingIfNeeded: token.range.upperBound), content: token.text)
        if sibling == 0 {
            append(node, to: parent)
        } else {
            insert(add(node), into: parent, before: sibling)
        }
    }

    /// Appends text to a text node.
    private mutating func join(_ token: Token, to node: Int) {
        let last = Int(nodes[node].last)
        let isLonger = last != 0 && pieces[last].text.joins(token.text)
        if isLonger { pieces[last].text.end = token.text.end }
        let piece = Int32(truncatingIfNeeded: pieces.count)
        let isJoined = nodes.withUnsafeMutableBufferPointer { nodes in
            nodes[node].end = max(nodes[node].end, Int32(truncatingIfNeeded: token.range.upperBound))
            if isLonger { return true }
            if last != 0 {
                nodes[node].last = piece
            } else if nodes[node].content.joins(token.text) {
                nodes[node].content.end = token.text.end
                return true
            } else {
                (nodes[node].first, nodes[node].last) = (piece, piece)
            }
            return false
        }
        if isJoined { return }
        if last != 0 { pieces[last].next = piece }
        pieces.append(
            TextPiece(text: token.text, source: Int32(truncatingIfNeeded: token.range.lowerBound)))
    }
}

/// A node of a `Document`, as an index into it. Valid until the document drops what precedes it.
public struct NodeID: Hashable, Sendable {
    let index: Int32

    /// The document itself.
    public static let document = NodeID(index: 0)
}

/// The kind of a node.
public enum NodeKind: UInt8, Sendable {
    /// The root of the tree.
    case document
    /// A document type.
    case doctype
    /// An element.
    case element
    /// Text.
    case text
    /// A comment.
    case comment
}

/// The namespace of an element.
public enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}

/// The record of a node. Zero means no child or sibling, since the document is neither.
struct Node: Sendable {
    var kind: NodeKind
    var namespace = Namespace.html
    /// The tag of an element.
    var tag = Tag.other
    /// Whether this is a table that is not laid out in columns, so that it can be cut.
    var isPlain = false
    /// The number of an element's name among the names without a `Tag` case.
    var name: Int32 = 0
    /// The parent; -1 for none.
    var parent: Int32 = -1
    var next: Int32 = 0
    var previous: Int32 = 0
    /// The first child; the second piece of a text.
    var first: Int32 = 0
    /// The last child; the last piece of a text.
    var last: Int32 = 0
    /// The range of bytes in the source.
    var start: Int32
    var end: Int32
    /// The text of a text (its first piece) or comment; the range of an element's attributes.
    var content = TextRange.empty
}

/// A further piece of a text node whose parts are not adjacent.
struct TextPiece: Sendable {
    var text: TextRange
    var source: Int32
    /// The next piece; 0 for none.
    var next: Int32 = 0
}

extension Document {
    /// Releases unused capacity.
    mutating func leaveRoom() {
        nodes = nodes.withUnsafeBufferPointer(Array.init)
        attributes = attributes.withUnsafeBufferPointer(Array.init)
        pieces = pieces.withUnsafeBufferPointer(Array.init)
    }

    /// Returns the known attributes that an element has; empty for other kinds of nodes.
    ///
    /// - Complexity: Linear in the number of its attributes.
    public func knownAttributes(of node: NodeID) -> KnownAttributes {
        var known: KnownAttributes = []
        let (kind, range) = (self[node.index].kind, self[node.index].content)
        guard kind == .element else { return known }
        var index = Int(range.start)
        while index < Int(range.end) {
            let name = attributes[index].name
            switch name.count {
            case 2: if source.equals(name, "id") { known.insert(.id) }
            case 3: if source.equals(name, "dir") { known.insert(.dir) }
            case 4:
                if source.equals(name, "href") {
                    known.insert(.href)
                } else if source.equals(name, "name") {
                    known.insert(.name)
                }
            case 5:
                if source.equals(name, "style") {
                    known.insert(.style)
                } else if source.equals(name, "align") {
                    known.insert(.align)
                }
            case 6: if source.equals(name, "hidden") { known.insert(.hidden) }
            case 7: if source.equals(name, "popover") { known.insert(.hidden) }
            case 11: if source.equals(name, "aria-hidden") { known.insert(.ariaHidden) }
            default: break
            }
            index &+= 1
        }
        return known
    }
}
