/// One range of bytes as a request asks for it (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
    /// From one byte to another, both included, or to the end.
    case from(Int, through: Int?)
    /// The last bytes.
    case last(Int)

    /// The range of a field Range; nil for several ranges, other units and what cannot be read, which a cache
    /// passes on.
    package init?(_ text: String) {
        let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, Bytes.equalIgnoringCase(halves[0].utf8, "bytes".utf8) else { return nil }
        let ends = Bytes.text(Bytes.trimmed(Array(halves[1].utf8)))
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return nil
        case (true, false):
            guard let count = Self.number(ends[1]) else { return nil }
            self = .last(count)
        case (false, true):
            guard let first = Self.number(ends[0]) else { return nil }
            self = .from(first, through: nil)
        case (false, false):
            guard let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last else {
                return nil
            }
            self = .from(first, through: last)
        }
    }

    /// The bytes that are meant in a body of so many; nil when it has none of them, or when its length is
    /// needed and not known.
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

    /// Whether these bytes of a body, whose length may be unknown, are all among those that are meant.
    func holds(_ bytes: Range<Int>, of total: Int?) -> Bool {
        switch self {
        case .from(let first, let last):
            return first <= bytes.lowerBound && bytes.upperBound <= last.map { $0 + 1 } ?? .max
        case .last(let count):
            guard let total else { return bytes.count <= count }
            return total - count <= bytes.lowerBound
        }
    }

    /// A count of bytes; those that no body has are the largest that fits.
    static func number(_ digits: Substring) -> Int? {
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        return min(Int(digits) ?? .max, 1 << 62)
    }
}

/// Which bytes a 206 holds (RFC 9110 §14.4).
package struct ContentRange: Hashable, Sendable {
    /// The bytes, by their place in the body; never empty.
    let range: Range<Int>
    /// The length of the body; nil for `*`.
    let total: Int?

    /// The range of a response; nil when it has none that can be read, or more than one.
    init?(_ headers: Headers) {
        let lines = headers.all("content-range")
        guard lines.count == 1 else { return nil }
        let words = lines[0].split(separator: " ")
        guard words.count == 2, Bytes.equalIgnoringCase(words[0].utf8, "bytes".utf8) else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, ends.count == 2, let first = ByteRange.number(ends[0]),
            let last = ByteRange.number(ends[1]), first <= last
        else { return nil }
        range = first..<(last + 1)
        if halves[1] == "*" {
            total = nil
        } else {
            guard let count = ByteRange.number(halves[1]), last < count else { return nil }
            total = count
        }
    }

    /// A range of bytes.
    package init(_ range: Range<Int>, of total: Int?) {
        self.range = range
        self.total = total
    }

    /// The value of the field; the range is not empty.
    package var text: String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total.map(String.init) ?? "*")"
    }
}
