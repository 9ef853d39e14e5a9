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
