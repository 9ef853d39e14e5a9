import CSS
import CellGrid

/// The meaning of a run of text. Themes map it to colours and attributes.
public struct TextStyle: OptionSet, Hashable, Sendable {
    /// One bit for each meaning; bits 12 to 14 hold the heading level.
    public let rawValue: UInt16

    /// The style with these bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Strong or bold text.
    public static let bold = TextStyle(rawValue: 1 << 0)
    /// Emphasis, citations, variables.
    public static let italic = TextStyle(rawValue: 1 << 1)
    /// Underlined or inserted text.
    public static let underline = TextStyle(rawValue: 1 << 2)
    /// Deleted or outdated text.
    public static let strike = TextStyle(rawValue: 1 << 3)
    /// Code, keyboard input, sample output and preformatted text.
    public static let code = TextStyle(rawValue: 1 << 4)
    /// Text of a link; the run's `link` says which.
    public static let link = TextStyle(rawValue: 1 << 5)
    /// Text inside a block quotation, its bar included.
    public static let quote = TextStyle(rawValue: 1 << 6)
    /// Less important text: rules, table lines, small print.
    public static let dimmed = TextStyle(rawValue: 1 << 7)
    /// A list marker or another sign that is not in the page itself.
    public static let marker = TextStyle(rawValue: 1 << 8)
    /// A form field.
    public static let field = TextStyle(rawValue: 1 << 9)
    /// The text that replaces an image.
    public static let image = TextStyle(rawValue: 1 << 10)
    /// Highlighted text, as by `mark`.
    public static let highlight = TextStyle(rawValue: 1 << 11)
    /// A name in data, such as that of a JSON member.
    public static let name = TextStyle(rawValue: 1 << 15)

    /// Returns the style of a heading. Levels outside 1 to 6 are clamped.
    static func heading(_ level: Int) -> TextStyle {
        TextStyle(rawValue: UInt16(max(1, min(6, level))) << 12)
    }

    /// The heading level, 1 to 6; nil for other text.
    public var headingLevel: Int? {
        let level = Int(rawValue >> 12 & 7)
        return level == 0 ? nil : level
    }

    mutating func set(_ style: TextStyle, _ isOn: Bool) {
        if isOn { insert(style) } else { remove(style) }
    }
}

/// The properties that an element's text inherits in addition to its `TextStyle`: inherited CSS properties.
struct Look: Hashable, Sendable {
    /// The colours that the page declares.
    var colors = ColorPair()
    /// Whether the text is visible.
    var isVisible = true
    var whiteSpace = WhiteSpace.normal
    var transform = TextTransform.none
    /// The marker of list items; nil for the default of the list.
    var listStyle: ListStyle?

    /// The case of the letters; nil for that of the page.
    var letters: LetterCase? {
        switch transform {
        case .none: nil
        case .uppercase: .upper
        case .lowercase: .lower
        case .capitalize: .capitalized
        }
    }
}

/// The colours of a run of text as the page declares them, 0xRRGGBB each; nil if it declares none.
struct ColorPair: Hashable, Sendable {
    var foreground: UInt32?
    var background: UInt32?
}
