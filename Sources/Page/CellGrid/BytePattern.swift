/// Bytes that are looked for in others, in time linear in those (Knuth, Morris and Pratt 1977).
public enum BytePattern {
    /// For each byte how many before it, and it, are the first ones again. Linear.
    public static func borders(of bytes: [UInt8]) -> [Int] {
        var borders = Array(repeating: 0, count: bytes.count)
        for index in bytes.indices.dropFirst() {
            var length = borders[index - 1]
            while length > 0, bytes[length] != bytes[index] { length = borders[length - 1] }
            borders[index] = bytes[length] == bytes[index] ? length + 1 : 0
        }
        return borders
    }

    /// Where bytes stand in others, from the first place on, none within another. Linear in the others.
    /// - Parameters:
    ///   - sought: What is looked for; not empty.
    ///   - borders: Its `borders`.
    ///   - text: What is looked through.
    public static func places(
        of sought: [UInt8], borders: [Int], in text: borrowing Span<UInt8>
    ) -> [Range<Int>] {
        var places: [Range<Int>] = []
        let (sought, borders) = (sought.span, borders.span)
        var length = 0
        for index in 0..<text.count {
            let byte = text[index]
            while length > 0, sought[length] != byte { length = borders[length - 1] }
            if sought[length] == byte { length += 1 }
            guard length == sought.count else { continue }
            length = 0
            places.append(index + 1 - sought.count..<index + 1)
        }
        return places
    }
}
