import SonicProtocol

/// A request's header field in the form that libcurl takes.
enum HeaderLine {
    /// The line with a final zero byte, or nil when the name is no token (RFC 9110 §5.6.2) or the value holds
    /// a byte that would end the line. A field without value is written with a semicolon, which libcurl sends
    /// as a colon.
    static func bytes(of field: HeaderField) -> [UInt8]? {
        guard !field.nameBytes.isEmpty, field.nameBytes.allSatisfy(isToken),
            !field.valueBytes.contains(where: { $0 == 0 || $0 == 0x0D || $0 == 0x0A })
        else { return nil }
        return field.nameBytes + (field.valueBytes.isEmpty ? ";".utf8 : ": ".utf8) + field.valueBytes + [0]
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
