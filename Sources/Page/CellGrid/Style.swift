/// A colour as a page or theme specifies it; the terminal maps it to what it can show.
public enum Color: Hashable, Sendable {
    /// The terminal's default foreground or background.
    case standard
    /// An entry of the 256-colour palette: 0-15 as the terminal defines them, then the cube and the greys.
    case palette(UInt8)
    /// Red, green and blue, 0-255 each.
    case rgb(UInt8, UInt8, UInt8)
}

/// The attributes of a character other than colour.
public struct Attributes: OptionSet, Hashable, Sendable {
    /// The set as bits.
    public let rawValue: UInt8
    /// The set with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold or bright.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter than normal text.
    public static let dim = Attributes(rawValue: 2)
    /// Slanted.
    public static let italic = Attributes(rawValue: 4)
    /// A line below.
    public static let underline = Attributes(rawValue: 8)
    /// Foreground and background swapped.
    public static let reverse = Attributes(rawValue: 16)
    /// A line through.
    public static let strikethrough = Attributes(rawValue: 32)
}

/// How a cell looks: colours and attributes.
public struct Style: Hashable, Sendable {
    /// The colour of the character.
    public var foreground: Color
    /// The background colour.
    public var background: Color
    /// The attributes other than colour.
    public var attributes: Attributes

    /// A style; by default the terminal's colours without attributes.
    public init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default colours without attributes.
    public static let plain = Style()
}
