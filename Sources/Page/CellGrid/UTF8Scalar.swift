/// One scalar read from UTF-8 (Unicode 15 §3.9, table 3-7): overlong forms and surrogates are not scalars.
public struct UTF8Scalar {
    /// The code point.
    public let value: UInt32
    /// The number of bytes, 1 to 4.
    public let length: Int

    /// The scalar at `offset`; nil at the end and if the bytes are not UTF-8.
    public init?(in bytes: Span<UInt8>, at offset: Int) {
        guard offset < bytes.count else { return nil }
        let lead = bytes[offset]
        var lower: UInt8 = 0x80
        var upper: UInt8 = 0xBF
        var value: UInt32
        switch lead {
        case 0..<0x80:
            self.value = UInt32(lead)
            length = 1
            return
        case 0xC2...0xDF: (length, value) = (2, UInt32(lead & 0x1F))
        case 0xE0...0xEF: (length, value) = (3, UInt32(lead & 0x0F))
        case 0xF0...0xF4: (length, value) = (4, UInt32(lead & 0x07))
        default: return nil
        }
        switch lead {
        case 0xE0: lower = 0xA0
        case 0xED: upper = 0x9F
        case 0xF0: lower = 0x90
        case 0xF4: upper = 0x8F
        default: break
        }
        guard offset + length <= bytes.count else { return nil }
        for index in offset + 1..<offset + length {
            let byte = bytes[index]
            guard byte >= lower, byte <= upper else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
            (lower, upper) = (0x80, 0xBF)
        }
        self.value = value
    }
}
