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
