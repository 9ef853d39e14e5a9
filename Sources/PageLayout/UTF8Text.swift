/// Reading text that is known to be UTF-8, as far as a lead byte says; broken text gives some other scalar.
enum UTF8Text {
    /// The bytes of a scalar that begins with this one, 1 to 4.
    static func length(_ lead: UInt8) -> Int {
        lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    }

    /// The value of the scalar at an offset below the count.
    static func scalar(in text: Span<UInt8>, at offset: Int) -> UInt32 {
        let lead = text[offset]
        let length = length(lead)
        if length == 1 || offset + length > text.count { return UInt32(lead) }
        var value = UInt32(lead & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07))
        for index in offset + 1..<offset + length { value = value << 6 | UInt32(text[index] & 0x3F) }
        return value
    }
}
