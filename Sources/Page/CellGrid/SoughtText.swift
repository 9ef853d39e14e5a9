/// A text to search for. It is plain text: no character is special.
///
/// Without capitals, case is ignored; with a capital, case matters (“smart case”, as in vim).
public struct SoughtText: Hashable, Sendable {
    /// The text as typed.
    public let text: String
    /// How the texts to search are folded.
    public let letters: FoldedText.Case
    private let bytes: [UInt8]
    /// For each byte, the length of the longest proper prefix that ends there (Knuth, Morris and Pratt 1977).
    private let borders: [Int]
    /// The passages to search for instead of a text, each at its first match; empty if there are none.
    private let passages: [SoughtPassage]

    /// The order of the characters in the texts to search.
    public enum Order: Sendable {
        /// Visual order, as on the screen: text from right to left is reversed.
        case ofScreen
        /// Logical order, as read and sent.
        case ofBytes
    }

    /// A text to search for; nil if it is blank. Linear.
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - order: The order of the characters in the texts to search.
    public init?(_ text: String, in order: Order = .ofScreen) {
        self.text = text
        let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.isUppercase }
        letters = isPlain ? .ignored : .exact
        var folded = FoldedText(letters)
        let isTurned = order == .ofScreen && Self.isFromRightToLeft(text)
        let shown = isTurned ? String(text.reversed()) : text
        let original = Array(shown.utf8)
        folded.append(original.span, 0..<original.count)
        // Folding drops a leading blank.
        let bytes = (shown.first == " " ? [0x20] : []) + folded.bytes.filter { $0 != 0 }
        guard bytes.contains(where: { $0 != 0x20 }) else { return nil }
        self.bytes = bytes
        borders = Self.borders(of: bytes)
        passages = []
    }

    /// Passages to search for; nil if there are none.
    public init?(passages: [SoughtPassage]) {
        guard !passages.isEmpty else { return nil }
        text = passages.map(\.text).joined(separator: ", ")
        letters = .ignored
        (bytes, borders) = ([], [])
        self.passages = passages
    }

    /// Returns the matches in a text folded with `letters`, from the first on; matches of a text do not overlap. Linear
    /// in the text.
    public func places(in text: FoldedText) -> [Range<Int>] {
        guard passages.isEmpty else {
            return passages.compactMap { $0.place(in: text) }.sorted { $0.lowerBound < $1.lowerBound }
        }
        return places(in: text.bytes.span)
    }

    private static func borders(of bytes: [UInt8]) -> [Int] {
        var borders = Array(repeating: 0, count: bytes.count)
        for index in bytes.indices.dropFirst() {
            var length = borders[index - 1]
            while length > 0, bytes[length] != bytes[index] { length = borders[length - 1] }
            borders[index] = bytes[length] == bytes[index] ? length + 1 : 0
        }
        return borders
    }

    private func places(in text: borrowing Span<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let (sought, borders) = (bytes.span, borders.span)
        var length = 0
        for index in 0..<text.count {
            let byte = text[index]
            while length > 0, sought[length] != byte { length = borders[length - 1] }
            if sought[length] == byte { length += 1 }
            guard length == sought.count else { continue }
            length = 0
            places.append(index + 1 - sought.count..<index + 1)
        }
        return places
    }

    private static func isFromRightToLeft(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
            default: false
            }
        }
    }
}
