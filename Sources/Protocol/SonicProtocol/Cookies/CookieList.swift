/// A cookies.txt file, the format of Netscape that curl, wget and browser add-ons still write. Each line is a cookie
/// with seven fields separated by tabs: domain, whether subdomains are included, path, whether it is Secure, expiry in
/// seconds since 1970, name and value.
public struct CookieList: Sendable {
    /// A line of the file.
    public struct Line: Sendable, Equatable {
        /// The line number, from 1.
        public let number: Int
        /// The cookie, or why there is none.
        public let content: Result<Answer, Problem>
    }

    /// A cookie as the server would have sent it; whether it is stored is decided as for any response.
    public struct Answer: Sendable, Equatable {
        /// The value of the Set-Cookie header.
        public let line: HeaderValue
        /// The URL of the response that would have set it.
        public let url: WebURL
    }

    /// Why a line has no usable cookie.
    public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// It does not have seven fields, or one of them is invalid.
        case malformed
        /// It is a session cookie of the program that wrote the file.
        case ofOneRun
        /// It has expired.
        case over

        /// The problem, as the end of a sentence.
        public var description: String {
            switch self {
            case .malformed: "not a line of cookies.txt: expected seven fields separated by tabs"
            case .ofOneRun: "a session cookie, which ended with the program that had it"
            case .over: "the cookie has expired"
            }
        }
    }

    /// The lines, without blank lines and comments.
    public let lines: [Line]

    /// Parses a file. Total over any bytes; linear.
    public init(_ bytes: [UInt8], now: Instant) {
        var lines: [Line] = []
        var number = 0
        var scanner = ByteScanner(bytes)
        while var line = scanner.line() {
            number += 1
            let isHTTPOnly = line.starts(with: Self.httpOnly)
            if isHTTPOnly { line = line.dropFirst(Self.httpOnly.count) }
            guard isHTTPOnly || line.first != UInt8(ascii: "#"), line.contains(where: { $0 > 0x20 }) else {
                continue
            }
            let fields = line.split(separator: 0x09, omittingEmptySubsequences: false).map { Array($0) }
            lines.append(Line(number: number, content: Self.answer(fields, isHTTPOnly: isHTTPOnly, now)))
        }
        self.lines = lines
    }

    private static let httpOnly = Array("#HttpOnly_".utf8)

    private static func answer(
        _ fields: [[UInt8]], isHTTPOnly: Bool, _ now: Instant
    ) -> Result<Answer, Problem> {
        guard fields.count == 7, let wide = flag(fields[1]), let isSecure = flag(fields[3]),
            let end = end(fields[4]), fields[2].first == UInt8(ascii: "/"),
            // Bytes that a Set-Cookie header cannot contain.
            fields.allSatisfy({ $0.allSatisfy { Bytes.isSendable($0) && $0 != UInt8(ascii: ";") } })
        else { return .failure(.malformed) }
        let domain = Bytes.text(fields[0].first == UInt8(ascii: ".") ? fields[0].dropFirst() : fields[0][...])
        let path = Bytes.text(fields[2])
        guard !domain.isEmpty, let url = WebURL((isSecure ? "https://" : "http://") + domain + "/"),
            url.host == domain.lowercased()
        else { return .failure(.malformed) }
        guard end > 0 else { return .failure(.ofOneRun) }
        let moment = Instant(milliseconds: 0).adding(seconds: end)
        guard moment > now else { return .failure(.over) }
        let seconds = (moment.milliseconds - max(0, now.milliseconds)) / 1000 + 1
        var attributes = "; Path=\(path); Max-Age=\(seconds)"
        if wide { attributes += "; Domain=\(domain)" }
        if isSecure { attributes += "; Secure" }
        if isHTTPOnly { attributes += "; HttpOnly" }
        // A cookie without a name is its value alone.
        let pair = fields[5].isEmpty ? fields[6] : fields[5] + [UInt8(ascii: "=")] + fields[6]
        return .success(Answer(line: HeaderValue(pair + Array(attributes.utf8)), url: url))
    }

    private static func flag(_ word: [UInt8]) -> Bool? {
        if Bytes.equalIgnoringCase(word, "true".utf8) { return true }
        return Bytes.equalIgnoringCase(word, "false".utf8) ? false : nil
    }

    /// Parses seconds since 1970; some programs write fractions, or -1 for none.
    private static func end(_ word: [UInt8]) -> Int64? {
        let whole = word.prefix { $0 != UInt8(ascii: ".") }
        if whole.elementsEqual("-1".utf8) { return 0 }
        guard !whole.isEmpty, whole.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(Bytes.text(whole)) ?? .max
    }
}
