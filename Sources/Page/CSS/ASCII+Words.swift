import HTML

extension ASCII {
    /// Returns the next word of a whitespace-separated list; nil after the last one.
    static func nextWord(in list: ArraySlice<UInt8>, from index: inout Int) -> ArraySlice<UInt8>? {
        while index < list.endIndex, isBlank(list[index]) { index += 1 }
        let start = index
        while index < list.endIndex, !isBlank(list[index]) { index += 1 }
        return index > start ? list[start..<index] : nil
    }

    /// Whether the byte is a hexadecimal digit.
    static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
}
