/// A byte range of a request (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
    /// From one byte through another, or to the end.
    case from(Int, through: Int?)
    /// The last bytes, of this number.
    case last(Int)

    /// Parses a Range header; nil for several ranges, other units and invalid values, which a cache forwards.
    package init?(_ text: String) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, Bytes.equalIgnoringCase(halves[0].utf8, "bytes".utf8) else { return nil }
        let ends = Bytes.text(Bytes.trimmed(Array(halves[1].utf8)))
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Self.number(ends[0]), Self.number(ends[1])) {
        case (nil, let count?) where ends[0].isEmpty: self = .last(count)
        case (let first?, nil) where ends[1].isEmpty: self = .from(first, through: nil)
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (nil, _), (_?, nil), (_?, _?): return nil
        }
    }

    /// Returns the range in a body of this length; nil if it is empty, or if the length is required and unknown.
    package func resolved(in total: Int?) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            guard let end = last.map({ min($0 + 1, total ?? .max) }) ?? total, first < end else { return nil }
            return first..<end
        case .last(let count):
            guard let total, total > 0, count > 0 else { return nil }
            return max(0, total - count)..<total
        }
    }

    /// Whether the requested range contains these bytes of a body, whose length may be unknown.
    func holds(_ bytes: Range<Int>, of total: Int?) -> Bool {
        switch self {
        case .from(let first, let last):
            return first <= bytes.lowerBound && bytes.upperBound <= last.map { $0 + 1 } ?? .max
        case .last(let count):
            guard let total else { return bytes.count <= count }
            return total - count <= bytes.lowerBound
        }
    }

    /// Parses a number of bytes, clamped to 2^62.
    static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int(digits) ?? .max, 1 << 62)
    }
}

/// The value of Content-Range (RFC 9110 §14.4): the bytes in a 206, or the length in a 416.
package struct ContentRange: Hashable, Sendable {
    /// The range in the body, never empty; nil for `*`.
    package let bytes: Range<Int>?
    /// The length of the body; nil for `*`.
    package let total: Int?

    /// Reads the Content-Range of a 206; nil if it is missing, invalid, repeated or without a range.
    init?(_ headers: Headers) {
        let lines = headers.all("content-range")
        guard lines.count == 1, let range = ContentRange(lines[0]), range.bytes != nil else { return nil }
        self = range
    }

    /// Parses a value, with any number of blanks after the unit; nil if it is malformed, contradictory, or has no bytes
    /// or numbers of 2^62 and above.
    package init?(_ value: String) {
        let words = value.split(separator: " ")
        guard words.count == 2, Bytes.equalIgnoringCase(words[0].utf8, "bytes".utf8) else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        total = Self.number(halves[1])
        guard total != nil || halves[1] == "*" else { return nil }
        if halves[0] == "*" {
            guard total != nil else { return nil }
            bytes = nil
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last, last < total ?? .max
        else { return nil }
        bytes = first..<(last + 1)
    }

    /// Creates a range, or `*`, of a body of this length.
    package init(_ bytes: Range<Int>?, of total: Int?) {
        self.bytes = bytes
        self.total = total
    }

    /// The value of the header; a range is not empty.
    package var text: String {
        let ends = bytes.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return "bytes \(ends)/\(total.map(String.init) ?? "*")"
    }

    /// Parses a number of bytes below 2^62.
    private static func number(_ digits: Substring) -> Int? {
        ByteRange.number(digits).flatMap { $0 < 1 << 62 ? $0 : nil }
    }
}
