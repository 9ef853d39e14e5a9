/// Text made safe for a terminal: characters that could control it, or hide or reorder words, become visible marks.
public enum VisibleText {
    /// Returns the scalar drawn instead of `value`, or nil if `value` is drawn as itself.
    ///
    /// C0 and DEL become their pictures (U+2400 …), line and paragraph separators U+2424; C1, the bidi
    /// embeddings, overrides and isolates, interlinear marks, tag characters and noncharacters (Unicode §23.7)
    /// U+FFFD.
    public static func mark(for value: UInt32) -> Unicode.Scalar? {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value)
        case 0x7F: "\u{2421}"
        case 0x2028, 0x2029: "\u{2424}"
        case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F:
            "\u{FFFD}"
        default: value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : nil
        }
    }

    /// Returns `text` with its line ends and tabs, and a visible mark for every other character that could control a
    /// terminal (`VisibleStream`). Linear.
    public static func lines(_ text: String) -> String {
        var stream = VisibleStream()
        return String(decoding: stream.append(Array(text.utf8)) + stream.finish(), as: UTF8.self)
    }

    /// Returns `text` on one line, with a visible mark for each character that could control a terminal. Linear.
    public static func line(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(mark(for: scalar.value) ?? scalar) }
        return String(result)
    }
}
