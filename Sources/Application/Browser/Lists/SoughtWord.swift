import CellGrid
import SonicProtocol

/// A word to search for in texts, ignoring case. The search is linear in the text.
struct SoughtWord {
    /// The quality of a match, the best first.
    enum Fit: Int, Comparable {
        /// It is the whole text.
        case whole
        /// The text begins with it.
        case atStart
        /// A word of the text begins with it.
        case atWord
        /// It is within a word.
        case within
        /// Its letters occur in this order, with others between them.
        case scattered

        static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    private let bytes: [UInt8]
    private let finder: ByteFinder

    /// Returns the words of a text, separated by spaces.
    static func all(in text: String) -> [SoughtWord] {
        folded(text).split(separator: UInt8(ascii: " ")).map { SoughtWord(Array($0)) }
    }

    /// Returns a text with its case folded for searching.
    static func folded(_ text: String) -> [UInt8] { LetterCase.lower.applied(to: Array(text.utf8)[...]) }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        finder = ByteFinder(bytes)
    }

    /// Returns the best match in a folded text; nil for none.
    func fit(in text: [UInt8]) -> Fit? {
        best(in: text)?.fit ?? (scatteredEnd(in: text) == nil ? nil : .scattered)
    }

    /// Returns the byte positions of its letters in a folded text: those of the best match, and for a scattered one the
    /// closest before the first position where all have occurred. Empty without a match.
    func places(in text: [UInt8]) -> [Int] {
        if let best = best(in: text) { return Array(best.start..<best.start + bytes.count) }
        guard var index = scatteredEnd(in: text) else { return [] }
        var places: [Int] = []
        for byte in bytes.reversed() {
            // The forward search has found it, so it occurs.
            while text[index] != byte { index -= 1 }
            places.append(index)
            index -= 1
        }
        return places.reversed()
    }

    /// Returns the number of bytes between its letters in a scattered match.
    func gaps(in text: [UInt8]) -> Int {
        let places = places(in: text)
        guard let first = places.first, let last = places.last else { return 0 }
        return last - first + 1 - places.count
    }

    /// Returns the best contiguous match; nil for none.
    private func best(in text: [UInt8]) -> (fit: Fit, start: Int)? {
        guard bytes.count <= text.count else { return nil }
        var best: (fit: Fit, start: Int)?
        var matched = 0
        for (index, byte) in text.enumerated() where finder.isEnd(byte, matched: &matched) {
            let start = index + 1 - bytes.count
            if start == 0 { return (bytes.count == text.count ? .whole : .atStart, 0) }
            if !Self.isInWord(text[start - 1]) {
                if best?.fit != .atWord { best = (.atWord, start) }
            } else if best == nil {
                best = (.within, start)
            }
        }
        return best
    }

    /// Whether it equals the folded text.
    func isWhole(of text: ArraySlice<UInt8>) -> Bool { text.elementsEqual(bytes) }

    /// Whether the folded text begins with it.
    func isBeginning(of text: ArraySlice<UInt8>) -> Bool { text.starts(with: bytes) }

    /// Returns the position of its last letter if all occur in order; nil otherwise.
    private func scatteredEnd(in text: [UInt8]) -> Int? {
        var found = 0
        for (index, byte) in text.enumerated() where bytes[found] == byte {
            found += 1
            if found == bytes.count { return index }
        }
        return nil
    }

    /// Whether a byte is a letter or digit; all bytes outside ASCII count as letters.
    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
