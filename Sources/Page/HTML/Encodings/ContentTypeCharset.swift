/// The parameter `charset` of a Content-Type header (MIME Sniffing Standard §4.4).
public enum ContentTypeCharset {
    /// The encoding a header's value names, such as `text/html; charset="gb2312"`; nil when it names none, or
    /// none that is known. Of several parameters the first counts. Linear.
    public static func encoding(in value: some Collection<UInt8>) -> CharacterEncoding? {
        label(in: value).flatMap { CharacterEncoding(label: $0) }
    }

    /// The name that the parameter has, as it stands there, known or not; nil for none.
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

    /// Reads the value behind `=`, and leaves the rest at the next semicolon or the end.
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
