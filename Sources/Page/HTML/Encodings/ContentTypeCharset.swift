/// The `charset` parameter of a Content-Type header (MIME Sniffing Standard §4.4).
public enum ContentTypeCharset {
    /// Returns the encoding in the value of a header, such as `text/html; charset="gb2312"`; nil if there is
    /// none, or it is unknown. The first of several parameters applies. Linear.
    public static func encoding(in value: some Collection<UInt8>) -> CharacterEncoding? {
        label(in: value).flatMap { CharacterEncoding(label: $0) }
    }

    /// Returns the value of the parameter as written, known or not; nil if there is none.
    static func label(in value: some Collection<UInt8>) -> [UInt8]? {
        var rest = Array(value)[...]
        while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
            rest = rest[(semicolon + 1)...].drop { ASCII.isBlank($0) }
            let name = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
            rest = rest[name.endIndex...]
            guard rest.first == UInt8(ascii: "=") else { continue }
            let text = parameter(&rest)
            if ASCII.equal(name, "charset"), !text.isEmpty { return text }
        }
        return nil
    }

    /// Reads the value after `=`, and leaves the rest at the next semicolon or the end.
    private static func parameter(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        rest = rest.dropFirst()
        guard rest.first == UInt8(ascii: "\"") else {
            let text = rest.prefix { $0 != UInt8(ascii: ";") }
            rest = rest[text.endIndex...]
            return Array(text)
        }
        var text: [UInt8] = []
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return text
    }
}
