/// A place for text: a stretch of the source as it is, or of the pool where decoded text is kept.
///
/// Stretches of the pool have their offsets complemented, so that two 32-bit numbers are enough.
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

    /// Whether another text goes on where this one ends.
    func joins(_ next: TextRange) -> Bool { end == next.start && isInPool == next.isInPool }

    /// The first bytes and the rest.
    func split(after count: Int) -> (TextRange, TextRange) {
        var parts = (self, self)
        parts.0.end = start + Int32(isInPool ? -count : count)
        parts.1.start = parts.0.end
        return parts
    }
}

/// The bytes of a page as they arrived, and the pool of text decoded from them.
///
/// Offsets count from the start of the page, also after the beginning has been dropped.
struct SourceText: Sendable {
    /// The bytes kept, from `base` on.
    private(set) var bytes: [UInt8] = []
    /// The offset of the first byte kept.
    private(set) var base = 0
    /// Decoded text: character references, line ends, replaced bytes.
    var pool: [UInt8] = []
    /// Whether all bytes have arrived.
    var isFinished = false

    /// The most bytes a page may have; what comes after them is dropped, so that offsets fit 31 bits.
    static let limit = 0x7FFF_FF00

    init() {}

    /// A text that is all there.
    init(whole bytes: [UInt8]) {
        self.bytes = bytes
        isFinished = true
    }

    var end: Int { base &+ bytes.count }

    @inline(__always)
    subscript(offset: Int) -> UInt8 { bytes[offset &- base] }

    /// Bytes of the source; the range must lie within what is kept.
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(range.lowerBound &- base)..<(range.upperBound &- base)]
    }

    /// Whether a NUL byte is among the bytes of a range.
    func holdsNull(_ range: Range<Int>) -> Bool {
        let span = bytes.span.extracting(places(range))
        var index = 0
        while index < span.count, span[index] != 0 { index &+= 1 }
        return index < span.count
    }

    /// Where the bytes of a range stand in `bytes`, whose span costs no counting of references.
    func places(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound &- base)..<(range.upperBound &- base)
    }

    /// The bytes of a text range.
    func slice(_ range: TextRange) -> ArraySlice<UInt8> {
        if range.isEmpty { return [] }
        if range.isInPool { return pool[Int(~range.start)..<Int(~range.end)] }
        return slice(Int(range.start)..<Int(range.end))
    }

    /// Shows the bytes of a text range where they stand, and gives the answer.
    @inline(__always)
    func show(_ range: TextRange, to visit: (Span<UInt8>) -> Bool) -> Bool {
        let start = range.isInPool ? Int(~range.start) : Int(range.start) &- base
        let span = range.isInPool ? pool.span : bytes.span
        return range.isEmpty || visit(span.extracting(start..<(start &+ range.count)))
    }

    /// Whether a text range holds nothing but blanks.
    func isBlank(_ range: TextRange) -> Bool {
        let isInPool = range.isInPool
        let start = isInPool ? Int(~range.start) : Int(range.start) &- base
        let span = isInPool ? pool.span : bytes.span
        var index = 0
        while index < range.count, ASCII.isBlank(span[start &+ index]) { index &+= 1 }
        return index == range.count
    }

    /// Whether a text range has the bytes of a text of its length, when `A`–`Z` count as `a`–`z`; the text is in
    /// lower case.
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
        // A whole page is taken as it is: a copy would cost more than the first screen.
        guard bytes.isEmpty, base == 0, more.count <= Self.limit else { return append(more[...]) }
        bytes = more
    }

    mutating func append(_ more: ArraySlice<UInt8>) {
        bytes.append(contentsOf: more.prefix(Self.limit - end))
    }

    /// Puts other bytes in place of those kept; offsets count in them from their start.
    mutating func replace(with other: [UInt8]) {
        bytes = other.count <= Self.limit ? other : Array(other.prefix(Self.limit))
        base = 0
    }

    /// Drops the source before an offset. Linear in what is kept.
    mutating func drop(before offset: Int) {
        bytes.removeSubrange(0..<(offset &- base))
        base = offset
    }

    /// Adds text to the pool.
    mutating func store(_ text: some Collection<UInt8>) -> TextRange {
        let start = pool.count
        pool.append(contentsOf: text)
        return TextRange(pool: start..<pool.count)
    }

    /// The end of the run of letters and digits from a place.
    static func endOfWord(in span: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < span.count, ASCII.isLetter(span[index]) || ASCII.isDigit(span[index]) { index &+= 1 }
        return index
    }

    /// The end of the run of bytes from an offset that a name goes on with: before a blank, `/`, `>`, `=` or the
    /// end; at least one byte where there is one.
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

    /// The end of the run of plain bytes in a quoted value from an offset: before the quote, `&`, NUL, a carriage
    /// return or the end.
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

    /// The end of the run of plain text from an offset: before `<`, `&`, NUL, a carriage return or the end.
    func endOfText(from offset: Int) -> Int { Self.endOfText(in: bytes.span, from: offset &- base) &+ base }

    /// The same, or behind the first line feed from another offset on.
    func endOfText(from offset: Int, lineGoal: Int) -> Int {
        Self.endOfText(in: bytes.span, from: offset &- base, lineGoal: lineGoal &- base) &+ base
    }

    /// Looks at no byte twice, nor at any behind the end it finds.
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
        // Eight at a time: nearly all of a page is such text.
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

    /// Eight bytes, the first one lowest; they must be there.
    @inline(__always)
    static func word(in span: Span<UInt8>, at index: Int) -> UInt64 {
        UInt64(littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// The top bit of each byte that is zero; bits above the first such byte may be wrong.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
