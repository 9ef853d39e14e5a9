/// A parsed Set-Cookie header, before it is decided whether the cookie is stored (RFC 6265bis §5.6).
struct SetCookie: Equatable {
    /// The name; empty if there is none.
    let name: HeaderValue
    /// The value as sent.
    let value: HeaderValue
    /// The Domain attribute, in lower case, without a leading dot; nil if there is none.
    private(set) var domain: String?
    /// The Path attribute; nil if there is none or it does not begin with `/`.
    private(set) var path: String?
    /// The expiry time; nil for a session cookie.
    private(set) var expires: Instant?
    /// Secure and HttpOnly.
    private(set) var demands: Cookie.Demands = []
    /// The SameSite attribute.
    private(set) var sameSite: Cookie.SameSite?

    /// The maximum length of an attribute value, in bytes; longer ones are ignored.
    static let attributeLimit = 1024

    /// The maximum lifetime of a cookie, in seconds: 400 days.
    static let lifetimeLimit: Int64 = 400 * 86400

    /// Parses a header. If an attribute is repeated, the last one counts; one whose value is too long is ignored.
    /// Without `=` in the first part, that part is the value. Linear.
    init(_ line: HeaderValue, now: Instant) throws(CookieJar.Refusal) {
        // Tabs are allowed anywhere (RFC 6265bis §5.6, step 1).
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
        // Max-Age takes precedence over Expires, whatever their order.
        var maxAge: Instant?
        for part in parts.dropFirst() {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let content = Bytes.trimmed(part[equals...].dropFirst())
            guard content.count <= Self.attributeLimit else { continue }
            apply(Bytes.text(Bytes.trimmed(part[..<equals])).lowercased(), Bytes.text(content), now, &maxAge)
        }
        // The lifetime is limited to 400 days (RFC 6265bis §5.6.1 and §5.6.2).
        expires = (maxAge ?? expires).map { min($0, now.adding(seconds: Self.lifetimeLimit)) }
    }

    private mutating func apply(
        _ attribute: String, _ content: String, _ now: Instant, _ maxAge: inout Instant?
    ) {
        switch attribute {
        case "expires": expires = Self.date(content) ?? expires
        case "max-age": maxAge = Self.end(afterSeconds: content, now: now) ?? maxAge
        case "domain": domain = Self.domain(content)
        case "path": path = content.utf8.first == UInt8(ascii: "/") ? content : nil
        case "secure": demands.insert(.secure)
        case "httponly": demands.insert(.httpOnly)
        case "samesite": sameSite = Self.sameSite(content)
        default: break
        }
    }

    /// Returns the time `text` seconds from now; the earliest time for zero and less. Nil if it is not a number.
    private static func end(afterSeconds text: String, now: Instant) -> Instant? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // Digits alone fail to convert only on overflow.
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

    // Dates in cookies, in all the formats that servers have sent in thirty years (RFC 6265 §5.1.1). Everywhere else,
    // `HTTPDate` applies.

    /// Parses a value of Expires; nil if a part is missing or out of range. Linear.
    static func date(_ text: String) -> Instant? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for word in text.utf8.split(whereSeparator: isDelimiter) {
            // The standard prescribes this order of checks: the first number that could be a day is the day.
            if clock == nil, let found = readClock(word) {
                clock = found
            } else if day == nil, let found = readNumber(word, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(word) {
                month = found
            } else if year == nil, let found = readNumber(word, digits: 2...4) {
                year = found
            }
        }
        guard let clock, let day, let month, var year else { return nil }
        switch year {
        case 70...99: year += 1900
        case 0...69: year += 2000
        default: break
        }
        guard year >= 1601, clock.second <= 59 else { return nil }
        return CalendarTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)?
            .instant
    }

    private typealias Word = Substring.UTF8View.SubSequence

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses `8:49:37`, which may be followed by non-digits.
    private static func readClock(_ word: Word) -> (hour: Int, minute: Int, second: Int)? {
        let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = readNumber(parts[0], digits: 1...2, alone: true),
            let minute = readNumber(parts[1], digits: 1...2, alone: true),
            let second = readNumber(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Parses the digits at the start of a word; nil if their count is not in `digits`, or if `alone` and other
    /// characters follow.
    private static func readNumber(_ word: Word, digits: ClosedRange<Int>, alone: Bool = false) -> Int? {
        let found = word.prefix { (0x30...0x39).contains($0) }
        guard digits.contains(found.count), !alone || found.count == word.count else { return nil }
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func readMonth(_ word: Word) -> Int? {
        HTTPDate.months.firstIndex { Bytes.equalIgnoringCase($0.utf8, word.prefix(3)) }.map { $0 + 1 }
    }
}
