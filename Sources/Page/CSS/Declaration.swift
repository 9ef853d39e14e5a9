/// A stored declaration: a property, whether it is important, and a value in one number.
struct Declaration {
    var property: Property
    var isImportant = false
    var value: DeclaredValue
    /// The name of a custom property, as a number.
    var name: UInt64 = 0

    /// Whether it hides the element.
    var hides: Bool {
        switch property {
        case .display: value == DeclaredValue(Display.none)
        case .visibility, .opacity, .contentVisibility, .fontSize: value == DeclaredValue(false)
        default: false
        }
    }
}

/// The value of a declaration in one number: an enum's raw value, a colour, a list style, or a CSS-wide keyword.
struct DeclaredValue: Equatable {
    let bits: UInt64

    static let inherit = DeclaredValue(bits: 1 << 60)
    static let initial = DeclaredValue(bits: 2 << 60)
    static let unset = DeclaredValue(bits: 3 << 60)
    /// Reverts to the built-in style.
    static let revert = DeclaredValue(bits: 4 << 60)
    static let currentColor = DeclaredValue(bits: 1 << 32)
    static let transparent = DeclaredValue(bits: 2 << 32)

    init(bits: UInt64) { self.bits = bits }

    init(_ value: some RawRepresentable<UInt8>) { bits = UInt64(value.rawValue) }

    init(_ isSet: Bool) { bits = isSet ? 1 : 0 }

    init(rgb: UInt32) { bits = UInt64(rgb & 0xFF_FFFF) }

    /// Creates the value of a list style; texts are cut to seven bytes, between two scalars.
    init(_ style: ListStyle) {
        if case .text(let text) = style {
            bits = 1 << 59 | text & 0x00FF_FFFF_FFFF_FFFF
        } else {
            bits = UInt64(Self.listStyles.firstIndex(of: style) ?? 0)
        }
    }

    /// Returns a marker's text as one number: at most seven bytes, cut between two scalars.
    static func packed(_ text: ArraySlice<UInt8>) -> UInt64 {
        var length = min(7, text.count)
        while length > 0, length < text.count, text[text.startIndex + length] & 0xC0 == 0x80 { length -= 1 }
        return text.prefix(length).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let listStyles: [ListStyle] = [
        .none, .disc, .circle, .square, .decimal, .decimalLeadingZero, .lowerAlpha, .upperAlpha, .lowerRoman,
        .upperRoman, .lowerGreek, .ideographic,
    ]

    // MARK: Reading

    var listStyle: ListStyle? {
        if bits >> 59 == 1 { return .text(bits & 0x00FF_FFFF_FFFF_FFFF) }
        return bits < UInt64(Self.listStyles.count) ? Self.listStyles[Int(bits)] : nil
    }

    var color: PageColor? {
        switch self {
        case .currentColor: .current
        case .transparent: .transparent
        default: bits >> 24 == 0 ? .rgb(UInt32(truncatingIfNeeded: bits)) : nil
        }
    }

    /// Returns the specified value for a CSS-wide keyword; nil for another value.
    func keyword<Value>(of property: Property) -> Specified<Value>? {
        switch self {
        case .inherit: .inherited
        case .initial: .initial
        case .unset: property.isInherited ? .inherited : .initial
        case .revert: .missing
        default: nil
        }
    }

    /// The mask for the bits of a custom property's name.
    static let customMask: UInt64 = 1 << 52 - 1
    private static let referenceBits: UInt64 = 5 << 60

    /// Creates a reference to a custom property with a fallback, both for one property.
    init(custom name: UInt64, fallback: DeclaredValue?) {
        bits = Self.referenceBits | (fallback.map { $0.bits + 1 } ?? 0) << 52 | name
    }

    /// Creates the value of a keyword of `display`, of `visibility` or of both; nil for neither.
    init?(display: DeclaredValue?, isVisible: DeclaredValue?) {
        guard display != nil || isVisible != nil else { return nil }
        bits = (display.map { $0.bits + 1 } ?? 0) | (isVisible.map { $0.bits + 1 } ?? 0) << 8
    }

    /// The custom property that it refers to; nil for another value.
    var reference: UInt64? { bits >> 60 == 5 ? bits & Self.customMask : nil }

    /// The value if that property is not set.
    var fallback: DeclaredValue? {
        let value = bits >> 52 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }

    /// Returns the meaning of a custom property's keyword for a property.
    func keyword(meantFor property: Property) -> DeclaredValue? {
        let value = property == .display ? bits & 0xFF : bits >> 8 & 0xFF
        return value == 0 ? nil : DeclaredValue(bits: value - 1)
    }
}

/// The properties that matter in text; shorthands are represented by the property that they set.
enum Property: Int, CaseIterable {
    case display, visibility, whiteSpace, textAlign, fontWeight, fontStyle, textDecoration, color
    case backgroundColor, textTransform, listStyleType
    /// The indent from the surrounding element by margin and by padding.
    case marginIndent, paddingIndent
    /// Whether margins add blank lines: 1 above, 2 below.
    case marginLines
    /// Whether the font size is other than 0.
    case fontSize
    case opacity, contentVisibility, float, flexDirection
    case content, counterReset, counterIncrement
    /// A custom property.
    case custom

    /// Whether the value is a number of a list of changes of counters.
    var isOfCounters: Bool { self == .counterReset || self == .counterIncrement }

    /// Whether the property is inherited.
    var isInherited: Bool {
        switch self {
        case .display, .textDecoration, .backgroundColor, .marginIndent, .paddingIndent, .marginLines,
            .opacity, .contentVisibility, .float, .flexDirection, .content, .counterReset, .counterIncrement:
            false
        case .visibility, .whiteSpace, .textAlign, .fontWeight, .fontStyle, .color, .textTransform,
            .listStyleType, .fontSize, .custom:
            true
        }
    }
}

/// How an element takes part in the layout (CSS Display Level 3), as far as text can show it.
public enum Display: UInt8, Sendable {
    /// Not at all.
    case none
    /// Inline within the line.
    case inline
    /// A block within the line; a separate word in text.
    case inlineBlock
    /// A block; also parts of tables outside tables.
    case block
    /// A block whose children are side by side if they are not blocks.
    case flex
    /// A block whose children are in rows and columns; in text like those of `flex`.
    case grid
    /// A block with a marker.
    case listItem
    /// Only its children take part.
    case contents
}

/// `white-space`: whether white space collapses and lines wrap.
public enum WhiteSpace: UInt8, Sendable {
    /// White space collapses, lines wrap.
    case normal
    /// White space collapses, lines do not wrap.
    case nowrap
    /// White space is preserved, lines do not wrap.
    case pre
    /// White space is preserved, lines wrap.
    case preWrap
    /// Line breaks are preserved, other white space collapses, lines wrap.
    case preLine
}

/// `text-align`, as far as it matters for text of one direction.
public enum TextAlign: UInt8, Sendable {
    case start, center, end
}

/// `text-transform`: the change of case.
public enum TextTransform: UInt8, Sendable {
    case none, uppercase, lowercase, capitalize
}

/// `text-decoration`: the lines on the text.
public struct TextDecoration: OptionSet, Hashable, Sendable {
    /// One bit for each line.
    public let rawValue: UInt8
    /// Creates the lines with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A line below.
    public static let underline = TextDecoration(rawValue: 1)
    /// A line through.
    public static let lineThrough = TextDecoration(rawValue: 2)
}

/// A colour specified by a page.
public enum PageColor: Hashable, Sendable {
    /// Red, green and blue as 0xRRGGBB.
    case rgb(UInt32)
    /// The colour of the text.
    case current
    /// Transparent, so that the colour below shows.
    case transparent
}

/// `list-style-type`: the marker of a list item.
public enum ListStyle: Hashable, Sendable {
    case none, disc, circle, square
    case decimal, decimalLeadingZero
    case lowerAlpha, upperAlpha, lowerRoman, upperRoman, lowerGreek
    case ideographic
    /// This text: at most seven bytes of UTF-8, the first one lowest; 0 for an empty text.
    case text(UInt64)
}

/// The value that the rules specify for a property of an element.
public enum Specified<Value: Sendable>: Sendable {
    /// No value: the built-in style applies.
    case missing
    /// The parent's value.
    case inherited
    /// The property's initial value.
    case initial
    /// This value.
    case set(Value)

    /// Returns the resulting value for an element whose value would otherwise be `own`.
    package func value(_ own: Value, parent: Value, initial: Value) -> Value {
        switch self {
        case .missing: own
        case .inherited: parent
        case .initial: initial
        case .set(let value): value
        }
    }

    /// Returns the same specification with its value converted.
    package func map<Other: Sendable>(_ change: (Value) -> Other) -> Specified<Other> {
        switch self {
        case .missing: .missing
        case .inherited: .inherited
        case .initial: .initial
        case .set(let value): .set(change(value))
        }
    }
}
