/// A cookies.txt: the list that Netscape kept its cookies in, and that curl, wget and other browsers' add-ons still write.
/// A line a cookie with seven fields between tabs: domain, whether its subdomains count, path, whether it is Secure, when
/// it ends in seconds since 1970, name and value.
public struct CookieList: Sendable {
    /// A line of the file.
    public struct Line: Sendable, Equatable {
        /// Its number, from 1.
        public let number: Int
        /// What it says.
        public let content: Result<Answer, Problem>
    }

    /// A cookie as the server would have sent it: whether it is kept is decided as for any.
    public struct Answer: Sendable, Equatable {
        /// The value of the Set-Cookie line.
        public let line: HeaderValue
        /// Where it would have come from.
        public let url: WebURL
    }

    /// Why a line gives no cookie.
    public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// It has not seven fields, or one of them is none.
        case malformed
        /// The cookie was for one run of the program that wrote the file.
        case ofOneRun
        /// Its time is over.
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

    /// The lines, without those that are empty or comments.
    public let lines: [Line]

    /// Reads a file. Any bytes are one; linear.
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
            // What a Set-Cookie line could not hold.
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
        // One without a name is its value alone.
        let pair = fields[5].isEmpty ? fields[6] : fields[5] + [UInt8(ascii: "=")] + fields[6]
        return .success(Answer(line: HeaderValue(pair + Array(attributes.utf8)), url: url))
    }

    private static func flag(_ word: [UInt8]) -> Bool? {
        if Bytes.equalIgnoringCase(word, "true".utf8) { return true }
        return Bytes.equalIgnoringCase(word, "false".utf8) ? false : nil
    }

    /// Seconds since 1970; some programs write fractions, or -1 for none.
    private static func end(_ word: [UInt8]) -> Int64? {
        let whole = word.prefix { $0 != UInt8(ascii: ".") }
        if whole.elementsEqual("-1".utf8) { return 0 }
        guard !whole.isEmpty, whole.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(Bytes.text(whole)) ?? .max
    }
}
