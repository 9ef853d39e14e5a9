import SonicProtocol

/// What a recording does with what opens doors: cookies, names and passwords.
public struct Secrets: Hashable, Sendable {
    /// What becomes of them.
    public enum Handling: Sendable {
        /// Their values become `***`; their names, schemes and attributes stay. What was posted is left out.
        case masked
        /// They stay as they are.
        case kept
    }

    /// What becomes of them.
    public let handling: Handling
    /// The headers that hold some.
    let headers: SecretHeaders

    /// What becomes of the secrets in these headers, and of those in addresses and what was posted.
    public init(_ handling: Handling, in headers: SecretHeaders = .standard) {
        self.handling = handling
        self.headers = headers
    }

    /// Those that HTTP knows are masked.
    public static let masked = Secrets(.masked)
    /// All stay as they are.
    public static let kept = Secrets(.kept)

    /// What stands in place of a secret.
    static let mask = SecretHeaders.mask

    /// A header's value, trimmed, as it is recorded. Linear.
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

    /// An address, or a text that may hold addresses, as it is recorded: between `://` and the next `@` of the
    /// same authority (RFC 3986 §3.2) nothing stays. Linear.
    public func text(_ text: String) -> String {
        guard case .masked = handling, text.utf8.contains(UInt8(ascii: "@")) else { return text }
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index...].starts(with: "://".utf8) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            result += "://".utf8
            index += 3
            let authority = bytes[index...].prefix { !Self.ends(authority: $0) }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")) { index = at + 1 }
            result += bytes[index..<authority.endIndex]
            index = authority.endIndex
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func ends(authority byte: UInt8) -> Bool {
        byte <= 0x20 || "/?#\"<>\\".utf8.contains(byte)
    }

    private static func pairs(_ text: String) -> String {
        text.split(separator: ";", omittingEmptySubsequences: false).map(pair).joined(separator: ";")
    }

    /// `NAME=VALUE` without the value; a cookie without a name is all value.
    private static func pair(_ text: some StringProtocol) -> String {
        guard let equals = text.firstIndex(of: "=") else { return mask }
        return text[...equals] + mask
    }
}
