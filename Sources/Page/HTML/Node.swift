/// A node of a `Document`, as an index into it. Good until the document forgets what lies before it.
public struct NodeID: Hashable, Sendable {
    let index: Int32

    /// The document itself.
    public static let document = NodeID(index: 0)
}

/// What a node is.
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

/// The vocabulary that an element belongs to.
public enum Namespace: UInt8, Sendable {
    case html, svg, mathML
}

/// The record of a node. Zero stands for no child or sibling: the document is neither.
struct Node: Sendable {
    var kind: NodeKind
    var namespace = Namespace.html
    /// The tag of an element.
    var tag = Tag.other
    /// Whether it is a table that no columns are sought for, so that it can be cut.
    var isPlain = false
    /// The number of an element's name among the names that have no tag.
    var name: Int32 = 0
    /// The parent, -1 for none.
    var parent: Int32 = -1
    var next: Int32 = 0
    var previous: Int32 = 0
    /// The first child; of a text, its second piece.
    var first: Int32 = 0
    /// The last child; of a text, its last piece.
    var last: Int32 = 0
    /// The bytes of the source.
    var start: Int32
    var end: Int32
    /// The text of a text (its first piece) or comment; of an element the range of its attributes.
    var content = TextRange.empty
}

/// A further piece of a text node whose parts do not lie side by side.
struct TextPiece: Sendable {
    var text: TextRange
    var source: Int32
    /// The next piece, 0 for none.
    var next: Int32 = 0
}
