/// Finds one byte sequence in others, in linear time whatever both contain (Knuth, Morris and Pratt 1977).
///
/// Thirty-two positions are checked at once for the sequence's first and fifth byte, or its last if it is shorter,
/// which tags and comments rarely share; only a position where both match is compared byte by byte.
package struct ByteFinder: Hashable, Sendable {
    private let pattern: [UInt8]
    private let foldsCase: Bool
    /// For each prefix length: the length of the longest proper prefix that is also a suffix.
    private let borders: [Int]
    /// The index of the byte that is checked in addition to the first.
    private let probe: Int

    /// Creates a search for bytes; with `foldsCase`, `A`–`Z` equal `a`–`z` on both sides. Linear.
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

    /// Creates a search for a static string.
    package init(_ text: StaticString, foldsCase: Bool = false) {
        self.init(text.withUTF8Buffer { Array($0) }, foldsCase: foldsCase)
    }

    /// The length of the pattern.
    package var count: Int { pattern.count }

    /// Returns the index of the first match in `bytes` at or after `start` that ends at or before `limit`; nil if there
    /// is none. An empty pattern matches at `start`.
    package func first(in bytes: Span<UInt8>, from start: Int = 0, before limit: Int = .max) -> Int? {
        var steps = 0
        return first(in: bytes, from: start, before: limit, steps: &steps)
    }

    /// Returns the index of the first match, and counts the comparisons of single bytes and of rows in `steps`.
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

    /// Advances an incremental search, which finds overlapping matches too, by one byte.
    /// - Parameters:
    ///   - byte: The next byte of the text.
    ///   - matched: The length of the pattern's prefix that the text so far ends with; 0 before the first byte.
    /// - Returns: Whether a match ends with this byte; never for an empty pattern.
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

    /// Returns all matches in order, without overlaps; none for an empty pattern.
    package func places(in bytes: Span<UInt8>) -> [Range<Int>] {
        var places: [Range<Int>] = []
        while !pattern.isEmpty, let found = first(in: bytes, from: places.last?.upperBound ?? 0) {
            places.append(found..<found + count)
        }
        return places
    }

    /// Whether the pattern matches at `start`.
    package func stands(at start: Int, in bytes: Span<UInt8>) -> Bool {
        guard start >= 0, start + pattern.count <= bytes.count else { return false }
        for index in 0..<pattern.count {
            let byte = bytes[start &+ index]
            guard (foldsCase ? Bytes.lowered(byte) : byte) == pattern[index] else { return false }
        }
        return true
    }

    /// Returns a row filled with a byte, and one with the bit that converts upper case to lower case.
    @inline(__always)
    private func row(_ byte: UInt8) -> (ByteRow, caseBit: ByteRow) {
        let hasCase = foldsCase && (0x61...0x7A).contains(byte)
        return (ByteRow(repeating: byte), ByteRow(repeating: hasCase ? 0x20 : 0))
    }
}

/// Thirty-two bytes of an input, compared all at once. They are in four integers whose lowest byte is the first, as
/// little-endian machines load them.
struct ByteRow {
    private var words: SIMD4<UInt64>

    /// The number of bytes in a row.
    static let count = 32

    /// Loads the bytes at `start`, all of which must be in `bytes`.
    @inline(__always)
    init(_ bytes: Span<UInt8>, at start: Int) {
        words = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: SIMD4<UInt64>.self)
    }

    /// Creates a row filled with one byte.
    @inline(__always)
    init(repeating byte: UInt8) { words = SIMD4(repeating: Self.word(byte)) }

    private init(words: SIMD4<UInt64>) { self.words = words }

    @inline(__always)
    private static func word(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// Returns zero bytes where the two rows are equal.
    @inline(__always)
    static func ^ (left: ByteRow, right: ByteRow) -> ByteRow { ByteRow(words: left.words ^ right.words) }

    /// Returns zero bytes where both rows are zero.
    @inline(__always)
    static func | (left: ByteRow, right: ByteRow) -> ByteRow { ByteRow(words: left.words | right.words) }

    /// Whether all bytes are zero.
    @inline(__always)
    var isZero: Bool { Marks(bits: words).isEmpty }

    /// The marks of the bytes that are zero. Only the first mark is reliable.
    @inline(__always)
    var zeros: Marks { below(1) }

    /// The number of bytes that are zero.
    @inline(__always)
    var zeroCount: Int {
        if zeros.isEmpty { return 0 }
        let most = Self.word(0x7F)
        let zero = ~(((words & most) &+ most) | words | most)
        return zero.x.nonzeroBitCount &+ zero.y.nonzeroBitCount &+ zero.z.nonzeroBitCount
            &+ zero.w.nonzeroBitCount
    }

    /// Returns the marks of the bytes less than `limit`, which is at most 128. Only the first mark is reliable: a byte
    /// that borrows may mark the one after it.
    @inline(__always)
    func below(_ limit: UInt8) -> Marks {
        Marks(bits: (words &- Self.word(limit)) & ~words & Self.word(0x80))
    }

    /// The results of a comparison, one for each byte.
    struct Marks {
        fileprivate let bits: SIMD4<UInt64>

        /// Whether there is no mark.
        @inline(__always)
        var isEmpty: Bool { (bits.x | bits.y | bits.z | bits.w) == 0 }

        /// The index of the first mark, from 0; nil for none.
        @inline(__always)
        var first: Int? {
            if isEmpty { return nil }
            var lane = 0
            while bits[lane] == 0 { lane &+= 1 }
            return lane &* 8 &+ bits[lane].trailingZeroBitCount / 8
        }

        /// Returns the marks of both.
        @inline(__always)
        static func | (left: Marks, right: Marks) -> Marks { Marks(bits: left.bits | right.bits) }
    }
}
