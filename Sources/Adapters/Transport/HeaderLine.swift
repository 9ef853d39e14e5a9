import SonicProtocol

/// A request's header field in libcurl's form.
enum HeaderLine {
    /// Returns the line with a terminating zero byte, or nil if the name is not a token (RFC 9110 §5.6.2) or the value
    /// contains a byte that would end the line. A field without a value is written with a semicolon, which libcurl
    /// sends as a colon.
    static func bytes(of field: HeaderField) -> [UInt8]? {
        guard !field.nameBytes.isEmpty, field.nameBytes.allSatisfy(isToken),
            !field.valueBytes.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A })
        else { return nil }
        var line: [UInt8] = []
        line.reserveCapacity(field.nameBytes.count + field.valueBytes.count + 3)
        line += field.nameBytes
        if field.valueBytes.isEmpty {
            line.append(UInt8(ascii: ";"))
        } else {
            line.append(UInt8(ascii: ":"))
            line.append(UInt8(ascii: " "))
        }
        line += field.valueBytes
        line.append(0)
        return line
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
