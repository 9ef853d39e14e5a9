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
            var slot = Self.hash(name)
            while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
            slots[slot] = tag
            for (index, byte) in name.enumerated() { names[Int(tag.rawValue) * Self.width + index] = byte }
        }
    }

    /// The tag of a name in any case; `other` for an unknown name.
    subscript(name: ArraySlice<UInt8>) -> Tag {
        guard let first = name.first, name.count <= 14, first < 0x80 else { return .other }
        var slot = Self.hash(name)
        while slots[slot] != .other {
            if matches(name, slots[slot]) { return slots[slot] }
            slot = (slot &+ 1) & 1023
        }
        return .other
    }

    private func matches(_ name: ArraySlice<UInt8>, _ tag: Tag) -> Bool {
        var index = Int(tag.rawValue) &* Self.width
        for byte in name {
            if ASCII.lowered(byte) != names[index] { return false }
            index &+= 1
        }
        return names[index] == 0
    }

    private static func hash(_ name: some Sequence<UInt8>) -> Int {
        var value: UInt32 = 2_166_136_261
        for byte in name { value = (value ^ UInt32(ASCII.lowered(byte))) &* 16_777_619 }
        return Int((value ^ value >> 15) & 1023)
    }
}
