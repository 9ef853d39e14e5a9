import SonicProtocol

/// Masks the secrets of a header section, line by line: a folded line (RFC 9112 §5.2) is handled like the field that it
/// belongs to.
public struct HeadMask: Sendable {
    private let secrets: Secrets
    private var isInSecret = false

    /// Creates a mask for the lines of one header section, from the first on.
    public init(_ secrets: Secrets) {
        self.secrets = secrets
    }

    /// Returns the masked form of the next line, without its line ending; unchanged if nothing in it is secret. Linear.
    public mutating func line(_ text: String) -> String {
        guard case .masked = secrets.handling else { return text }
        if let first = text.utf8.first, first == 0x20 || first == 0x09 {
            return isInSecret ? text.prefix { $0 == " " || $0 == "\t" } + Secrets.mask : secrets.text(text)
        }
        isInSecret = false
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return secrets.text(text) }
        // Whitespace before the colon is an error of the server, and must not bypass the mask.
        let name = String(text[..<colon].prefix { $0 != " " && $0 != "\t" })
        guard text[..<colon].dropFirst(name.count).allSatisfy({ $0 == " " || $0 == "\t" }) else {
            return secrets.text(text)
        }
        let field = HeaderField(name, String(text[text.utf8.index(after: colon)...]))
        let value = secrets.value(of: field)
        isInSecret = secrets.headers.contains(field)
        guard value != field.value else { return text }
        return "\(name): \(value)"
    }

    /// Masks a whole header section including line endings: lines without a secret are unchanged byte for byte. Linear.
    public static func head(_ raw: [UInt8], _ secrets: Secrets) -> [UInt8] {
        guard case .masked = secrets.handling else { return raw }
        var mask = HeadMask(secrets)
        var result: [UInt8] = []
        var rest = raw[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...]
            let ending = line.suffix(while: { $0 == 0x0A || $0 == 0x0D })
            let text = Bytes.text(Array(line.dropLast(ending.count)))
            let shown = mask.line(text)
            result += shown == text ? Array(line) : Array(shown.utf8) + ending
        }
        return result
    }
}

extension RandomAccessCollection {
    /// Returns the longest suffix of which all elements satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, condition(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
