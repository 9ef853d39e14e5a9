import CellGrid

/// A word that is looked for in texts, in any case. Looking through a text is linear, whatever both hold.
struct SoughtWord {
    /// How well a word fits a text, the best first.
    enum Fit: Int, Comparable {
        /// It is the text.
        case whole
        /// The text begins with it.
        case atStart
        /// A word of the text begins with it.
        case atWord
        /// It stands within a word.
        case within
        /// Its letters stand there in this order, with others between them.
        case scattered

        static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    private let bytes: [UInt8]
    /// For each byte how many before it, and it, are the word's first ones again (Knuth, Morris and Pratt 1977).
    private let borders: [Int]

    /// The words of a text, which blanks part.
    static func all(in text: String) -> [SoughtWord] {
        folded(text).split(separator: UInt8(ascii: " ")).map { SoughtWord(Array($0)) }
    }

    /// A text in the form in which it is looked through.
    static func folded(_ text: String) -> [UInt8] { LetterCase.lower.applied(to: Array(text.utf8)[...]) }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        borders = BytePattern.borders(of: bytes)
    }

    /// How it fits a folded text best; nil when it does not.
    func fit(in text: [UInt8]) -> Fit? {
        guard bytes.count <= text.count else { return nil }
        var best: Fit?
        var length = 0
        for (index, byte) in text.enumerated() {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            guard length == bytes.count else { continue }
            let start = index + 1 - length
            if start == 0 { return length == text.count ? .whole : .atStart }
            best = Self.isInWord(text[start - 1]) ? best ?? .within : .atWord
            length = borders[length - 1]
        }
        return best ?? (isScattered(in: text) ? .scattered : nil)
    }

    /// Whether it is the folded text.
    func isWhole(of text: ArraySlice<UInt8>) -> Bool { text.elementsEqual(bytes) }

    private func isScattered(in text: [UInt8]) -> Bool {
        var found = 0
        for byte in text where found < bytes.count && bytes[found] == byte { found += 1 }
        return found == bytes.count
    }

    /// Letters and digits; every letter outside ASCII is taken for one.
    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
