/// Finds the `Tag` of a name by a hash table.
struct TagTable: Sendable {
    private var slots = [Tag](repeating: .other, count: 1024)
    /// The names, each in `width` bytes, the rest of them zero.
    private var names = [UInt8](repeating: 0, count: Tag.names.count * width)

    /// The most bytes that a name has, and one more.
    private static let width = 16

    /// The one table, built at its first use.
    static let shared = TagTable()

    private init() {
        for tag in Tag.allCases where tag != .other {
            let name = Tag.names[Int(tag.rawValue)]
            var slot = Self.hash(name.span)
            while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
            slots[slot] = tag
            for (index, byte) in name.enumerated() { names[Int(tag.rawValue) * Self.width + index] = byte }
        }
    }

    /// The tag of a name in any case; `other` for an unknown name.
    subscript(name: Span<UInt8>) -> Tag {
        guard !name.isEmpty, name.count <= 14, name[0] < 0x80 else { return .other }
        var slot = Self.hash(name)
        while slots[slot] != .other {
            if matches(name, slots[slot]) { return slots[slot] }
            slot = (slot &+ 1) & 1023
        }
        return .other
    }

    private func matches(_ name: Span<UInt8>, _ tag: Tag) -> Bool {
        let start = Int(tag.rawValue) &* Self.width
        var index = 0
        while index < name.count {
            if ASCII.lowered(name[index]) != names[start &+ index] { return false }
            index &+= 1
        }
        return names[start &+ index] == 0
    }

    private static func hash(_ name: Span<UInt8>) -> Int {
        var value: UInt32 = 2_166_136_261
        var index = 0
        while index < name.count {
            value = (value ^ UInt32(ASCII.lowered(name[index]))) &* 16_777_619
            index &+= 1
        }
        return Int((value ^ value >> 15) & 1023)
    }
}
