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
        switch style {
        case .text(let text): bits = 1 << 59 | text & 0x00FF_FFFF_FFFF_FFFF
        case .none, .disc, .circle, .square, .decimal, .decimalLeadingZero, .lowerAlpha, .upperAlpha,
            .lowerRoman, .upperRoman, .lowerGreek, .ideographic:
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
}
