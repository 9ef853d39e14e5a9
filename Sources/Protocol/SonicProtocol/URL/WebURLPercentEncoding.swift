/// A percent-encode set of the WHATWG standard (§1.3): the bytes that a part of a URL writes as `%XX`. Non-ASCII bytes
/// are in every set.
struct PercentEncodeSet: Sendable {
    /// One bit for each ASCII byte.
    private var members: (low: UInt64, high: UInt64)

    /// Control characters only.
    static let c0Control = PercentEncodeSet(members: (0xFFFF_FFFF, 1 << 63))
    /// For fragments.
    static let fragment = c0Control.adding(" \"<>`")
    /// For queries.
    static let query = c0Control.adding(" \"#<>")
    /// For queries of special schemes.
    static let specialQuery = query.adding("'")
    /// For path segments.
    static let path = query.adding("?^`{}")
    /// For paths of files, in which every character is literal; in HTML, too.
    static let filePath = path.adding("%&':\\|")
    /// For user names and passwords.
    static let userinfo = path.adding("/:;=@[\\]|")

    /// Whether this byte is written as `%XX`.
    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return members.low >> UInt64(byte) & 1 == 1 }
        if byte < 128 { return members.high >> UInt64(byte - 64) & 1 == 1 }
        return true
    }

    /// Appends the bytes, with those of the set percent-encoded. A `%` of the input is kept.
    func encode(_ bytes: some Sequence<UInt8>, into result: inout [UInt8]) {
        for byte in bytes {
            if contains(byte) { Self.append(byte, to: &result) } else { result.append(byte) }
        }
    }

    /// Appends a byte as `%XX`.
    static func append(_ byte: UInt8, to result: inout [UInt8]) {
        let digits = StaticString("0123456789ABCDEF").utf8Start
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 15)])
    }

    /// Returns the bytes as text, with those of the set percent-encoded.
    func encoded(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(where: contains) else { return String(decoding: bytes, as: UTF8.self) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        encode(bytes, into: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the bytes with every `%XX` replaced by its byte. Any other `%` is kept.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] { decoding(bytes).bytes }

    /// Percent-decodes the bytes; nil if any `%` does not begin a valid `%XX`.
    static func decodedStrictly(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        let (bytes, isWellFormed) = decoding(bytes)
        return isWellFormed ? bytes : nil
    }

    private static func decoding(_ bytes: ArraySlice<UInt8>) -> (bytes: [UInt8], isWellFormed: Bool) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isWellFormed = true
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            if let high = rest.first?.hexadecimalValue, let low = rest.dropFirst().first?.hexadecimalValue {
                result.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte)
                isWellFormed = false
            }
        }
        return (result, isWellFormed)
    }

    private func adding(_ characters: StaticString) -> PercentEncodeSet {
        var set = self
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 {
                    set.members.low |= 1 << UInt64(byte)
                } else {
                    set.members.high |= 1 << UInt64(byte - 64)
                }
            }
        }
        return set
    }
}
