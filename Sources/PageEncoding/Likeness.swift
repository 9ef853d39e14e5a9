import Markup

/// How much bytes look like text in one encoding: points, and the characters outside ASCII they are for.
struct Likeness {
    /// All points.
    private(set) var points = 0
    /// The characters they were given for.
    private(set) var characters = 0

    /// The points of a hundred characters.
    var average: Int { points * 100 / max(1, characters) }

    // What one character is worth. A few faults outweigh much, since text in its own encoding has hardly any.
    private static let frequent = 4
    private static let kana = 3
    private static let common = 1
    private static let rare = -2
    private static let fault = -12

    private mutating func give(_ points: Int) {
        self.points += points
        characters += 1
    }

    // MARK: One byte a character

    /// As windows-1252: letters with accents stand alone among letters of ASCII, and dashes and quotation marks
    /// beside blanks or letters.
    static func western(_ bytes: ArraySlice<UInt8>) -> Likeness {
        var likeness = Likeness()
        for index in bytes.indices where bytes[index] >= 0x80 {
            let before = index > bytes.startIndex ? bytes[index - 1] : 0x20
            let after = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            let isAlone = before < 0x80 && after < 0x80
            switch bytes[index] {
            case 0x81, 0x8D, 0x8F, 0x90, 0x9D: likeness.give(fault)
            case 0xC0...0xFF:
                let isInWord = ASCII.isLetter(before) || ASCII.isLetter(after)
                likeness.give(isAlone ? (isInWord ? 2 : 0) : rare)
            case 0x85, 0x91...0x97, 0x99, 0xA0, 0xA3, 0xA7, 0xA9, 0xAB, 0xAE, 0xB0, 0xB7, 0xBB, 0x80:
                likeness.give(isAlone ? common : 0)
            default: likeness.give(isAlone ? -1 : rare)
            }
        }
        return likeness
    }

    /// As windows-1251: letters in words, and no capital behind a small letter.
    static func cyrillic(_ bytes: ArraySlice<UInt8>) -> Likeness {
        var likeness = Likeness()
        for index in bytes.indices where bytes[index] >= 0x80 {
            let before = index > bytes.startIndex ? bytes[index - 1] : 0x20
            let after = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            switch bytes[index] {
            case 0x98: likeness.give(fault)
            case 0xC0...0xDF where before >= 0xE0: likeness.give(-4)
            case 0xC0...0xFF, 0xA8, 0xB8, 0xAA, 0xAF, 0xB2, 0xB3, 0xBA, 0xBF:
                if ASCII.isLetter(before) || ASCII.isLetter(after) {
                    likeness.give(rare)
                } else {
                    likeness.give(before >= 0xC0 || after >= 0xC0 ? 2 : common)
                }
            case 0x85, 0x91...0x97, 0xA0, 0xA9, 0xAB, 0xB9, 0xBB: likeness.give(0)
            default: likeness.give(rare)
            }
        }
        return likeness
    }

    // MARK: Two bytes a character

    /// Points for a character and its length in bytes; nil when bytes that begin so are none.
    typealias Worth = (points: Int, length: Int)?

    /// As an encoding of East Asia, by the rows of its tables that text is made of.
    /// - Parameter worth: What the character is worth that begins with these up to four bytes.
    static func eastern(_ bytes: ArraySlice<UInt8>, _ worth: (ArraySlice<UInt8>) -> Worth) -> Likeness {
        var likeness = Likeness()
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let lead = bytes[index]
            guard lead >= 0x80 else {
                index += 1
                continue
            }
            guard let character = worth(bytes[index...].prefix(4)) else {
                // A character that the window cuts tells nothing.
                if index + 1 == bytes.endIndex { break }
                likeness.give(fault)
                index += 1
                continue
            }
            likeness.give(character.points)
            index += character.length
        }
        return likeness
    }

    static func gb18030(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trail) = pair(bytes), 0x81...0xFE ~= lead else { return nil }
        if 0x30...0x39 ~= trail {
            let rest = bytes.dropFirst(2)
            guard rest.count == 2, let third = rest.first, let fourth = rest.last, 0x81...0xFE ~= third,
                0x30...0x39 ~= fourth
            else { return nil }
            return (rare, 4)
        }
        guard trail >= 0x40, trail != 0x7F, trail != 0xFF else { return nil }
        if FrequentCharacters.contains(FrequentCharacters.gb18030, lead, trail) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xA3, 0xB0...0xD7: return (trail >= 0xA1 ? common : rare, 2)
        default: return (rare, 2)
        }
    }

    static func big5(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trail) = pair(bytes), 0x81...0xFE ~= lead,
            0x40...0x7E ~= trail || 0xA1...0xFE ~= trail
        else { return nil }
        if FrequentCharacters.contains(FrequentCharacters.big5, lead, trail) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xA4...0xC6: return (common, 2)
        default: return (rare, 2)
        }
    }

    static func eucKR(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trail) = pair(bytes), 0x81...0xFE ~= lead else { return nil }
        switch trail {
        case 0x41...0x5A, 0x61...0x7A, 0x81...0xFE: break
        default: return nil
        }
        if FrequentCharacters.contains(FrequentCharacters.eucKR, lead, trail) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xB0...0xC8: return (trail >= 0xA1 ? common : rare, 2)
        default: return (rare, 2)
        }
    }

    static func eucJP(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trail) = pair(bytes) else { return nil }
        switch (lead, trail) {
        case (0x8E, 0xA1...0xDF): return (rare, 2)
        case (0x8F, 0xA1...0xFE): return (rare, 3)
        case (0xA4, 0xA1...0xF3), (0xA5, 0xA1...0xF6): return (kana, 2)
        case (0xA1, 0xA1...0xFE), (0xA3, 0xA1...0xFE), (0xB0...0xCF, 0xA1...0xFE): return (common, 2)
        case (0xA1...0xFE, 0xA1...0xFE): return (rare, 2)
        default: return nil
        }
    }

    static func shiftJIS(_ bytes: ArraySlice<UInt8>) -> Worth {
        // A katakana of half width.
        if let lead = bytes.first, 0xA1...0xDF ~= lead { return (rare, 1) }
        guard let (lead, trail) = pair(bytes), trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return nil }
        switch (lead, trail) {
        case (0x82, 0x9F...0xF1), (0x83, 0x40...0x96): return (kana, 2)
        case (0x81, _), (0x82, _), (0x88...0x97, _): return (common, 2)
        case (0x83...0x87, _), (0x98...0x9F, _), (0xE0...0xFC, _): return (rare, 2)
        default: return nil
        }
    }

    private static func pair(_ bytes: ArraySlice<UInt8>) -> (lead: UInt8, trail: UInt8)? {
        guard let lead = bytes.first, let trail = bytes.dropFirst().first else { return nil }
        return (lead, trail)
    }
}
