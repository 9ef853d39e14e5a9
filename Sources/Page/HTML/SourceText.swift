/// A range of text, in the source or in the pool of decoded text.
///
/// Offsets in the pool are complemented, so that two 32-bit numbers are enough.
struct TextRange: Hashable, Sendable {
    var start: Int32
    var end: Int32

    static let empty = TextRange(source: 0..<0)

    @inline(__always)
    init(source range: Range<Int>) {
        start = Int32(truncatingIfNeeded: range.lowerBound)
        end = Int32(truncatingIfNeeded: range.upperBound)
    }

    init(pool range: Range<Int>) {
        start = ~Int32(truncatingIfNeeded: range.lowerBound)
        end = ~Int32(truncatingIfNeeded: range.upperBound)
    }

    var isInPool: Bool { start < 0 }
    var isEmpty: Bool { start == end }
    var count: Int { abs(Int(end) - Int(start)) }

    /// Whether another text begins where this one ends.
    func joins(_ next: TextRange) -> Bool { end == next.start && isInPool == next.isInPool }

    /// Returns the first `count` bytes and the rest.
    func split(after count: Int) -> (TextRange, TextRange) {
        var parts = (self, self)
        parts.0.end = start + Int32(isInPool ? -count : count)
        parts.1.start = parts.0.end
        return parts
    }
}

/// The bytes of a page as received, and the pool of text decoded from them.
///
/// Offsets count from the start of the page, even after the beginning has been dropped.
struct SourceText: Sendable {
    /// The bytes not dropped, from `base` on.
    private(set) var bytes: [UInt8] = []
    /// The offset of the first byte not dropped.
    private(set) var base = 0
    /// Decoded text: character references, line ends, replaced bytes.
    var pool: [UInt8] = []
    /// Whether all bytes were received.
    var isFinished = false

    /// The maximum number of bytes of a page; further bytes are dropped, so that offsets fit 31 bits.
    static let limit = 0x7FFF_FF00

    init() {}

    /// Creates a text that is complete.
    init(whole bytes: [UInt8]) {
        self.bytes = bytes
        isFinished = true
    }

    var end: Int { base &+ bytes.count }

    @inline(__always)
    subscript(offset: Int) -> UInt8 { bytes[offset &- base] }

    /// Returns bytes of the source; the range must lie within the bytes not dropped.
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(range.lowerBound &- base)..<(range.upperBound &- base)]
    }

    /// Whether a range contains a NUL byte.
    func holdsNull(_ range: Range<Int>) -> Bool {
        let span = bytes.span.extracting(places(range))
        var index = 0
        while index < span.count, span[index] != 0 { index &+= 1 }
        return index < span.count
    }

    /// Returns the indices of a range in `bytes`, whose span needs no reference counting.
    func places(_ range: Range<Int>) -> Range<Int> { (range.lowerBound &- base)..<(range.upperBound &- base) }

    /// Returns the bytes of a text range.
    func slice(_ range: TextRange) -> ArraySlice<UInt8> {
        if range.isEmpty { return [] }
        if range.isInPool { return pool[Int(~range.start)..<Int(~range.end)] }
        return slice(Int(range.start)..<Int(range.end))
    }

    /// Calls `visit` with the bytes of a text range, without a copy, and returns its result.
    @inline(__always)
    func show(_ range: TextRange, to visit: (Span<UInt8>) -> Bool) -> Bool {
        let start = range.isInPool ? Int(~range.start) : Int(range.start) &- base
        let span = range.isInPool ? pool.span : bytes.span
        return range.isEmpty || visit(span.extracting(start..<(start &+ range.count)))
    }

    /// Whether a text range contains only ASCII whitespace.
    func isBlank(_ range: TextRange) -> Bool {
        let isInPool = range.isInPool
        let start = isInPool ? Int(~range.start) : Int(range.start) &- base
        let span = isInPool ? pool.span : bytes.span
        var index = 0
        while index < range.count, ASCII.isBlank(span[start &+ index]) { index &+= 1 }
        return index == range.count
    }

    /// Whether a text range equals a text of the same length, ASCII case-insensitively; the text is in lower case.
    func equals(_ range: TextRange, _ text: StaticString) -> Bool {
        // Most names differ in their first letter.
        let isInPool = range.isInPool
        let start = isInPool ? Int(~range.start) : Int(range.start) &- base
        let span = isInPool ? pool.span : bytes.span
        let name = text.utf8Start
        var index = 0
        while index < range.count {
            if ASCII.lowered(span[start &+ index]) != name[index] { return false }
            index &+= 1
        }
        return true
    }

    mutating func append(_ more: [UInt8]) {
        // A whole page is assigned instead of copied: a copy would cost more than the first screen.
        guard bytes.isEmpty, base == 0, more.count <= Self.limit else { return append(more[...]) }
        bytes = more
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        bytes.append(contentsOf: more.prefix(Self.limit - end))
    }

    /// Replaces the bytes by others; offsets count from their start.
    mutating func replace(with other: [UInt8]) {
        bytes = other.count <= Self.limit ? other : Array(other.prefix(Self.limit))
        base = 0
    }

    /// Drops the source before an offset.
    ///
    /// - Complexity: Linear in the number of bytes that remain.
    mutating func drop(before offset: Int) {
        bytes.removeSubrange(0..<(offset &- base))
        base = offset
    }

    /// Appends text to the pool.
    mutating func store(_ text: some Collection<UInt8>) -> TextRange {
        let start = pool.count
        pool.append(contentsOf: text)
        return TextRange(pool: start..<pool.count)
    }

    /// Returns the end of the run of letters and digits from an index.
    static func endOfWord(in span: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < span.count, ASCII.isLetter(span[index]) || ASCII.isDigit(span[index]) { index &+= 1 }
        return index
    }

    /// Returns the end of the run of name bytes from an offset: before ASCII whitespace, `/`, `>`, `=` or the
    /// end; at least one byte if there is one.
    func endOfName(from offset: Int) -> Int {
        let span = bytes.span
        var index = min(offset &- base &+ 1, span.count)
        while index < span.count {
            let byte = span[index]
            if byte == 0x3E || byte == 0x3D || byte == 0x2F || ASCII.isBlank(byte) { break }
            index &+= 1
        }
        return index &+ base
    }

    /// Returns the end of the run of plain bytes in a quoted value from an offset: before the quote, `&`, NUL,
    /// a carriage return or the end.
    func endOfValue(from offset: Int, _ quote: UInt8) -> Int {
        Self.endOfValue(in: bytes.span, from: offset &- base, quote) &+ base
    }

    static func endOfValue(in span: Span<UInt8>, from start: Int, _ quote: UInt8) -> Int {
        var index = start
        while index < span.count {
            let byte = span[index]
            if byte == quote || byte == 0x26 || byte == 0 || byte == 0x0D { break }
            index &+= 1
        }
        return index
    }

    /// Returns the end of the run of plain text from an offset: before `<`, `&`, NUL, a carriage return or the end.
    func endOfText(from offset: Int) -> Int { Self.endOfText(in: bytes.span, from: offset &- base) &+ base }

    /// Like `endOfText(from:)`, but ends at the latest after the first line feed at or after `lineGoal`.
    func endOfText(from offset: Int, lineGoal: Int) -> Int {
        Self.endOfText(in: bytes.span, from: offset &- base, lineGoal: lineGoal &- base) &+ base
    }

    /// Reads each byte at most once, and none after the end that it returns.
    @inline(__always)
    static func endOfText(in span: Span<UInt8>, from start: Int, lineGoal: Int) -> Int {
        if lineGoal >= span.count { return endOfText(in: span, from: start) }
        var index = start
        if lineGoal > start {
            index = endOfText(in: span.extracting(..<lineGoal), from: start)
            if index < lineGoal { return index }
        }
        while index < span.count {
            let byte = span[index]
            if byte == 0x3C || byte == 0x26 || byte == 0 || byte == 0x0D { break }
            index &+= 1
            if byte == 0x0A { break }
        }
        return index
    }

    @inline(__always)
    static func endOfText(in span: Span<UInt8>, from start: Int) -> Int {
        var index = start
        // Eight bytes at a time: nearly all of a page is such text.
        while index &+ 8 <= span.count {
            let word = word(in: span, at: index)
            let stops =
                zeros(word ^ 0x3C3C_3C3C_3C3C_3C3C) | zeros(word ^ 0x2626_2626_2626_2626)
                | zeros(word) | zeros(word ^ 0x0D0D_0D0D_0D0D_0D0D)
            if stops != 0 { return index &+ stops.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < span.count {
            let byte = span[index]
            if byte == 0x3C || byte == 0x26 || byte == 0 || byte == 0x0D { break }
            index &+= 1
        }
        return index
    }

    /// Returns eight bytes, the first one lowest; they must exist.
    @inline(__always)
    static func word(in span: Span<UInt8>, at index: Int) -> UInt64 {
        UInt64(littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Returns the top bit of each byte that is zero; bits above the first such byte may be wrong.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// Appends the text of a reference to the pool.
    mutating func store(_ text: ReferenceText) -> TextRange {
        let start = pool.count
        for index in 0..<text.count { pool.append(text[index]) }
        return TextRange(pool: start..<pool.count)
    }
}
