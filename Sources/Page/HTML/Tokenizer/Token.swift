/// A token of the tokenizer.
struct Token: Sendable {
    enum Kind: Sendable {
        /// Text, in `text`.
        case text
        /// A NUL byte, in content where it is distinguished from text.
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
    /// The name of a tag if it is a known one.
    var tag: Tag
    /// Whether a start tag ends in `/>`.
    var isSelfClosing: Bool
    // 32-bit offsets, so that a token fits three registers.
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

    /// The text without its first byte.
    var withoutFirstByte: Token {
        var rest = self
        rest.text = text.split(after: 1).1
        rest.range = (range.lowerBound + 1)..<range.upperBound
        return rest
    }
}

/// An attribute of a start tag, in source order.
struct Attribute: Hashable, Sendable {
    /// The name as written, in any case.
    var name: TextRange
    /// The value, with references decoded.
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
    /// Whether the declaration is so malformed that the page is in quirks mode.
    public var forcesQuirks = false

    /// Creates an empty declaration.
    public init() {}
}
