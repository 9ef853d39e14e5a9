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
    /// Returns the cluster that starts at `offset`: its length in bytes and its width in columns, 0 to 2.
    ///
    /// The length is at least 1 inside `bytes`; at or past the end both are 0. Linear in the length.
    public static func cluster(in bytes: Span<UInt8>, at offset: Int) -> (length: Int, width: Int) {
        guard offset >= 0, offset < bytes.count else { return (0, 0) }
        if bytes[offset] < 0x80, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 { return (1, 1) }
        guard let first = UTF8Scalar(in: bytes, at: offset) else { return (1, 1) }
        let second = UTF8Scalar(in: bytes, at: offset + first.length)
        if let width = ScalarWidth.ofSimple(first.value),
            second == nil || ScalarWidth.ofSimple(second!.value) != nil
        {
            return (first.length, width)
        }
        return joined(first, second, in: bytes, at: offset)
    }

    /// Returns the number of columns that `bytes` take. Linear.
    public static func columns(of bytes: Span<UInt8>) -> Column {
        var total = 0
        var offset = 0
        while offset < bytes.count {
            let cluster = cluster(in: bytes, at: offset)
            total += cluster.width
            offset += cluster.length
        }
        return Column(total)
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
        var width = ScalarWidth.of(base)
        if VisibleText.mark(for: base) != nil { return (first.length, 1) }
        var length = first.length
        var previous = base
        var next = second
        var state: Int32 = 0
        while let scalar = next {
            let value = scalar.value
            if utf8proc_grapheme_break_stateful(Int32(previous), Int32(value), &state) { break }
            if ScalarWidth.isTag(value), base != 0x1F3F4 { break }
            let joins =
                previous == 0x200D || ScalarWidth.isRegionalIndicator(value)
                || ScalarWidth.isEmojiModifier(value) && ScalarWidth.isEmojiBase(base)
            if !joins, ScalarWidth.of(value) > 0 { break }
            if joins && width > 0 || value == 0xFE0F && ScalarWidth.isEmojiBase(base) { width = 2 }
            length += scalar.length
            previous = value
            next = UTF8Scalar(in: bytes, at: offset + length)
        }
        // A combining mark without a base is drawn on a blank.
        if width == 0, ScalarWidth.isMark(base) { width = 1 }
        return (length, width)
    }
}
