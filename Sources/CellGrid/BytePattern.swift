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
}
