/// The properties that matter in text; shorthands stand for the one of them that they set.
enum Property: Int, CaseIterable {
    case display, visibility, whiteSpace, textAlign, fontWeight, fontStyle, textDecoration, color
    case backgroundColor, textTransform, listStyleType
    /// How far it stands further in than what is around it, by its margin and by its padding.
    case marginIndent, paddingIndent
    /// Whether blank lines keep it apart: 1 from what is above it, 2 from what is below.
    case marginLines
    /// Whether letters have any size.
    case fontSize
    case opacity, float, flexDirection
    case content, counterReset, counterIncrement
    /// A property of the page's own.
    case custom

    /// Whether children take the value over unless they say otherwise.
    var isInherited: Bool {
        switch self {
        case .display, .textDecoration, .backgroundColor, .marginIndent, .paddingIndent, .marginLines,
            .opacity, .float,
            .flexDirection, .content, .counterReset, .counterIncrement:
            false
        case .visibility, .whiteSpace, .textAlign, .fontWeight, .fontStyle, .color, .textTransform,
            .listStyleType, .fontSize, .custom:
            true
        }
    }
}

/// How an element takes part in the layout (CSS Display Level 3), as far as text tells it.
public enum Display: UInt8, Sendable {
    /// Not at all.
    case none
    /// A part of the line it stands in.
    case inline
    /// A block within the line; in text a word of its own.
    case inlineBlock
    /// A block; parts of tables outside of tables count as such.
    case block
    /// A block whose children stand side by side where they are no blocks.
    case flex
    /// A block whose children stand in rows and columns; in text like those of `flex`.
    case grid
    /// A block with a marker.
    case listItem
    /// Only its children do.
    case contents
}

/// `white-space`: which blanks count and where lines break.
public enum WhiteSpace: UInt8, Sendable {
    /// Blanks collapse, lines break where they have to.
    case normal
    /// Blanks collapse, lines break nowhere.
    case nowrap
    /// Blanks and line ends count.
    case pre
    /// Blanks and line ends count, lines break where they have to.
    case preWrap
    /// Line ends count, other blanks collapse.
    case preLine
}

/// `text-align`, as far as text of one direction tells it.
public enum TextAlign: UInt8, Sendable {
    case start, center, end
}

/// `text-transform`: which letters change.
public enum TextTransform: UInt8, Sendable {
    case none, uppercase, lowercase, capitalize
}

/// `text-decoration`: lines at the text.
public struct TextDecoration: OptionSet, Hashable, Sendable {
    /// One bit for each line.
    public let rawValue: UInt8
    /// The lines with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// A line below.
    public static let underline = TextDecoration(rawValue: 1)
    /// A line through.
    public static let lineThrough = TextDecoration(rawValue: 2)
}

/// A colour that a page asks for.
public enum PageColor: Hashable, Sendable {
    /// Red, green and blue as 0xRRGGBB.
    case rgb(UInt32)
    /// The colour of the text.
    case current
    /// None, so that what lies below shows.
    case transparent
}

/// `list-style-type`: what stands before a list item.
public enum ListStyle: Hashable, Sendable {
    case none, disc, circle, square
    case decimal, decimalLeadingZero
    case lowerAlpha, upperAlpha, lowerRoman, upperRoman, lowerGreek
    case ideographic
    /// This text, in UTF-8 at most seven bytes of it, the first one lowest; 0 for an empty text.
    case text(UInt64)
}

/// What the rules say of one property of an element.
public enum Specified<Value: Sendable>: Sendable {
    /// Nothing: the built-in style counts.
    case missing
    /// The parent's value.
    case inherited
    /// The value that the property has by itself.
    case initial
    /// This value.
    case set(Value)
}
