import CellGrid
import SonicProtocol

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
    private let finder: ByteFinder

    /// The words of a text, which blanks part.
    static func all(in text: String) -> [SoughtWord] {
        folded(text).split(separator: UInt8(ascii: " ")).map { SoughtWord(Array($0)) }
    }

    /// A text in the form in which it is looked through.
    static func folded(_ text: String) -> [UInt8] { LetterCase.lower.applied(to: Array(text.utf8)[...]) }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        finder = ByteFinder(bytes)
    }

    /// How it fits a folded text best; nil when it does not.
    func fit(in text: [UInt8]) -> Fit? {
        best(in: text)?.fit ?? (scatteredEnd(in: text) == nil ? nil : .scattered)
    }

    /// Where its letters stand in a folded text, as places of bytes: where it fits best, and where it is scattered as
    /// close together as they are before the first place at which all of them stand. Empty where it does not fit.
    func places(in text: [UInt8]) -> [Int] {
        if let best = best(in: text) { return Array(best.start..<best.start + bytes.count) }
        guard var index = scatteredEnd(in: text) else { return [] }
        var places: [Int] = []
        for byte in bytes.reversed() {
            // It stands there: the way to the end has found it.
            while text[index] != byte { index -= 1 }
            places.append(index)
            index -= 1
        }
        return places.reversed()
    }

    /// How many bytes stand between its letters, where it is scattered.
    func gaps(in text: [UInt8]) -> Int {
        let places = places(in: text)
        guard let first = places.first, let last = places.last else { return 0 }
        return last - first + 1 - places.count
    }

    /// Where it stands whole and fits best; nil where it stands nowhere.
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

    /// Whether it is the folded text.
    func isWhole(of text: ArraySlice<UInt8>) -> Bool { text.elementsEqual(bytes) }

    /// Whether the folded text begins with it.
    func isBeginning(of text: ArraySlice<UInt8>) -> Bool { text.starts(with: bytes) }

    /// The place of its last letter where all stand in their order, with others between them; nil where they do not.
    private func scatteredEnd(in text: [UInt8]) -> Int? {
        var found = 0
        for (index, byte) in text.enumerated() where bytes[found] == byte {
            found += 1
            if found == bytes.count { return index }
        }
        return nil
    }

    /// Letters and digits; every letter outside ASCII is taken for one.
    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }
}
