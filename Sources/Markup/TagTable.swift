/// Finds the `Tag` of a name by a hash table.
struct TagTable: Sendable {
    private var slots = [Tag](repeating: .other, count: 1024)
    /// The name of each tag.
    private var names = [Name](repeating: Name(), count: Tag.names.count)

    /// A name of at most 16 bytes in lower case, the first one lowest.
    private struct Name: Equatable {
        var low: UInt64 = 0
        var high: UInt64 = 0

        init() {}

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

        var slot: Int {
            let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xBF58_476D_1CE4_E5B9
            return Int(truncatingIfNeeded: mixed >> 54)
        }
    }

    /// The one table, built at its first use.
    static let shared = TagTable()

    private init() {
        for tag in Tag.allCases where tag != .other {
            let bytes = Tag.names[Int(tag.rawValue)]
            let name = Name(bytes.span)
            var slot = name.slot
            while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
            slots[slot] = tag
            names[Int(tag.rawValue)] = name
        }
    }

    /// The tag of a name in any case; `other` for an unknown name.
    subscript(bytes: Span<UInt8>) -> Tag {
        guard !bytes.isEmpty, bytes.count <= 14, bytes[0] < 0x80 else { return .other }
        let name = Name(bytes)
        var slot = name.slot
        while slots[slot] != .other {
            if names[Int(slots[slot].rawValue)] == name { return slots[slot] }
            slot = (slot &+ 1) & 1023
        }
        return .other
    }
}
