/// What one cell shows: a base character and up to four marks that combine with it, without heap storage.
public struct Glyph: Hashable, Sendable {
    // Five scalars of 21 bits, the base lowest; 0 means no scalar. U+0000 itself is never drawn.
    @usableFromInline var packed: UInt128

    /// The maximum number of marks in a glyph; further ones are not drawn.
    static let maximumMarks = 4
    /// A blank.
    public static let space = Glyph(" ")

    /// The glyph of one character.
    public init(_ base: Unicode.Scalar) { packed = UInt128(base.value) }

    /// The base character.
    public var base: Unicode.Scalar { scalar(at: 0) ?? " " }

    /// Adds a combining mark; does nothing when there are four already.
    public mutating func append(_ mark: Unicode.Scalar) {
        for place in 1...Self.maximumMarks where scalar(at: place) == nil {
            packed |= UInt128(mark.value) << UInt128(21 * place)
            return
        }
    }

    /// Base and marks in order.
    public var scalars: [Unicode.Scalar] { (0...Self.maximumMarks).compactMap { scalar(at: $0) } }

    /// The glyph as a byte if it is one printable ASCII character, as nearly all are; nil otherwise.
    @inlinable public var ascii: UInt8? {
        packed >= 0x20 && packed < 0x7F ? UInt8(truncatingIfNeeded: packed) : nil
    }

    /// Whether the glyph is a base without marks.
    public var isSingle: Bool { packed >> 21 == 0 }

    /// What a terminal with kitty's graphics protocol replaces by a part of a picture. No text contains it:
    /// `VisibleText` marks it, and only `Frame.put(_:row:column:at:)` draws it.
    static let placeholder: Unicode.Scalar = "\u{10EEEE}"

    /// What a terminal receives for a part of a picture, and the colour of the palette that it must have there,
    /// unchanged; nil for any other glyph.
    public var picturePart: (glyph: Glyph, color: UInt8)? {
        guard base == Self.placeholder, let last = scalars.last else { return nil }
        var glyph = Glyph(base)
        for mark in scalars.dropFirst().dropLast() { glyph.append(mark) }
        return (glyph, UInt8(truncatingIfNeeded: last.value))
    }

    private func scalar(at place: Int) -> Unicode.Scalar? {
        let value = UInt32(truncatingIfNeeded: packed >> UInt128(21 * place)) & 0x1F_FFFF
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// Returns what is drawn for one cluster, which may be less than its full form: an emoji sequence shows its first
    /// emoji, because terminals disagree about the rest, and a flag its two letters, in one cell each.
    static func drawing(_ cluster: Span<UInt8>) -> (glyph: Glyph, second: Glyph?) {
        guard let first = UTF8Scalar(in: cluster, at: 0), let scalar = Unicode.Scalar(first.value) else {
            return (Glyph("\u{FFFD}"), nil)
        }
        if let mark = VisibleText.mark(for: first.value) { return (Glyph(mark), nil) }
        var glyph = Glyph(scalar)
        var offset = first.length
        if first.isMark {
            glyph = .space
            offset = 0
        }
        while let next = UTF8Scalar(in: cluster, at: offset), let scalar = Unicode.Scalar(next.value) {
            if next.isRegionalIndicator { return (glyph, Glyph(scalar)) }
            // What follows a joiner is a part of the emoji that is not drawn.
            if next.value == 0x200D, first.isEmojiBase { break }
            let isDrawn =
                !(0xFE00...0xFE0F).contains(next.value) && !next.isTag
                && next.width == 0
            if isDrawn { glyph.append(scalar) }
            offset += next.length
        }
        return (glyph, nil)
    }
}

/// One cell of the grid: a glyph, the columns it takes, and its style.
public struct Cell: Hashable, Sendable {
    /// The glyph shown.
    public var glyph: Glyph
    /// 1, or 2 for a wide glyph, or 0 for the right half of the wide glyph before it.
    public private(set) var width: UInt8
    /// The colours and attributes.
    public var style: Style

    /// A cell one or two columns wide.
    public init(_ glyph: Glyph, isWide: Bool = false, style: Style = .plain) {
        self.glyph = glyph
        self.width = isWide ? 2 : 1
        self.style = style
    }

    /// Whether the cell looks empty on a background of `style`.
    public func looksBlank(on style: Style) -> Bool {
        glyph == .space && width == 1 && self.style.background == style.background
            && self.style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough])
    }

    /// An empty cell in `style`.
    static func blank(_ style: Style = .plain) -> Cell { Cell(.space, style: style) }

    /// The right half of a wide cell in `style`.
    static func rightHalf(_ style: Style) -> Cell {
        var cell = Cell(.space, style: style)
        cell.width = 0
        return cell
    }
}

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
    public init(foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's default colours without attributes.
    public static let plain = Style()
}
