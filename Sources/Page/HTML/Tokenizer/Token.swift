/// What the tokenizer found.
struct Token: Sendable {
    enum Kind: Sendable {
        /// Text; `text` has it.
        case text
        /// A NUL byte where it is told apart from text.
        case null
        /// A start tag; `tag` and the tokenizer's `attributes` describe it.
        case startTag
        /// An end tag.
        case endTag
        /// A comment; `text` is its content.
        case comment
        /// A document type; the tokenizer's `doctype` describes it.
        case doctype
        /// The end of the page.
        case end
    }

    var kind: Kind
    /// The name of a tag where it is a known one.
    var tag: Tag
    /// Whether a start tag ends in `/>`.
    var isSelfClosing: Bool
    // Offsets in 32 bits: a token then fits three registers.
    private var start: Int32
    private var end: Int32
    /// The text of a text or comment token, the name of a tag.
    var text: TextRange

    @inline(__always)
    init(
        kind: Kind, range: Range<Int>, text: TextRange = .empty, tag: Tag = .other,
        isSelfClosing: Bool = false
    ) {
        self.kind = kind
        self.tag = tag
        self.isSelfClosing = isSelfClosing
        self.text = text
        start = Int32(truncatingIfNeeded: range.lowerBound)
        end = Int32(truncatingIfNeeded: range.upperBound)
    }

    /// The bytes of the source that the token was made from.
    var range: Range<Int> {
        @inline(__always) get { Range(uncheckedBounds: (Int(start), Int(end))) }
        set {
            start = Int32(truncatingIfNeeded: newValue.lowerBound)
            end = Int32(truncatingIfNeeded: newValue.upperBound)
        }
    }

    /// A text without its first byte.
    var withoutFirstByte: Token {
        var rest = self
        rest.text = text.split(after: 1).1
        rest.range = (range.lowerBound + 1)..<range.upperBound
        return rest
    }
}

/// An attribute of a start tag, in source order.
struct Attribute: Hashable, Sendable {
    /// The name as written; letters in any case.
    var name: TextRange
    /// The value, references decoded.
    var value: TextRange
}

/// A document type declaration.
public struct Doctype: Hashable, Sendable {
    /// The name in lower case; empty if missing.
    public var name: [UInt8] = []
    /// The public identifier; nil if missing.
    public var publicID: [UInt8]?
    /// The system identifier; nil if missing.
    public var systemID: [UInt8]?
    /// Whether the declaration is so broken that the page counts as an old one.
    public var forcesQuirks = false

    /// A declaration without anything.
    public init() {}
}
