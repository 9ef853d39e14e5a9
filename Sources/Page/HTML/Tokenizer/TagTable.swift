/// A hash table from names to `Tag`.
struct TagTable: Sendable {
    private var slots = [Tag](repeating: .other, count: 1024)
    /// The name of each tag.
    private var names = [Name](repeating: Name(), count: Tag.allCases.count)

    /// A name of at most 16 bytes in lower case, the first one lowest.
    private struct Name: Equatable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        init(low: UInt64 = 0) { self.low = low }

        init(_ bytes: Span<UInt8>) {
            var index = bytes.count
            while index > 8 {
                index &-= 1
                high = high << 8 | UInt64(ASCII.lowered(bytes[index]))
            }
            while index > 0 {
                index &-= 1
                low = low << 8 | UInt64(ASCII.lowered(bytes[index]))
            }
        }

        var text: String {
            let bytes = [low, high].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }

        var slot: Int {
            let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
            return Int(truncatingIfNeeded: mixed >> 54)
        }
    }

    /// The shared table, built on first use.
    static let shared = TagTable()

    private init() {
        Tag.names.withUTF8Buffer { text in
            var start = 0
            for tag in Tag.allCases.dropFirst() {
                var end = start
                while end < text.count, text[end] != UInt8(ascii: " ") { end &+= 1 }
                let name = Name(text.span.extracting(start..<end))
                var slot = name.slot
                while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
                slots[slot] = tag
                names[Int(tag.rawValue)] = name
                start = end &+ 1
            }
        }
    }

    /// Returns the name of a tag; empty for `other`.
    func name(of tag: Tag) -> String { names[Int(tag.rawValue)].text }

    /// The tag of a name in any case; `other` for an unknown name.
    subscript(bytes: Span<UInt8>) -> Tag {
        guard !bytes.isEmpty, bytes.count <= 14, bytes[0] < 0x80 else { return .other }
        return self[Name(bytes)]
    }

    @inline(__always)
    private subscript(name: Name) -> Tag {
        let (slots, names) = (slots.span, names.span)
        var slot = name.slot
        while slots[slot] != .other {
            if names[Int(slots[slot].rawValue)] == name { return slots[slot] }
            slot = (slot &+ 1) & 1023
        }
        return .other
    }

    /// Returns the tag of a name of at most seven bytes, and the index of the space, `/` or `>` that ends it.
    /// The index is `start` if the name cannot be determined.
    @inline(__always)
    func find(in bytes: Span<UInt8>, at start: Int) -> (tag: Tag, end: Int) {
        guard start &+ 8 <= bytes.count else { return (.other, start) }
        let word = SourceText.word(in: bytes, at: start)
        let stops =
            SourceText.zeros(word ^ 0x3E3E_3E3E_3E3E_3E3E) | SourceText.zeros(word ^ 0x2020_2020_2020_2020)
            | SourceText.zeros(word ^ 0x2F2F_2F2F_2F2F_2F2F)
        guard stops != 0 else { return (.other, start) }
        let bits = stops.trailingZeroBitCount & ~7
        // Converts letters to lower case. Other bytes above 0x3F change too, but not to bytes of a known name.
        let kept = word & (1 << bits &- 1)
        let name = Name(low: kept | (kept & 0x4040_4040_4040_4040) >> 1)
        // A NUL at the end of a name would not be visible in the word.
        let tag = kept >> (bits &- 8) == 0 ? .other : self[name]
        return tag == .other ? (.other, start) : (tag, start &+ bits / 8)
    }
}
