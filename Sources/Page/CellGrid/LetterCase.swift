import CUtf8proc

/// A conversion of letter case by Unicode's full mappings: ß becomes SS, and a sigma at the end of a word becomes ς.
public enum LetterCase: Sendable {
    /// All letters in upper case, or in lower case.
    case upper, lower
    /// The first letter of each word in upper (title) case.
    case capitalized

    /// Returns the text with its letters in this case. Linear.
    /// - Parameter isInWord: Whether the text continues a word that began before it.
    public func applied(to text: ArraySlice<UInt8>, isInWord: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        visit(text, isInWord: isInWord) { part, _ in result += part }
        return result
    }

    /// Passes the text with its letters in this case to `part`, part by part. Linear.
    ///
    /// Within a part, each byte corresponds to one byte of the text, so that offsets are preserved; a character whose
    /// length in bytes changes is a separate part. Bytes that are not UTF-8 are unchanged.
    /// - Parameters:
    ///   - isInWord: Whether the text continues a word that began before it.
    ///   - part: Receives a part and its offset in the text.
    public func visit(_ text: ArraySlice<UInt8>, isInWord: Bool = false, _ part: ([UInt8], Int) -> Void) {
        var bytes = Array(text)
        var isInWord = isInWord
        var (start, index) = (0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                let isLetter = (byte | 0x20) &- 0x61 < 26
                if isLetter, changes(isInWord) { bytes[index] = self == .lower ? byte | 0x20 : byte & 0xDF }
                isInWord = isLetter || byte &- 0x30 < 10 || byte == 0x27
                index += 1
                continue
            }
            guard let scalar = UTF8Scalar(in: bytes.span, at: index) else {
                index += 1
                continue
            }
            let next = index + scalar.length
            if changes(isInWord) {
                let isLast = scalar.value == 0x3A3 && isInWord && !Self.goesOn(bytes.span, next)
                let mapped = isLast && self == .lower ? [0xCF, 0x82] : self.mapped(scalar.value)
                if mapped.count == scalar.length {
                    for (offset, unit) in mapped.enumerated() { bytes[index + offset] = unit }
                } else if !mapped.isEmpty {
                    if start < index { part(Array(bytes[start..<index]), start) }
                    part(mapped, index)
                    start = next
                }
            }
            isInWord = Self.isLetter(scalar.value) || isInWord && Self.isPassedOver(scalar.value)
            index = next
        }
        if start < bytes.count { part(start == 0 ? bytes : Array(bytes[start...]), start) }
    }

    /// Whether the word continues with a letter here.
    private static func goesOn(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
        var index = start
        while index < bytes.count, let scalar = UTF8Scalar(in: bytes, at: index) {
            guard isPassedOver(scalar.value) || scalar.value == 0x2019 || scalar.value == 0x27 else {
                return scalar.value < 0x80 ? (scalar.value | 0x20) &- 0x61 < 26 : isLetter(scalar.value)
            }
            index += max(1, scalar.length)
        }
        return false
    }

    /// Whether text that follows this place continues a word.
    /// - Parameter end: The end of a scalar of the text.
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

    /// Returns a scalar in this case, in UTF-8; empty if it is unchanged.
    private func mapped(_ value: UInt32) -> [UInt8] {
        // Ideographs, syllables and similar characters have no case.
        guard !(0x2E80..<0xA640).contains(value), !(0xAC00..<0xFB00).contains(value),
            let scalar = Unicode.Scalar(value)
        else { return [] }
        let properties = scalar.properties
        let mapped =
            switch self {
            case .upper: properties.uppercaseMapping
            case .lower: properties.lowercaseMapping
            case .capitalized: properties.titlecaseMapping
            }
        return mapped.unicodeScalars.elementsEqual([scalar]) ? [] : Array(mapped.utf8)
    }

    private static func isLetter(_ value: UInt32) -> Bool {
        // Letters are the first categories; numbers and marks are part of words; U+2019 is an apostrophe.
        switch utf8proc_category(Int32(value)) {
        case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT, UTF8PROC_CATEGORY_LM,
            UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ND:
            true
        default: value == 0x2019
        }
    }

    /// Whether the scalar is invisible and does not end a word, such as a soft hyphen.
    private static func isPassedOver(_ value: UInt32) -> Bool {
        value != 0x200B && utf8proc_category(Int32(value)) == UTF8PROC_CATEGORY_CF
    }
}
