/// A Set-Cookie line taken apart, before it is decided whether the cookie is kept (RFC 6265bis §5.6).
struct SetCookie: Equatable {
    /// The name; empty where there is none.
    let name: HeaderValue
    /// The value as sent.
    let value: HeaderValue
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

    /// The longest value of an attribute that counts, in bytes.
    static let attributeLimit = 1024

    /// The longest time that a cookie is kept, in seconds: 400 days.
    static let lifetimeLimit: Int64 = 400 * 86400

    /// Takes a line apart. Of an attribute given twice the last one counts; one whose value is too long does not.
    /// Without `=` in its first part the line is all value. Linear.
    init(_ line: HeaderValue, now: Instant) throws(CookieJar.Refusal) {
        // A tab may stand anywhere (RFC 6265bis §5.6, step 1).
        guard line.isSendable else { throw .notACookie }
        let parts = line.bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let pair = parts.first ?? []
        if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
            name = HeaderValue(Bytes.trimmed(pair[..<equals]))
            value = HeaderValue(Bytes.trimmed(pair[(equals + 1)...]))
        } else {
            name = ""
            value = HeaderValue(Bytes.trimmed(pair))
        }
        guard !name.isEmpty || !value.isEmpty else { throw .notACookie }
        // Max-Age counts before Expires, wherever it stands.
        var maxAge: Instant?
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let content = Bytes.trimmed(part[equals...].dropFirst())
            guard content.count <= Self.attributeLimit else { continue }
            apply(Bytes.text(Bytes.trimmed(part[..<equals])).lowercased(), Bytes.text(content), now, &maxAge)
        }
        // No cookie outlives the last visit by much more than a year (RFC 6265bis §5.6.1 and §5.6.2).
        expires = (maxAge ?? expires).map { min($0, now.adding(seconds: Self.lifetimeLimit)) }
    }

    private mutating func apply(
        _ attribute: String, _ content: String, _ now: Instant, _ maxAge: inout Instant?
    ) {
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
