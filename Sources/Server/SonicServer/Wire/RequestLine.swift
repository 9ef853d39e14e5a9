/// The request line (RFC 9112 §3).
enum RequestLine {
    /// Checks a line against the grammar: a method, a target and a version, separated by one blank each. The target
    /// itself is checked by `RequestScrutiny`.
    static func check(_ line: UnsafeRawBufferPointer) throws(RequestFault) {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), last > first + 1,
            line[..<first].allSatisfy(isTokenByte), first > 0,
            // A blank or a tab within the target.
            line[(first + 1)..<last].allSatisfy({ $0 > 0x20 })
        else { throw .requestLine }
        let version = line[(last + 1)...]
        guard version.count == 8, version.starts(with: "HTTP/".utf8), isDigit(version[last + 6]),
            version[last + 7] == UInt8(ascii: "."), isDigit(version[last + 8])
        else { throw .requestLine }
        guard version[last + 6] == UInt8(ascii: "1") else { throw .version }
    }

    /// Returns the method and the target of a line, as far as present, for display.
    static func parts(_ line: [UInt8]) -> (method: String, target: String) {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        return (
            String(decoding: parts.first ?? [], as: UTF8.self),
            String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
        )
    }

    /// Returns whether a byte is allowed in a token (RFC 9110 §5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
