/// Functions on ASCII bytes.
public enum ASCII {
    /// Returns the byte with `A`–`Z` mapped to `a`–`z`; other bytes are unchanged.
    @inline(__always)
    public static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// Whether the byte is a letter.
    @inline(__always)
    public static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a decimal digit.
    @inline(__always)
    public static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// Whether the byte is ASCII whitespace as HTML defines it: space, tab, line feed, form feed, carriage return.
    @inline(__always)
    public static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    /// Returns the value of a hexadecimal digit; nil for another byte.
    static func hexadecimal(_ byte: UInt8) -> UInt32? {
        if isDigit(byte) { return UInt32(byte &- 0x30) }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? UInt32(letter) + 10 : nil
    }

    /// Whether the bytes equal the text, ASCII case-insensitively; the text is in lower case.
    public static func equal(_ bytes: ArraySlice<UInt8>, _ text: StaticString) -> Bool {
        equal(bytes.span, text)
    }

    /// Whether the bytes equal the text, ASCII case-insensitively; the text is in lower case.
    public static func equal(_ bytes: [UInt8], _ text: StaticString) -> Bool { equal(bytes.span, text) }

    private static func equal(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { text in
            var index = 0
            while index < text.count, lowered(bytes[index]) == text[index] { index &+= 1 }
            return index == text.count
        }
    }
}
