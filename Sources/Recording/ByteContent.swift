import SonicProtocol

/// Bytes in JSON as HAR has them: as text where they are UTF-8, else in Base64.
enum ByteContent {
    /// `text`, and `encoding` where it is needed.
    static func members(_ bytes: [UInt8]) -> [JSONValue.Member] {
        if let text = String(validating: bytes, as: UTF8.self) { return [.init("text", .string(text))] }
        return [
            .init("text", .string(Base64.text(bytes))), .init("encoding", "base64"),
        ]
    }

    /// The bytes of an object with these members; none where it has no `text`.
    static func bytes(_ node: JSONNode) throws(RecordingMistake) -> [UInt8] {
        guard let text = node["text"] else { return [] }
        if case .null = text.value { return [] }
        guard let string = text.string else { throw text.mistake("“text” is no text.") }
        guard let encoding = node["encoding"], encoding.string != "" else { return Array(string.utf8) }
        if case .null = encoding.value { return Array(string.utf8) }
        guard encoding.string == "base64" else {
            throw encoding.mistake("The only encoding of a content is “base64”.")
        }
        // Some programs break long lines.
        let blanks = Array(" \t\r\n".utf8)
        let digits = string.utf8.filter { !blanks.contains($0) }
        guard let bytes = Base64.bytes(digits) else {
            throw text.mistake("The content is no Base64.")
        }
        return bytes
    }
}
