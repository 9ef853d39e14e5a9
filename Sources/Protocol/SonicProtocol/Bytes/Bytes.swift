/// Byte functions that several parts of the protocol use.
public enum Bytes {
    /// Decodes the bytes as UTF-8, or as Latin-1 if they are not valid UTF-8. Linear.
    public static func text(_ bytes: some Collection<UInt8>) -> String { text(Array(bytes)) }

    /// Decodes an array as UTF-8, or as Latin-1 if it is not valid UTF-8. Linear.
    public static func text(_ bytes: [UInt8]) -> String {
        utf8(bytes) ?? latin1(bytes)
    }

    /// Returns one character per byte, as ISO 8859-1 has it.
    package static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Returns the bytes that `latin1` shows as `text`; nil if a character stands for none.
    package static func bytes(ofLatin1 text: String) -> [UInt8]? {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        return bytes.count == text.unicodeScalars.count ? bytes : nil
    }

    /// Decodes UTF-8; nil if it is invalid. Linear.
    static func utf8(_ bytes: [UInt8]) -> String? {
        do {
            return String(copying: try UTF8Span(validating: bytes.span))
        } catch {
            return nil
        }
    }

    /// Whether two byte strings are equal, with `A`–`Z` equal to `a`–`z`.
    public static func equalIgnoringCase(
        _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
    ) -> Bool {
        guard left.count == right.count else { return false }
        // Without zip: the first use of one of its types in a program takes longer than thousands of comparisons.
        var others = right.makeIterator()
        for byte in left {
            guard let other = others.next(), lowered(byte) == lowered(other) else { return false }
        }
        return true
    }

    /// Returns `A`–`Z` as `a`–`z`, and any other byte unchanged.
    public static func lowered(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    /// Returns the bytes without leading and trailing spaces and tabs.
    public static func trimmed<Input: BidirectionalCollection<UInt8>>(_ bytes: Input) -> Input.SubSequence {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let rest = bytes.drop(while: isBlank)
        var end = rest.endIndex
        while end > rest.startIndex, isBlank(rest[rest.index(before: end)]) { end = rest.index(before: end) }
        return rest[..<end]
    }

    /// Returns lower-case hexadecimal digits, two per byte.
    public static func hexadecimal(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
            for (index, byte) in bytes.enumerated() {
                text[2 * index] = digit(byte >> 4)
                text[2 * index + 1] = digit(byte & 15)
            }
            return 2 * bytes.count
        }
    }

    /// Returns lower-case hexadecimal digits, two per byte.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { hexadecimal(Array(bytes)) }

    /// Returns the lower-case digit of a number below 16.
    private static func digit(_ number: UInt8) -> UInt8 {
        number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
    }

    /// Returns the first characters of bytes that begin like a page; nil for any others. Text that servers write before
    /// JSON by mistake, such as a notice in bold type or a comment with a time, does not count as a page.
    public static func beginningOfPage(_ bytes: [UInt8]) -> String? {
        var start = bytes[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        let stands = pageBeginnings.contains { word in
            equalIgnoringCase(start.prefix(word.utf8.count), word.utf8)
        }
        guard stands else { return nil }
        let line = start.prefix(40).prefix { $0 != 0x0A && $0 != 0x0D }
        return String(decoding: line, as: UTF8.self)
    }

    private static let pageBeginnings: [String] = [
        "<!doctype", "<html", "<head", "<title", "<meta", "<body", "<!--sonicdiff", "<?xml",
    ]

    /// Whether two ranges contain the same bytes. Linear in the shorter.
    package static func equal(
        _ left: Span<UInt8>, _ leftRange: Range<Int>, _ right: Span<UInt8>, _ rightRange: Range<Int>
    ) -> Bool {
        guard leftRange.count == rightRange.count else { return false }
        var offset = 0
        while offset &+ ByteRow.count <= leftRange.count {
            let difference =
                ByteRow(left, at: leftRange.lowerBound &+ offset)
                ^ ByteRow(right, at: rightRange.lowerBound &+ offset)
            if !difference.isZero { return false }
            offset &+= ByteRow.count
        }
        while offset < leftRange.count {
            if left[leftRange.lowerBound &+ offset] != right[rightRange.lowerBound &+ offset] { return false }
            offset &+= 1
        }
        return true
    }

    /// Returns the number of newlines in a range, and the offset after the last one; nil for none. Linear.
    package static func newlines(
        in bytes: Span<UInt8>, _ range: Range<Int>
    ) -> (count: Int, end: Int?) {
        var (place, count) = (range.lowerBound, 0)
        var end: Int?
        let newline = ByteRow(repeating: 0x0A)
        while place &+ ByteRow.count <= range.upperBound {
            let found = (ByteRow(bytes, at: place) ^ newline).zeroCount
            count &+= found
            if found > 0 { end = place &+ ByteRow.count }
            place &+= ByteRow.count
        }
        while place < range.upperBound {
            place &+= 1
            if bytes[place &- 1] == 0x0A { (count, end) = (count &+ 1, place) }
        }
        while let place = end, bytes[place &- 1] != 0x0A { end = place &- 1 }
        return (count, end)
    }

    /// Returns the nonempty lines, without their ends.
    package static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var scanner = ByteScanner(bytes)
        var lines: [ArraySlice<UInt8>] = []
        while let line = scanner.line() { if !line.isEmpty { lines.append(line) } }
        return lines
    }

    /// Whether a byte is allowed in a header value: any except control characters other than the tab.
    static func isSendable(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
}

extension [String] {
    /// The names for a sentence: the first ten, and the number of others.
    public var listed: String {
        prefix(10).joined(separator: ", ") + (count > 10 ? " and \(count - 10) more" : "")
    }
}
