/// Bidi controls, which are invisible and order text of two directions, and the letters that need such order.
enum BidiControl {
    /// Whether a right-to-left letter begins at an offset, that is, a scalar in a block of such a script.
    static func isRightToLeft(_ text: Span<UInt8>, at offset: Int) -> Bool {
        let lead = text[offset]
        // The first byte decides for most text.
        guard lead >= 0xD6, lead <= 0xE0 || lead == 0xEF || lead == 0xF0 else { return false }
        switch UTF8Text.scalar(in: text, at: offset) {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            return true
        default: return false
        }
    }

    /// Whether a mark, embedding, override or isolate begins at an offset (UAX #9 §2).
    static func isControl(_ text: Span<UInt8>, at offset: Int) -> Bool {
        let lead = text[offset]
        if lead == 0xD8 { return offset + 1 < text.count && text[offset + 1] == 0x9C }
        guard lead == 0xE2, offset + 2 < text.count else { return false }
        switch (text[offset + 1], text[offset + 2]) {
        case (0x80, 0x8E...0x8F), (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return true
        default: return false
        }
    }
}
