/// A host and an optional port, as `Host` and an address have them (RFC 9110 §7.2, RFC 3986 §3.2).
enum Authority {
    /// Whether bytes are one, or empty. A user's name is none of it.
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

    /// Nothing, or a colon with digits behind it, of which there may be none.
    private static func isPort(_ bytes: some Collection<UInt8>) -> Bool {
        guard let colon = bytes.first else { return true }
        let digits = bytes.dropFirst()
        guard colon == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }

    /// Unreserved characters, delimiters of parts, and the sign of what is encoded.
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
