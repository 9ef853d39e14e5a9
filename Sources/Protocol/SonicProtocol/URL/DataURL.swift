/// The content of a `data:` URL (Fetch Standard §6): bytes and their type.
public struct DataURL: Equatable, Sendable {
    /// The media type with its parameters, as in Content-Type.
    public let contentType: String
    /// The decoded bytes.
    public let body: [UInt8]

    /// Parses a `data:` URL; nil for another scheme, a missing comma, or invalid Base64. Linear.
    public init?(_ url: WebURL) {
        guard url.scheme == "data" else { return nil }
        let text = Array(url.withoutFragment.href.utf8.dropFirst(5))
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let body = WebURL.percentDecoded(text[(comma + 1)...])
        var type = String(decoding: Bytes.trimmed(Array(text[..<comma])), as: UTF8.self)
        let parts = type.split(separator: ";", omittingEmptySubsequences: false)
        if parts.count > 1, let last = parts.last,
            last.filter({ $0 != " " }).lowercased() == "base64"
        {
            type = parts.dropLast().joined(separator: ";")
            guard let bytes = Self.forgivingly(body) else { return nil }
            self.body = bytes
        } else {
            self.body = body
        }
        if type.hasPrefix(";") { type = "text/plain" + type }
        contentType = Self.isMediaType(type) ? type : Self.standard
    }

    private static let standard = "text/plain;charset=US-ASCII"

    /// Decodes Base64 with whitespace removed and padding optional (Infra Standard §6, forgiving-base64 decode).
    private static func forgivingly(_ letters: [UInt8]) -> [UInt8]? {
        var letters = letters.filter { !" \t\n\r\u{C}".utf8.contains($0) }
        let padding = UInt8(ascii: "=")
        if letters.count.isMultiple(of: 4) {
            for _ in 0..<2 where letters.last == padding { letters.removeLast() }
        }
        guard letters.count % 4 != 1, !letters.contains(padding) else { return nil }
        while !letters.count.isMultiple(of: 4) { letters.append(padding) }
        return Base64.bytes(letters)
    }

    private static func isMediaType(_ text: String) -> Bool {
        let name = text.prefix { $0 != ";" }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy(HeaderField.isTokenByte)
            }
    }
}
