/// Finds the `Tag` of a name by a hash table.
struct TagTable: Sendable {
    private var slots = [Tag](repeating: .other, count: 1024)
    private let names = Tag.names

    /// The one table, built at its first use.
    static let shared = TagTable()

    private init() {
        for tag in Tag.allCases where tag != .other {
            var slot = Self.hash(names[Int(tag.rawValue)])
            while slots[slot] != .other { slot = (slot &+ 1) & 1023 }
            slots[slot] = tag
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
        let known = names[Int(tag.rawValue)]
        guard known.count == name.count else { return false }
        var index = name.startIndex
        for byte in known {
            if ASCII.lowered(name[index]) != byte { return false }
            index += 1
        }
        return true
    }

    private static func hash(_ name: some Sequence<UInt8>) -> Int {
        var value: UInt32 = 2_166_136_261
        for byte in name { value = (value ^ UInt32(ASCII.lowered(byte))) &* 16_777_619 }
        return Int((value ^ value >> 15) & 1023)
    }
}
