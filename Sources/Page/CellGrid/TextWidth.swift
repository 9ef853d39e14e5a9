import CUtf8proc

/// The width of text in columns, by grapheme cluster: the only measure of width in the program.
///
/// Widths follow utf8proc, except for the rules below where terminals agree on something else. All functions are total
/// (any bytes are valid input) and linear.
///
/// - A byte that is not UTF-8 is one cluster of width 1, drawn as U+FFFD.
/// - A control character is one cluster of width 1, drawn as a picture; so are bidi controls that reorder text and tag
///   characters outside an emoji flag.
/// - An emoji sequence (ZWJ, skin tone, variation selector 16, keycap) and a flag are two columns wide.
/// - A scalar that takes columns itself begins a cluster, except inside such a sequence: like terminals, it gives Indic
///   vowel signs a cell.
/// - Scalars that take no column and have no base to combine with are one cluster of width 0.
public enum TextWidth {
    /// The name and version of the library that measures, such as `utf8proc 2.8.0`.
    public static var libraryVersion: String { "utf8proc " + String(cString: utf8proc_version()) }

    /// Returns the cluster that starts at `offset`: its length in bytes and its width in columns, 0 to 2.
    ///
    /// The length is at least 1 inside `bytes`; at or past the end both are 0. Linear in the length.
    public static func cluster(in bytes: Span<UInt8>, at offset: Int) -> (length: Int, width: Int) {
        guard offset >= 0, offset < bytes.count else { return (0, 0) }
        if bytes[offset] < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 { return (1, 1) }
        guard let first = UTF8Scalar(in: bytes, at: offset) else { return (1, 1) }
        let second = UTF8Scalar(in: bytes, at: offset + first.length)
        if let width = first.simpleWidth,
            second == nil || second!.simpleWidth != nil
        {
            return (first.length, width)
        }
        return joined(first, second, in: bytes, at: offset)
    }

    /// Returns the number of columns that `bytes` take. Linear.
    public static func columns(of bytes: Span<UInt8>) -> Column {
        prefix(of: bytes, fitting: Column(.max)).width
    }

    /// Returns the number of columns that `text` takes. Linear.
    public static func columns(of text: String) -> Column { columns(of: text.utf8Span.span) }

    /// Returns the longest prefix of `bytes` that fits in `columns`: its length in bytes and its width. Linear.
    public static func prefix(of bytes: Span<UInt8>, fitting columns: Column) -> (length: Int, width: Column)
    {
        var total = 0
        var offset = 0
        while offset < bytes.count {
            let cluster = cluster(in: bytes, at: offset)
            if total + cluster.width > columns.value { break }
            total += cluster.width
            offset += cluster.length
        }
        return (offset, Column(total))
    }

    /// Returns `text`, shortened to `columns` with an ellipsis at its end if it is longer. Linear.
    public static func shortened(_ text: String, to columns: Column) -> String {
        let bytes = text.utf8Span.span
        if self.columns(of: bytes) <= columns { return text }
        guard columns > 0 else { return "" }
        let end = prefix(of: bytes, fitting: columns - 1).length
        return String(decoding: Array(text.utf8.prefix(end)), as: UTF8.self) + "…"
    }

    /// Returns `text`, shortened to `columns` with an ellipsis in its middle if it is longer, so that names with the
    /// same beginning remain distinct. Linear.
    public static func shortenedInMiddle(_ text: String, to columns: Column) -> String {
        let bytes = text.utf8Span.span
        let total = self.columns(of: bytes)
        if total <= columns { return text }
        guard columns > 2 else { return shortened(text, to: columns) }
        let head = prefix(of: bytes, fitting: columns / 2)
        let room = columns - 1 - head.width
        var (start, rest) = (0, total)
        while start < bytes.count, rest > room {
            let cluster = cluster(in: bytes, at: start)
            start += cluster.length
            rest -= Column(cluster.width)
        }
        let all = Array(text.utf8)
        return String(decoding: all[..<head.length], as: UTF8.self) + "…"
            + String(decoding: all[max(start, head.length)...], as: UTF8.self)
    }

    // The slow path: grapheme cluster rules (UAX #29) by utf8proc, and the rules above.
    private static func joined(
        _ first: UTF8Scalar, _ second: UTF8Scalar?, in bytes: Span<UInt8>, at offset: Int
    ) -> (length: Int, width: Int) {
        let base = first.value
        var width = first.width
        if VisibleText.mark(for: base) != nil { return (first.length, 1) }
        var length = first.length
        var previous = base
        var next = second
        var state: Int32 = 0
        while let scalar = next {
            let value = scalar.value
            if utf8proc_grapheme_break_stateful(Int32(previous), Int32(value), &state) { break }
            if scalar.isTag, base != 0x1F3F4 { break }
            let joins =
                previous == 0x200D || scalar.isRegionalIndicator
                || scalar.isEmojiModifier && first.isEmojiBase
            if !joins, scalar.width > 0 { break }
            if joins && width > 0 || value == 0xFE0F && first.isEmojiBase { width = 2 }
            length += scalar.length
            previous = value
            next = UTF8Scalar(in: bytes, at: offset + length)
        }
        // A combining mark without a base is drawn on a blank.
        if width == 0, first.isMark { width = 1 }
        return (length, width)
    }
}

/// One scalar read from UTF-8 (Unicode 15 §3.9, table 3-7): overlong forms and surrogates are not scalars.
public struct UTF8Scalar {
    /// The code point.
    public let value: UInt32
    /// The number of bytes, 1 to 4.
    public let length: Int

    /// The scalar at `offset`; nil at the end and if the bytes are not UTF-8.
    public init?(in bytes: Span<UInt8>, at offset: Int) {
        guard offset < bytes.count else { return nil }
        let lead = bytes[offset]
        var lower: UInt8 = 0x80
        var upper: UInt8 = 0xBF
        var value: UInt32
        switch lead {
        case 0..<0x80:
            self.value = UInt32(lead)
            length = 1
            return
        case 0xC2...0xDF: (length, value) = (2, UInt32(lead & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(lead & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(lead & 0x07))
        default: return nil
        }
        switch lead {
        case 0xE0: lower = 0xA0
        case 0xED: upper = 0x9F
        case 0xF0: lower = 0x90
        case 0xF4: upper = 0x8F
        default: break
        }
        guard offset + length <= bytes.count else { return nil }
        for index in offset + 1..<offset + length {
            let byte = bytes[index]
            guard byte >= lower, byte <= upper else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
            (lower, upper) = (0x80, 0xBF)
        }
        self.value = value
    }

    /// The columns of a scalar of the common scripts that never joins another such scalar, without a table lookup; nil
    /// for all others.
    var simpleWidth: Int? {
        switch value {
        case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x5D0...0x5EA, 0x621...0x63A,
            0x641...0x64A, 0x671...0x6D3, 0x1E00...0x1EFF, 0x2010...0x2027, 0x2500...0x257F:
            1
        case 0x3001...0x3003, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0xFF01...0xFF60:
            2
        default: nil
        }
    }

    /// The columns of the scalar by itself, 0 to 2.
    var width: Int {
        switch value {
        // A soft hyphen shows only where a line breaks, and there the layout writes a hyphen.
        case 0xAD: return 0
        // Jamo vowels and finals join the syllable before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
        // Unassigned ideographs are wide (UAX #11 §4.2), so those that a later Unicode assigns are, too.
        case 0xF900...0xFAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD: return 2
        default: break
        }
        let property = utf8proc_get_property(Int32(value)).pointee
        // Terminals give these a column although utf8proc does not: spacing marks and Arabic number signs.
        if property.category == utf8proc_propval_t(UTF8PROC_CATEGORY_MC.rawValue) { return 1 }
        if property.boundclass == UTF8PROC_BOUNDCLASS_PREPEND.rawValue { return 1 }
        return Int(property.charwidth)
    }

    /// Whether the scalar is a nonspacing or enclosing mark.
    var isMark: Bool {
        let category = utf8proc_category(Int32(value))
        return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME
    }

    /// Whether variation selector 16 makes the scalar an emoji (UTS #51: pictographs and keycap bases).
    var isEmojiBase: Bool {
        switch value {
        case 0x23, 0x2A, 0x30...0x39: true
        default:
            utf8proc_get_property(Int32(value)).pointee.boundclass
                == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC.rawValue
        }
    }

    /// Whether the scalar is half of a flag (a regional indicator).
    var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
    /// Whether the scalar is a skin tone.
    var isEmojiModifier: Bool { (0x1F3FB...0x1F3FF).contains(value) }
    /// Whether the scalar is a tag character, which spells the region of an emoji flag and can hide text.
    var isTag: Bool { (0xE0000...0xE007F).contains(value) }
}
