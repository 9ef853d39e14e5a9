/// Conversion from UTF-16 to UTF-8 (Encoding Standard §14.2); unpaired surrogates become U+FFFD.
enum UTF16Bytes {
    /// Decodes complete characters, appends them to the output, and returns the number of bytes consumed.
    static func decode(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, to output: inout [UInt8]) -> Int {
        func unit(_ index: Int) -> UInt32? {
            guard index + 1 < bytes.endIndex else { return nil }
            let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var index = bytes.startIndex
        while let first = unit(index) {
            if first & 0xFC00 == 0xD800 {
                guard let second = unit(index + 2) else { break }
                if second & 0xFC00 == 0xDC00 {
                    append(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF), to: &output)
                    index += 4
                    continue
                }
            }
            append(first & 0xF800 == 0xD800 ? 0xFFFD : first, to: &output)
            index += 2
        }
        return index - bytes.startIndex
    }

    /// Appends a scalar value in UTF-8; it must not be a surrogate.
    static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func last(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
        let top = { (shift: UInt32) in UInt8(truncatingIfNeeded: scalar >> shift) }
        switch scalar {
        case 0..<0x80: output.append(top(0))
        case 0x80..<0x800: output += [0xC0 | top(6), last(0)]
        case 0x800..<0x10000: output += [0xE0 | top(12), last(6), last(0)]
        default: output += [0xF0 | top(18), last(12), last(6), last(0)]
        }
    }
}
