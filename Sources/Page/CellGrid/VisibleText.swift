/// Text made safe for a terminal: characters that could control it, or hide or reorder words, become visible marks.
public enum VisibleText {
    /// Returns the scalar drawn instead of `value`, or nil if `value` is drawn as itself.
    ///
    /// C0 and DEL become their pictures (U+2400 …), line and paragraph separators U+2424; C1, the bidi
    /// embeddings, overrides and isolates, interlinear marks, tag characters, noncharacters (Unicode §23.7) and
    /// the placeholder of kitty's pictures U+FFFD.
    public static func mark(for value: UInt32) -> Unicode.Scalar? {
        switch value {
        case 0..<0x20: Unicode.Scalar(0x2400 + value)
        case 0x7F: "\u{2421}"
        case 0x2028, 0x2029: "\u{2424}"
        case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFDD0...0xFDEF, 0xFFF9...0xFFFB,
            0xE0000...0xE007F, Glyph.placeholder.value:
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

/// A filter for bytes sent to a terminal in pieces: characters that could control it become visible marks, as in
/// `VisibleText`, but line ends and tabs are kept. Bytes that are not UTF-8 become U+FFFD. Linear.
public struct VisibleStream: Sendable {
    /// The bytes that depend on the next piece: an incomplete character, or a carriage return.
    private var held: [UInt8] = []

    /// A stream without bytes.
    public init() {}

    /// Appends the next bytes and returns the visible text, in UTF-8.
    public mutating func append(_ bytes: [UInt8]) -> [UInt8] {
        let all = held + bytes
        let end = all.count - Self.unfinished(all)
        held = Array(all[end...])
        return Self.visible(all[..<end])
    }

    /// Ends the stream and returns the text held back.
    public mutating func finish() -> [UInt8] {
        defer { held = [] }
        return Self.visible(held[...])
    }

    /// Returns the number of bytes at the end that cannot be decoded without the next ones.
    private static func unfinished(_ bytes: [UInt8]) -> Int {
        if bytes.last == 0x0D { return 1 }
        for (index, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
            return length > index + 1 ? index + 1 : 0
        }
        return 0
    }

    private static func visible(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // A carriage return would overwrite the line, unless it is part of the line end.
            if isReturn { result += scalar == "\n" ? [0x0D] : picture }
            isReturn = scalar == "\r"
            guard !isReturn else { continue }
            let isKept = scalar == "\n" || scalar == "\t"
            result += UTF8.encode(isKept ? scalar : VisibleText.mark(for: scalar.value) ?? scalar) ?? .init()
        }
        if isReturn { result += picture }
        return result
    }

    /// U+240D, the picture of a carriage return.
    private static let picture: [UInt8] = [0xE2, 0x90, 0x8D]
}
