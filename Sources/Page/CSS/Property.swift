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
}
