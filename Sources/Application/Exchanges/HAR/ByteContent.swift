import SonicProtocol

/// Bytes in JSON in the format of HAR: as text if they are UTF-8, otherwise in Base64.
package enum ByteContent {
    /// Returns `text`, and `encoding` if it is needed.
    package static func members(_ bytes: [UInt8]) -> [JSONValue.Member] {
        if let text = String(validating: bytes, as: UTF8.self) { return [.init("text", .string(text))] }
        return [
            .init("text", .string(Base64.text(bytes))), .init("encoding", "base64"),
        ]
    }

    /// Returns the bytes of an object with these members; empty if it has no `text`.
    static func bytes(_ node: JSONNode) throws(RecordingMistake) -> [UInt8] {
        guard let text = node["text"] else { return [] }
        if case .null = text.value { return [] }
        guard let string = text.string else { throw text.mistake("“text” is not a string.") }
        guard let encoding = node["encoding"] else { return Array(string.utf8) }
        if case .null = encoding.value { return Array(string.utf8) }
        let name = encoding.string?.lowercased()
        // Some programs write the charset of plain text here.
        if let name, plain.contains(name) { return Array(string.utf8) }
        guard name == "base64" else {
            throw encoding.mistake("The encoding is not “base64”.")
        }
        guard let bytes = Base64.bytes(digits(string)) else {
            throw text.mistake("The content is not valid Base64.")
        }
        return bytes
    }

    private static let plain: Set<String> = ["", "identity", "none", "plain", "text", "utf-8", "utf8"]

    /// Returns the digits of a Base64 text in the standard alphabet, padded: some programs break long lines, use the
    /// URL-safe alphabet, or omit the padding (RFC 4648, sections 3.1, 3.2 and 5).
    private static func digits(_ text: String) -> [UInt8] {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: break
            case UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
            default: digits.append(byte)
            }
        }
        while !digits.count.isMultiple(of: 4) { digits.append(UInt8(ascii: "=")) }
        return digits
    }
}
