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

extension Bytes {
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
}
