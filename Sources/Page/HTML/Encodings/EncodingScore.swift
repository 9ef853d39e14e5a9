/// The score of bytes as text in one encoding: points, and the number of characters outside ASCII they are for.
struct EncodingScore {
    /// The total of the points.
    private(set) var points = 0
    /// The number of scored characters.
    private(set) var characters = 0

    /// The points per character.
    var average: Int { points / max(1, characters) }

    /// Creates a score, empty by default.
    init(points: Int = 0, characters: Int = 0) { (self.points, self.characters) = (points, characters) }

    // The points of one character. A few faults outweigh much, since text in the correct encoding has hardly any.
    private static let frequent = 400
    private static let kana = 300
    private static let common = 100
    private static let rare = -200
    private static let fault = -1200

    private mutating func give(_ points: Int) {
        self.points += points
        characters += 1
    }

    // MARK: Two bytes per character

    /// The points of a character and its length in bytes; nil if the bytes do not begin with one.
    typealias Worth = (points: Int, length: Int)?

    /// Scores an East Asian encoding, by the rows of its tables that are common in text.
    /// - Parameter worth: Returns the points of the character that these up to four bytes begin with.
    static func eastern(_ bytes: ArraySlice<UInt8>, _ worth: (ArraySlice<UInt8>) -> Worth) -> EncodingScore {
        var score = EncodingScore()
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let lead = bytes[index]
            guard lead >= 0x80 else {
                index += 1
                continue
            }
            guard let character = worth(bytes[index...].prefix(4)) else {
                // A character cut by the window is not evidence.
                if index + 1 == bytes.endIndex { break }
                score.give(fault)
                index += 1
                continue
            }
            score.give(character.points)
            index += character.length
        }
        return score
    }

    static func gb18030(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trace) = pair(bytes), 0x81...0xFE ~= lead else { return nil }
        if 0x30...0x39 ~= trace {
            let rest = bytes.dropFirst(2)
            guard rest.count == 2, let third = rest.first, let fourth = rest.last, 0x81...0xFE ~= third,
                0x30...0x39 ~= fourth
            else { return nil }
            return (rare, 4)
        }
        guard trace >= 0x40, trace != 0x7F, trace != 0xFF else { return nil }
        if FrequentCharacters.contains(FrequentCharacters.gb18030, lead, trace) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xA3, 0xB0...0xD7: return (trace >= 0xA1 ? common : rare, 2)
        default: return (rare, 2)
        }
    }

    static func big5(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trace) = pair(bytes), 0x81...0xFE ~= lead,
            0x40...0x7E ~= trace || 0xA1...0xFE ~= trace
        else { return nil }
        if FrequentCharacters.contains(FrequentCharacters.big5, lead, trace) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xA4...0xC6: return (common, 2)
        default: return (rare, 2)
        }
    }

    static func eucKR(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trace) = pair(bytes), 0x81...0xFE ~= lead else { return nil }
        switch trace {
        case 0x41...0x5A, 0x61...0x7A, 0x81...0xFE: break
        default: return nil
        }
        if FrequentCharacters.contains(FrequentCharacters.eucKR, lead, trace) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xB0...0xC8: return (trace >= 0xA1 ? common : rare, 2)
        default: return (rare, 2)
        }
    }

    static func eucJP(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trace) = pair(bytes) else { return nil }
        switch (lead, trace) {
        case (0x8E, 0xA1...0xDF): return (rare, 2)
        case (0x8F, 0xA1...0xFE): return (rare, 3)
        case (0xA4, 0xA1...0xF3), (0xA5, 0xA1...0xF6): return (kana, 2)
        case (0xA1, 0xA1...0xFE), (0xA3, 0xA1...0xFE), (0xB0...0xCF, 0xA1...0xFE): return (common, 2)
        case (0xA1...0xFE, 0xA1...0xFE): return (rare, 2)
        default: return nil
        }
    }

    static func shiftJIS(_ bytes: ArraySlice<UInt8>) -> Worth {
        // A half-width katakana.
        if let lead = bytes.first, 0xA1...0xDF ~= lead { return (rare, 1) }
        guard let (lead, trace) = pair(bytes), trace >= 0x40, trace != 0x7F, trace <= 0xFC else { return nil }
        switch (lead, trace) {
        case (0x82, 0x9F...0xF1), (0x83, 0x40...0x96): return (kana, 2)
        case (0x81, _), (0x82, _), (0x88...0x97, _): return (common, 2)
        case (0x83...0x87, _), (0x98...0x9F, _), (0xE0...0xFC, _): return (rare, 2)
        default: return nil
        }
    }

    private static func pair(_ bytes: ArraySlice<UInt8>) -> (lead: UInt8, trace: UInt8)? {
        guard let lead = bytes.first, let trace = bytes.dropFirst().first else { return nil }
        return (lead, trace)
    }
}
