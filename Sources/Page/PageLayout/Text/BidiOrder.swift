import CFribidi

/// The embedding levels of a paragraph's characters, by the Unicode Bidirectional Algorithm (UAX #9).
package struct BidiOrder {
    /// The name and version of the library that orders, such as `fribidi 1.0.8`.
    package static var libraryVersion: String { "fribidi " + FRIBIDI_VERSION }

    /// The base direction of a paragraph.
    enum Direction: Sendable, Equatable {
        /// The direction of its first letter.
        case automatic
        case leftToRight, rightToLeft
    }

    /// The embedding level of each scalar: odd from right to left. Never negative.
    private(set) var levels: [Int8]
    /// The scalars as shown: Arabic letters in their joined forms, and brackets mirrored in right-to-left text. U+FEFF
    /// replaces scalars absorbed by a ligature.
    private(set) var shown: [UInt32]
    /// The resolved direction; never automatic.
    let direction: Direction

    /// Computes the levels of scalars; nil if memory runs out. Linear, apart from the nesting of brackets, which is
    /// limited.
    init?(_ scalars: [UInt32], _ direction: Direction) {
        let count = scalars.count
        var shown = scalars
        var levels = [Int8](repeating: 0, count: count)
        var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: count)
        var brackets = [UInt32](repeating: 0, count: count)
        var joins = [UInt8](repeating: 0, count: count)
        let wanted: Int32 =
            switch direction {
            case .automatic: 0
            case .leftToRight: 1
            case .rightToLeft: -1
            }
        let found = types.withUnsafeMutableBufferPointer { types in
            brackets.withUnsafeMutableBufferPointer { brackets in
                joins.withUnsafeMutableBufferPointer { joins in
                    bidi_order(
                        &shown, FriBidiStrIndex(count), wanted,
                        bidi_space(
                            types: types.baseAddress, brackets: brackets.baseAddress, joins: joins.baseAddress
                        ),
                        &levels)
                }
            }
        }
        guard found != 0 else { return nil }
        self.levels = levels
        self.shown = shown
        self.direction = found < 0 ? .rightToLeft : .leftToRight
    }

    /// Returns the visual order of a line's pieces, from left to right, by their levels in logical order (rule L2).
    /// Linear, apart from the depth of levels, which is limited.
    static func visual(_ levels: [Int8]) -> [Int] {
        var places = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return places }
        let lowest = levels.lazy.filter { $0 & 1 == 1 }.min() ?? highest + 1
        var level = highest
        while level >= lowest {
            var start = 0
            while start < places.count {
                guard levels[places[start]] >= level else {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < places.count, levels[places[end]] >= level { end += 1 }
                places[start..<end].reverse()
                start = end
            }
            level -= 1
        }
        return places
    }

    // MARK: Bidi controls, which are invisible, and the letters that need an order

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
