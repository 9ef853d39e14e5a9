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

/// A passage of a text, given by its first and last words, with optional context before and after it that is not part
/// of it. Case is ignored, and only whole words match.
public struct SoughtPassage: Hashable, Sendable {
    private let prefix: SoughtText?
    private let start: SoughtText
    private let end: SoughtText?
    private let suffix: SoughtText?

    /// A passage; nil if the start is empty.
    /// - Parameters:
    ///   - prefix: The text before it; empty for any.
    ///   - start: The text it begins with.
    ///   - end: The text it ends with; empty if the passage is the start alone.
    ///   - suffix: The text after it; empty for any.
    public init?(prefix: String, start: String, end: String, suffix: String) {
        guard let start = SoughtText(start.lowercased()) else { return nil }
        self.start = start
        self.prefix = SoughtText(prefix.lowercased())
        self.end = SoughtText(end.lowercased())
        self.suffix = SoughtText(suffix.lowercased())
    }

    /// The texts it begins and ends with.
    var text: String { ([start.text] + (end.map { [$0.text] } ?? [])).joined(separator: " … ") }

    /// Returns the first match in a text, or nil. Linear, except for matches of the start that are not a match of the
    /// passage.
    func place(in text: FoldedText) -> Range<Int>? {
        let bytes = text.bytes
        let before = prefix.map { Set($0.places(in: text).map { Self.skip(bytes, from: $0.upperBound) }) }
        let behind = suffix.map { suffix in
            Set(suffix.places(in: text).map { Self.skipBack(bytes, from: $0.lowerBound) })
        }
        let ends = end?.places(in: text).filter {
            Self.isWhole($0, bytes) && behind?.contains($0.upperBound) ?? true
        }
        for place in start.places(in: text) where Self.isWhole(place, bytes) {
            if let before, !before.contains(place.lowerBound) { continue }
            guard let ends else {
                if behind?.contains(place.upperBound) ?? true { return place }
                continue
            }
            if let end = ends.first(where: { $0.lowerBound >= place.upperBound }) {
                return place.lowerBound..<end.upperBound
            }
        }
        return nil
    }

    /// Returns the next place that is neither a blank nor a break between parts of the page.
    private static func skip(_ bytes: [UInt8], from place: Int) -> Int {
        var place = place
        while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0 { place += 1 }
        return place
    }

    private static func skipBack(_ bytes: [UInt8], from place: Int) -> Int {
        var place = place
        while place > 0, bytes[place - 1] == 0x20 || bytes[place - 1] == 0 { place -= 1 }
        return place
    }

    /// Whether both ends of a range are at word boundaries.
    private static func isWhole(_ place: Range<Int>, _ bytes: [UInt8]) -> Bool {
        !isWithinWord(place.lowerBound, bytes) && !isWithinWord(place.upperBound, bytes)
    }

    /// Whether there are letters or digits on both sides of a place. Scripts without blanks have no word boundaries to
    /// check.
    private static func isWithinWord(_ place: Int, _ bytes: [UInt8]) -> Bool {
        guard place > 0, place < bytes.count else { return false }
        var first = place - 1
        while first > 0, bytes[first] & 0xC0 == 0x80 { first -= 1 }
        let before = String(decoding: bytes[first..<place], as: UTF8.self).unicodeScalars.first
        let after = String(decoding: bytes[place..<min(bytes.count, place + 4)], as: UTF8.self).unicodeScalars
            .first
        guard let before, let after else { return false }
        return isLetter(before) && isLetter(after)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return (properties.isAlphabetic || properties.numericType != nil) && !properties.isIdeographic
            && !(0x3040...0x30FF).contains(scalar.value) && !(0x0E00...0x0EFF).contains(scalar.value)
    }
}
