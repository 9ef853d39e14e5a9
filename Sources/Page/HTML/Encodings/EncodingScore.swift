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
        if contains(frequentGb18030, lead, trace) { return (frequent, 2) }
        switch lead {
        case 0xA1, 0xA3, 0xB0...0xD7: return (trace >= 0xA1 ? common : rare, 2)
        default: return (rare, 2)
        }
    }

    static func big5(_ bytes: ArraySlice<UInt8>) -> Worth {
        guard let (lead, trace) = pair(bytes), 0x81...0xFE ~= lead,
            0x40...0x7E ~= trace || 0xA1...0xFE ~= trace
        else { return nil }
        if contains(frequentBig5, lead, trace) { return (frequent, 2) }
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
        if contains(frequentEucKR, lead, trace) { return (frequent, 2) }
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

    // The most frequent characters of a language, as two bytes in an encoding, in ascending order.

    /// The 130 most frequent characters of simplified Chinese, including comma and full stop, in GBK.
    private static let frequentGb18030: [UInt16] = [
        0xA1A2, 0xA1A3, 0xA3AC, 0xB0D1, 0xB1BE, 0xB2BB, 0xB3A4, 0xB3C9, 0xB3F6, 0xB4CB, 0xB4D3, 0xB4F3,
        0xB5AB, 0xB5B1, 0xB5BD, 0xB5C0, 0xB5C3, 0xB5C4, 0xB5D8, 0xB5E3, 0xB6AF, 0xB6BC, 0xB6D4, 0xB6E0,
        0xB6F8, 0xB6FE, 0xB7A2, 0xB7A8, 0xB7BD, 0xB7D6, 0xB8DF, 0xB8F6, 0xB9A4, 0xB9AB, 0xB9FA, 0xB9FD,
        0xBAC3, 0xBACD, 0xBAF3, 0xBBB9, 0xBBD8, 0xBBE1, 0xBCD2, 0xBCFB, 0xBDAB, 0xBDF8, 0xBEAD, 0xBECD,
        0xBFAA, 0xBFB4, 0xBFC9, 0xC0B4, 0xC0CF, 0xC0ED, 0xC0EF, 0xC1BD, 0xC1CB, 0xC3B4, 0xC3BB, 0xC3C0,
        0xC3C7, 0xC3E6, 0xC3F7, 0xC4C7, 0xC4DC, 0xC4E3, 0xC4EA, 0xC6E4, 0xC6F0, 0xC7B0, 0xC8A5, 0xC8AB,
        0xC8BB, 0xC8CB, 0xC8D5, 0xC8E7, 0xC8FD, 0xC9CF, 0xC9ED, 0xC9F9, 0xC9FA, 0xCAB1, 0xCAB5, 0xCAC2,
        0xCAC7, 0xCAD6, 0xCBB5, 0xCBF9, 0xCBFB, 0xCCEC, 0xCDAC, 0xCDB7, 0xCDE2, 0xCEAA, 0xCEC4, 0xCED2,
        0xCEDE, 0xCFC2, 0xCFD6, 0xCFEB, 0xD0A1, 0xD0A9, 0xD0C4, 0xD0D0, 0xD1A7, 0xD1F9, 0xD2AA, 0xD2B2,
        0xD2BB, 0xD2D1, 0xD2D4, 0xD2E2, 0xD3C3, 0xD3D0, 0xD3D6, 0xD3DA, 0xD3EB, 0xD4C2, 0xD4DA, 0xD5E2,
        0xD6AA, 0xD6AE, 0xD6BB, 0xD6D0, 0xD6D6, 0xD6F7, 0xD7C5, 0xD7D3, 0xD7D4, 0xD7F7,
    ]

    /// The same for traditional Chinese, in Big5.
    private static let frequentBig5: [UInt16] = [
        0xA141, 0xA142, 0xA143, 0xA440, 0xA446, 0xA447, 0xA448, 0xA453, 0xA454, 0xA455, 0xA457, 0xA45D,
        0xA46A, 0xA46C, 0xA470, 0xA475, 0xA477, 0xA4A3, 0xA4A4, 0xA4A7, 0xA4BD, 0xA4C0, 0xA4D1, 0xA4DF,
        0xA4E2, 0xA4E5, 0xA4E8, 0xA4E9, 0xA4EB, 0xA544, 0xA548, 0xA54C, 0xA558, 0xA568, 0xA569, 0xA575,
        0xA57E, 0xA5BB, 0xA5CD, 0xA5CE, 0xA5FE, 0xA650, 0xA65E, 0xA661, 0xA662, 0xA668, 0xA66E, 0xA670,
        0xA67E, 0xA6A8, 0xA6B3, 0xA6B9, 0xA6D1, 0xA6D3, 0xA6DB, 0xA6E6, 0xA6FD, 0xA740, 0xA741, 0xA7DA,
        0xA7E2, 0xA853, 0xA8A3, 0xA8AD, 0xA8BA, 0xA8BD, 0xA8C6, 0xA8C7, 0xA8D3, 0xA8E2, 0xA8E4, 0xA8EC,
        0xA94D, 0xA9D2, 0xA9F3, 0xA9FA, 0xAA6B, 0xAABA, 0xAABE, 0xAAF8, 0xAB65, 0xABE1, 0xAC4F, 0xACB0,
        0xACDD, 0xACFC, 0xAD6E, 0xADB1, 0xADCC, 0xADD3, 0xAE61, 0xAEC9, 0xAFE0, 0xB05F, 0xB0AA, 0xB0CA,
        0xB0EA, 0xB14E, 0xB16F, 0xB171, 0xB27A, 0xB27B, 0xB36F, 0xB3A3, 0xB44E, 0xB54C, 0xB54D, 0xB56F,
        0xB5DB, 0xB669, 0xB67D, 0xB74E, 0xB751, 0xB77C, 0xB7ED, 0xB867, 0xB944, 0xB94C, 0xB9EA, 0xB9EF,
        0xBAD8, 0xBB50, 0xBBA1, 0xBBF2, 0xBCCB, 0xBEC7, 0xC059, 0xC16E, 0xC1D9, 0xC249,
    ]

    /// The 75 most frequent syllables of Korean, in EUC-KR.
    private static let frequentEucKR: [UInt16] = [
        0xB0A1, 0xB0CD, 0xB0D4, 0xB0E6, 0xB0ED, 0xB0F8, 0xB0FA, 0xB1B8, 0xB1B9, 0xB1D7, 0xB1E2, 0xB1EE,
        0xB3AA, 0xB3E2, 0xB4C2, 0xB4D9, 0xB4EB, 0xB5B5, 0xB5BF, 0xB5E9, 0xB5EE, 0xB6F3, 0xB7CE, 0xB8A6,
        0xB8AE, 0xB8B6, 0xB8B8, 0xB8E9, 0xB8F0, 0xB9CC, 0xBAB8, 0xBACE, 0xBAF1, 0xBBE7, 0xBBF3, 0xBCAD,
        0xBCBA, 0xBCD2, 0xBCF6, 0xBDBA, 0xBDC3, 0xBDC5, 0xBEC6, 0xBEC8, 0xBEEE, 0xBFA1, 0xBFA9, 0xBFCD,
        0xBFE4, 0xBFEC, 0xBFF8, 0xC0A7, 0xC0AF, 0xC0B8, 0xC0BA, 0xC0BB, 0xC0C7, 0xC0CC, 0xC0CE, 0xC0CF,
        0xC0D6, 0xC0DA, 0xC0E5, 0xC0FB, 0xC0FC, 0xC1A4, 0xC1A6, 0xC1B6, 0xC1D6, 0xC1F6, 0xC6AE, 0xC7CF,
        0xC7D1, 0xC7D8, 0xC8AD,
    ]

    /// Whether a table contains these two bytes. Logarithmic.
    private static func contains(_ table: [UInt16], _ lead: UInt8, _ trail: UInt8) -> Bool {
        let code = UInt16(lead) << 8 | UInt16(trail)
        let place = table.partitionPoint(while: { $0 < code })
        return place < table.count && table[place] == code
    }
}
