/// Finds one byte sequence in others, in linear time whatever both hold (Knuth, Morris and Pratt 1977).
///
/// Thirty-two places at once are asked whether the sequence's first and fifth byte stand there, which tags and comments
/// seldom have in common; only from a place where both do is it looked at byte by byte.
package struct ByteFinder: Hashable, Sendable {
    private let pattern: [UInt8]
    private let foldsCase: Bool
    /// For each length of a beginning: the longest of its own beginnings that it also ends with.
    private let borders: [Int]
    /// Which byte is looked at beside the first.
    private let probe: Int

    /// A search for some bytes; with `foldsCase`, `A`–`Z` count as `a`–`z` on both sides. Linear.
    package init(_ pattern: [UInt8], foldsCase: Bool = false) {
        self.pattern = foldsCase ? pattern.map(Bytes.lowered) : pattern
        self.foldsCase = foldsCase
        probe = min(4, max(0, pattern.count - 1))
        var borders = [0, 0]
        borders.reserveCapacity(pattern.count + 1)
        var matched = 0
        for byte in self.pattern.dropFirst() {
            while matched > 0, byte != self.pattern[matched] { matched = borders[matched] }
            if byte == self.pattern[matched] { matched += 1 }
            borders.append(matched)
        }
        self.borders = borders
    }

    /// A search for a text that is known beforehand.
    package init(_ text: StaticString, foldsCase: Bool = false) {
        self.init(text.withUTF8Buffer { Array($0) }, foldsCase: foldsCase)
    }

    /// The length of what is searched for.
    package var count: Int { pattern.count }

    /// Where it first stands in `bytes` at or after `start` and wholly before `limit`; nil when nowhere. No bytes
    /// stand at `start`.
    package func first(in bytes: Span<UInt8>, from start: Int = 0, before limit: Int = .max) -> Int? {
        var steps = 0
        return first(in: bytes, from: start, before: limit, steps: &steps)
    }

    /// The same, and how often bytes were looked at, alone or in a row.
    @inline(__always)
    func first(in bytes: Span<UInt8>, from start: Int, before limit: Int, steps: inout Int) -> Int? {
        let limit = min(limit, bytes.count)
        guard !pattern.isEmpty else { return start <= limit ? start : nil }
        let (first, firstCase) = row(pattern[0])
        let (second, secondCase) = row(pattern[probe])
        var matched = 0
        var place = start
        while place < limit {
            if matched == 0, place &+ probe &+ ByteRow.count <= limit {
                steps &+= 1
                let differences =
                    ((ByteRow(bytes, at: place) | firstCase) ^ first)
                    | ((ByteRow(bytes, at: place &+ probe) | secondCase) ^ second)
                guard let found = differences.zeros.first else {
                    place &+= ByteRow.count
                    continue
                }
                place &+= found
            }
            place &+= 1
            if isEnd(bytes[place &- 1], &matched, &steps) { return place &- pattern.count }
        }
        return nil
    }

    /// Goes on by one byte of a text that is looked through for every place, also for one within another.
    /// - Parameters:
    ///   - byte: The next byte of the text.
    ///   - matched: How many bytes the text so far ends with of those looked for; 0 before the first.
    /// - Returns: Whether what is looked for ends here; never for no bytes.
    package func isEnd(_ byte: UInt8, matched: inout Int) -> Bool {
        var steps = 0
        return !pattern.isEmpty && isEnd(byte, &matched, &steps)
    }

    @inline(__always)
    private func isEnd(_ byte: UInt8, _ matched: inout Int, _ steps: inout Int) -> Bool {
        let byte = foldsCase ? Bytes.lowered(byte) : byte
        if matched == pattern.count { matched = borders[matched] }
        steps &+= 1
        while matched > 0, byte != pattern[matched] {
            matched = borders[matched]
            steps &+= 1
        }
        if byte == pattern[matched] { matched &+= 1 }
        return matched == pattern.count
    }

    /// All places from the first on, none within another; none for no bytes.
    package func places(in bytes: Span<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        while !pattern.isEmpty, let found = first(in: bytes, from: places.last?.upperBound ?? 0) {
            places.append(found..<found + count)
        }
        return places
    }

    /// Whether it stands at `start`.
    package func stands(at start: Int, in bytes: Span<UInt8>) -> Bool {
        guard start >= 0, start + pattern.count <= bytes.count else { return false }
        for index in 0..<pattern.count {
            let byte = bytes[start &+ index]
            guard (foldsCase ? Bytes.lowered(byte) : byte) == pattern[index] else { return false }
        }
        return true
    }

    /// A byte all along a row, and the bit that makes its upper case lower.
    @inline(__always)
    private func row(_ byte: UInt8) -> (ByteRow, caseBit: ByteRow) {
        let hasCase = foldsCase && (0x61...0x7A).contains(byte)
        return (ByteRow(repeating: byte), ByteRow(repeating: hasCase ? 0x20 : 0))
    }
}
