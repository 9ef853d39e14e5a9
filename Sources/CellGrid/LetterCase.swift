import CUtf8proc

/// Letters in another case, by Unicode's simple mappings.
public enum LetterCase: Sendable {
    /// All letters as capitals, or as small letters.
    case upper, lower
    /// The first letter of each word as a capital.
    case capitalized

    /// The same text with its letters in this case. Linear.
    ///
    /// The result is as long as the text, so that offsets stay what they are: a letter whose other case takes
    /// another number of bytes stays as it is, as do bytes that are no UTF-8.
    /// - Parameter isInWord: Whether the text goes on with a word that began before it.
    public func applied(to text: ArraySlice<UInt8>, isInWord: Bool = false) -> [UInt8] {
        var result = Array(text)
        var isInWord = isInWord
        var index = 0
        while index < result.count {
            let byte = result[index]
            if byte < 0x80 {
                let isLetter = (byte | 0x20) &- 0x61 < 26
                if isLetter, changes(isInWord) { result[index] = self == .lower ? byte | 0x20 : byte & 0xDF }
                isInWord = isLetter || byte &- 0x30 < 10 || byte == 0x27
                index += 1
                continue
            }
            guard let scalar = UTF8Scalar(in: result.span, at: index) else {
                index += 1
                continue
            }
            if changes(isInWord) { put(mapped(scalar.value), over: scalar.length, at: index, in: &result) }
            isInWord = Self.isLetter(scalar.value) || isInWord && Self.isPassedOver(scalar.value)
            index += scalar.length
        }
        return result
    }

    /// Whether text that follows this place goes on with a word.
    /// - Parameter end: Where a scalar of the text ends.
    public static func isInWord(behind text: Span<UInt8>, _ end: Int) -> Bool {
        var start = end - 1
        while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0, let scalar = UTF8Scalar(in: text, at: start) else { return false }
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x27: return true
        case ..<0x80: return false
        default: return isLetter(scalar.value)
        }
    }

    private func changes(_ isInWord: Bool) -> Bool {
        switch self {
        case .upper, .lower: true
        case .capitalized: !isInWord
        }
    }

    private func mapped(_ value: UInt32) -> UInt32 {
        let mapped =
            switch self {
            case .upper: utf8proc_toupper(Int32(value))
            case .lower: utf8proc_tolower(Int32(value))
            case .capitalized: utf8proc_totitle(Int32(value))
            }
        return mapped < 0 ? value : UInt32(mapped)
    }

    private static func isLetter(_ value: UInt32) -> Bool {
        // Letters are the first categories, numbers and marks stand within words, U+2019 is an apostrophe.
        switch utf8proc_category(Int32(value)) {
        case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM,
            UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ND:
            true
        default: value == 0x2019
        }
    }

    /// Whether the scalar shows nothing and ends no word, as a soft hyphen.
    private static func isPassedOver(_ value: UInt32) -> Bool {
        value != 0x200B && utf8proc_category(Int32(value)) == UTF8PROC_CATEGORY_CF
    }

    private func put(_ value: UInt32, over length: Int, at index: Int, in bytes: inout [UInt8]) {
        guard let scalar = Unicode.Scalar(value), let units = Unicode.UTF8.encode(scalar),
            units.count == length
        else { return }
        for (offset, unit) in units.enumerated() { bytes[index + offset] = unit }
    }
}
