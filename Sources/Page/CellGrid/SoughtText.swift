/// A text that is looked for in others. It is plain text: no character has a meaning of its own.
///
/// Without capitals it is found in any case; a capital makes it count (“smart case”, as in vim).
public struct SoughtText: Hashable, Sendable {
    /// What was typed.
    public let text: String
    /// How the texts are folded that it is looked for in.
    public let letters: FoldedText.Case
    private let bytes: [UInt8]
    /// For each byte how many before it, and it, are the text's first ones again (Knuth, Morris and Pratt 1977).
    private let borders: [Int]
    /// The passages that are looked for in place of a text, each where it stands first; empty for none.
    private let passages: [SoughtPassage]

    /// In which order texts are kept that are looked through.
    public enum Order: Sendable {
        /// As they stand on the screen: words from right to left are turned around.
        case ofScreen
        /// As they are read, and as they are sent.
        case ofBytes
    }

    /// A text to be looked for; nil for nothing but blanks. Linear.
    /// - Parameters:
    ///   - text: What was typed.
    ///   - order: In which order the texts are that it is looked for in.
    public init?(_ text: String, in order: Order = .ofScreen) {
        self.text = text
        let isPlain = text.unicodeScalars.allSatisfy { !$0.properties.isUppercase }
        letters = isPlain ? .ignored : .exact
        var folded = FoldedText(letters)
        let isTurned = order == .ofScreen && Self.isFromRightToLeft(text)
        let shown = isTurned ? String(text.reversed()) : text
        let original = Array(shown.utf8)
        folded.append(original.span, 0..<original.count)
        // Before a text there is no blank to be folded.
        let bytes = (shown.first == " " ? [0x20] : []) + folded.bytes.filter { $0 != 0 }
        guard bytes.contains(where: { $0 != 0x20 }) else { return nil }
        self.bytes = bytes
        borders = Self.borders(of: bytes)
        passages = []
    }

    /// Passages to be looked for; nil for none.
    public init?(passages: [SoughtPassage]) {
        guard !passages.isEmpty else { return nil }
        text = passages.map(\.text).joined(separator: ", ")
        letters = .ignored
        (bytes, borders) = ([], [])
        self.passages = passages
    }

    /// Where it stands in a text that was folded as `letters` says, from the first place on, none within another.
    /// Linear in the text.
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
