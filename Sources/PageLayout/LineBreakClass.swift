/// How a cluster behaves where lines break: the part of UAX #14 that matters beyond spaces.
enum LineBreakClass: Sendable {
    /// Breaks only at spaces.
    case ordinary
    /// A space or mark that holds its neighbours together.
    case glue
    /// May stand first and last on a line.
    case ideograph
    /// Must not end a line: opening brackets.
    case opening
    /// Must not begin a line: closing brackets, stops, small kana, prolongation marks.
    case closing
    /// U+200B, a place to break that takes no room.
    case zeroSpace
    /// U+00AD, a place to break that shows a hyphen.
    case softHyphen

    /// The class of a cluster in UTF-8, by its first scalar.
    init(of bytes: Span<UInt8>, at offset: Int, length: Int) {
        switch Self.scalar(bytes, offset, length) {
        case 0xA0, 0x202F, 0x2060, 0xFEFF: self = .glue
        case 0xAD: self = .softHyphen
        case 0x200B: self = .zeroSpace
        case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D, 0xFF08, 0xFF3B,
            0xFF5B, 0xFF5F, 0xFF62, 0x2018, 0x201C:
            self = .opening
        case 0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015,
            0x3017, 0x3019, 0x301B,
            0x301C, 0x301E, 0x301F, 0x303B, 0x309B...0x309E, 0x30A0, 0x30FB...0x30FE, 0xFF01, 0xFF09, 0xFF0C,
            0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60, 0xFF61, 0xFF63, 0xFF64, 0x3041, 0x3043,
            0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096, 0x30A1, 0x30A3,
            0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6:
            self = .closing
        case 0x2E80...0x2FFF, 0x3003...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            self = .ideograph
        default: self = .ordinary
        }
    }

    /// The class of a word that begins with an ASCII byte.
    init(asciiStart byte: UInt8?) {
        switch byte {
        case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: self = .closing
        default: self = .ordinary
        }
    }

    /// The class of a word that ends in an ASCII byte.
    init(asciiEnd byte: UInt8?) {
        switch byte {
        case 0x28, 0x5B, 0x7B: self = .opening
        default: self = .ordinary
        }
    }

    /// Whether a line may end between text of this class and text of the next, without a space.
    func allowsBreak(before next: LineBreakClass) -> Bool {
        switch (self, next) {
        case (.zeroSpace, _): true
        case (.opening, _), (.glue, _), (_, .closing), (_, .glue): false
        case (.ideograph, _), (_, .ideograph), (.closing, .opening): true
        default: false
        }
    }

    /// The scalar at an offset, as far as its lead byte and length say.
    private static func scalar(_ bytes: Span<UInt8>, _ offset: Int, _ length: Int) -> UInt32 {
        let lead = bytes[offset]
        if lead < 0xC2 || length < 2 { return UInt32(lead) }
        let size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var value = UInt32(lead & (size == 2 ? 0x1F : size == 3 ? 0x0F : 0x07))
        for index in 1..<min(size, length) { value = value << 6 | UInt32(bytes[offset &+ index] & 0x3F) }
        return value
    }
}
