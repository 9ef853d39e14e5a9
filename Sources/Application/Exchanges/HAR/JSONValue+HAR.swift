import SonicProtocol

extension JSONValue {
    /// Returns bytes in the format of HAR: `text`, and `encoding` if they are not UTF-8, but in Base64.
    package static func content(_ bytes: [UInt8]) -> [JSONValue.Member] {
        if let text = String(validating: bytes, as: UTF8.self) { return [.init("text", .string(text))] }
        return [
            .init("text", .string(Base64.text(bytes))), .init("encoding", "base64"),
        ]
    }
}
