/// The handling of credentials in a recording: cookies, names and passwords.
public struct Secrets: Hashable, Sendable {
    /// The handling of secrets.
    public enum Handling: Sendable {
        /// Their values become `***`; their names, schemes and attributes stay. Posted data is omitted.
        case masked
        /// They are unchanged.
        case kept
    }

    /// The handling of secrets.
    public let handling: Handling
    let headers: SecretHeaders

    /// Creates the handling of secrets in these headers, in addresses and in posted data.
    public init(_ handling: Handling, in headers: SecretHeaders = .standard) {
        self.handling = handling
        self.headers = headers
    }

    /// Masks the secrets in HTTP's standard headers.
    public static let masked = Secrets(.masked)
    /// Keeps everything unchanged.
    public static let kept = Secrets(.kept)

    /// The replacement of a secret.
    package static let mask = SecretHeaders.mask

    /// Returns a header's value, trimmed, as it is recorded. Linear.
    public func value(of field: HeaderField) -> String {
        let value = field.value
        guard case .masked = handling else { return value }
        if field.isNamed("cookie") { return Self.pairs(value) }
        if field.isNamed("set-cookie") {
            let end = value.firstIndex(of: ";") ?? value.endIndex
            return Self.pair(value[..<end]) + value[end...]
        }
        if field.isNamed("authorization") || field.isNamed("proxy-authorization") {
            guard let blank = value.firstIndex(of: " ") else { return Self.mask }
            return value[...blank] + Self.mask
        }
        return headers.contains(field) ? Self.mask : text(value)
    }

    /// Returns an address, or a text that may contain addresses, as it is recorded: everything between `://` and the
    /// next `@` of the same authority (RFC 3986 §3.2) is masked. Linear.
    public func text(_ text: String) -> String {
        guard case .masked = handling, text.utf8.contains(UInt8(ascii: "@")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var (copied, passed) = (0, 0)
        while let mark = Self.schemeEnd.first(in: bytes.span, from: passed) {
            let start = mark + Self.schemeEnd.count
            let authority = bytes[start...].prefix { !Self.ends(authority: $0) }
            passed = authority.endIndex
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
            result += bytes[copied..<start]
            copied = at + 1
        }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    private static let schemeEnd = ByteFinder("://")

    private static func ends(authority byte: UInt8) -> Bool {
        byte <= 0x20 || "/?#\"<>\\".utf8.contains(byte)
    }

    private static func pairs(_ text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map(pair).joined(separator: ";")
    }

    /// Returns `NAME=VALUE` without the value; a cookie without a name is only a value.
    private static func pair(_ text: some StringProtocol) -> String {
        guard let equals = text.firstIndex(of: "=") else { return mask }
        return text[...equals] + mask
    }
}

/// Masks the secrets of a header section, line by line: a folded line (RFC 9112 §5.2) is handled like the field that it
/// belongs to.
public struct HeadMask: Sendable {
    private let secrets: Secrets
    private var isInSecret = false

    /// Creates a mask for the lines of one header section, from the first on.
    public init(_ secrets: Secrets) { self.secrets = secrets }

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

extension Secrets.Handling {
    /// The word for the handling of secrets in a log and in a stream.
    public var word: JSONValue {
        switch self {
        case .masked: "masked"
        case .kept: "kept"
        }
    }
}
