import SonicProtocol

extension Array where Element == UInt8 {
    /// The bytes with `A`–`Z` as `a`–`z`.
    var folded: [UInt8] { map { Bytes.lowered($0) } }

    /// Returns a name in braces.
    static func braced(_ name: some Collection<UInt8>) -> [UInt8] {
        [UInt8(ascii: "{")] + name + [UInt8(ascii: "}")]
    }

    /// The pairs of braces with no brace between them, including the braces, in order. Linear.
    var braceGroups: [Range<Int>] {
        var groups: [Range<Int>] = []
        var start: Int?
        for (place, byte) in enumerated() {
            if byte == UInt8(ascii: "{") { start = place }
            if byte == UInt8(ascii: "}"), let from = start {
                groups.append(from..<place + 1)
                start = nil
            }
        }
        return groups
    }
}
