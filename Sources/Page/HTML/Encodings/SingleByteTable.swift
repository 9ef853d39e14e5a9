/// The characters of the bytes from 0x80 on in a single-byte encoding, by the system's table and, if that
/// differs, by the standard's (Encoding Standard §9).
struct SingleByteTable: Sendable {
    /// The characters from 0x80 on in UTF-8, concatenated.
    private let text: [UInt8]
    /// The start of each character, and the end of the last.
    private let starts: [UInt16]

    /// Converts each byte once with the system's table.
    init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        var text: [UInt8] = []
        var starts: [UInt16] = [0]
        // Without a table every byte is invalid, on every machine alike.
        let controls: Range<UInt8> = conversion.lacks(encoding) ? 0..<0 : 0..<0xA0
        for byte in UInt8(0x80)...0xFF {
            if let scalar = Self.ours(byte, encoding) {
                UTF16Bytes.append(scalar, to: &text)
            } else {
                // One at a time: some of the system's tables combine letters with the marks that follow.
                _ = conversion.convert(encoding, [byte], &text) { bytes, output in
                    // A byte undefined in Windows is a Latin-1 control character.
                    UTF16Bytes.append(controls.contains(byte) ? UInt32(byte) : 0xFFFD, to: &output)
                    return 1
                }
            }
            starts.append(UInt16(truncatingIfNeeded: text.count))
        }
        self.text = text
        self.starts = starts
    }

    /// Decodes all bytes and appends them to the output.
    func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count)
        let bytes = bytes.span
        let text = text.span
        let starts = starts.span
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            guard byte >= 0x80 else {
                output.append(byte)
                continue
            }
            // One at a time: a slice costs more than the two bytes that most characters have.
            let index = Int(byte & 0x7F)
            var next = Int(starts[index])
            while next < Int(starts[index + 1]) {
                output.append(text[next])
                next += 1
            }
        }
    }

    /// Returns the standard's character if it differs from the system's table; otherwise nil.
    private static func ours(_ byte: UInt8, _ encoding: CharacterEncoding) -> UInt32? {
        switch (encoding, byte) {
        case (.userDefined, _): 0xF780 + UInt32(byte & 0x7F)
        case (.koi8U, 0xAE): 0x045E
        case (.koi8U, 0xBE): 0x040E
        case (.windows1255, 0xCA): 0x05BA
        case (.macintosh, 0xC6): 0x2206
        case (.macintosh, 0xF0): 0xF8FF
        case (.macCyrillic, 0xFF): 0x20AC
        default: nil
        }
    }
}
