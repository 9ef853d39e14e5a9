/// A host and an optional port, as in `Host` and in addresses (RFC 9110 §7.2, RFC 3986 §3.2).
enum Authority {
    /// Returns whether bytes are an authority, or empty. User information is not allowed.
    static func isValid(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            return !address.isEmpty && address.allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
                && isPort(bytes[bytes.index(after: end)...])
        }
        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        return name.allSatisfy(isNameByte) && isPort(bytes[name.endIndex...])
            && (!name.isEmpty || bytes.isEmpty)
    }

    /// Returns whether bytes are empty, or a colon followed by a possibly empty port number.
    private static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }

    /// Unreserved characters, sub-delimiters, and the percent sign.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
