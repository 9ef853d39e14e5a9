/// A Set-Cookie line taken apart, before it is decided whether the cookie is kept (RFC 6265 §5.2).
struct SetCookie: Equatable {
    /// The name, never empty.
    let name: String
    /// The value as sent.
    let value: String
    /// The domain asked for, lower case, without a leading dot; nil when none was.
    private(set) var domain: String?
    /// The path asked for; nil when none, or one that does not begin with `/`, was.
    private(set) var path: String?
    /// When it is to end; nil for the end of the program.
    private(set) var expires: Instant?
    /// Secure and HttpOnly.
    private(set) var demands: Cookie.Demands = []
    /// The SameSite word.
    private(set) var sameSite: Cookie.SameSite?

    /// Takes a line apart; nil when it has no `=` in its first part, no name, or a control character. Of an
    /// attribute given twice the last one counts. Linear.
    init?(_ line: String, now: Instant) {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        guard !line.utf8.contains(where: isControl) else { return nil }
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = Self.text(pair[..<equals])
        value = Self.text(pair[pair.index(after: equals)...])
        guard !name.isEmpty else { return nil }
        // Max-Age counts before Expires, wherever it stands.
        var maxAge: Instant?
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let attribute = Self.text(part[..<equals]).lowercased()
            let content = equals == part.endIndex ? "" : Self.text(part[part.index(after: equals)...])
            switch attribute {
            case "expires": expires = CookieDate.parse(content) ?? expires
            case "max-age": maxAge = Self.end(afterSeconds: content, now: now) ?? maxAge
            case "domain": domain = Self.domain(content)
            case "path": path = content.utf8.first == UInt8(ascii: "/") ? content : nil
            case "secure": demands.insert(.secure)
            case "httponly": demands.insert(.httpOnly)
            case "samesite": sameSite = Self.sameSite(content)
            default: break
            }
        }
        expires = maxAge ?? expires
    }

    private static func text(_ bytes: Substring.UTF8View) -> String { Bytes.text(Bytes.trimmed(bytes)) }

    /// The moment so many seconds from now; the beginning of time for zero and less. Nil when it is no number.
    private static func end(afterSeconds text: String, now: Instant) -> Instant? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // Digits alone fail to convert only when they are too many.
        let seconds = Int64(text) ?? .max
        return isNegative || seconds == 0 ? Instant(milliseconds: .min) : now.adding(seconds: seconds)
    }

    private static func domain(_ text: String) -> String? {
        let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        return name.isEmpty ? nil : String(decoding: name.utf8.map(Bytes.lowered), as: UTF8.self)
    }

    private static func sameSite(_ text: String) -> Cookie.SameSite? {
        switch text.lowercased() {
        case "strict": .strict
        case "lax": .lax
        case "none": Cookie.SameSite.none
        default: nil
        }
    }
}
