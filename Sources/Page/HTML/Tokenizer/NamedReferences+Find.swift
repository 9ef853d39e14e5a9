extension NamedReferences {
    /// Returns the text of a name, and whether it is valid without a semicolon; nil for an unknown name.
    ///
    /// - Complexity: Logarithmic: a binary search of the records with the same first two bytes, each step from
    ///   the beginning of a record.
    static func find(_ name: Span<UInt8>) -> (text: ReferenceText, isLegacy: Bool)? {
        guard name.count >= 2 else { return nil }
        let group = groups[group(name[0], name[1])]
        var low = Int(group.start)
        var high = Int(group.end)
        guard low < high else { return nil }
        return table.withUTF8Buffer { table in
            while low < high {
                var record = (low &+ high) / 2
                while record > low, table[record &- 1] != 0x20 { record &-= 1 }
                var index = record
                var order = 0
                for place in 0..<name.count {
                    let other = table[index]
                    // The sign after the name is smaller than any letter or digit.
                    order = Int(isSign(other) ? 0 : other) &- Int(name[place])
                    if order != 0 { break }
                    index &+= 1
                }
                if order == 0, !isSign(table[index]) { order = 1 }
                if order == 0 { return (text(in: table, from: index &+ 1), table[index] == 0x21) }
                if order > 0 {
                    high = record
                } else {
                    while index < table.count, table[index] != 0x20 { index &+= 1 }
                    low = min(index &+ 1, high)
                }
            }
            return nil
        }
    }

    /// Returns the length and text of the longest prefix of a name that is valid without a semicolon; nil if
    /// there is none.
    static func findLegacy(_ name: Span<UInt8>) -> (length: Int, text: ReferenceText)? {
        guard name.count >= 2 else { return nil }
        // Most groups have no such name.
        let lengths = groups[group(name[0], name[1])].legacyLengths
        var count = min(name.count, 6)
        while count >= 2 {
            if lengths & 1 << UInt8(count) != 0, let found = find(name.extracting(first: count)),
                found.isLegacy
            {
                return (count, found.text)
            }
            count &-= 1
        }
        return nil
    }

    /// The records whose names have the same first two bytes.
    private struct Group {
        /// The range of the records in the table.
        var start: UInt16 = 0
        var end: UInt16 = 0
        /// The lengths of their names that are valid without a semicolon, one bit each.
        var legacyLengths: UInt8 = 0
    }

    /// Built on first use.
    private static let groups: [Group] = {
        var groups = [Group](repeating: Group(), count: 4096)
        table.withUTF8Buffer { table in
            var index = 0
            while index < table.count {
                let group = group(table[index], table[index &+ 1])
                let start = index
                if groups[group].end == 0 { groups[group].start = UInt16(index) }
                while !isSign(table[index]) { index &+= 1 }
                if table[index] == 0x21 { groups[group].legacyLengths |= 1 << UInt8(index &- start) }
                while index < table.count, table[index] != 0x20 { index &+= 1 }
                groups[group].end = UInt16(index)
                index &+= 1
            }
        }
        return groups
    }()

    /// Returns a number for two bytes, in alphabetical order. Names begin with two letters; other bytes may
    /// share the number of a group without being found in it.
    private static func group(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x3F) &<< 6 | Int(second & 0x3F)
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte == 0x21 || byte == 0x3D }

    /// Returns the scalars of a record.
    private static func text(in table: UnsafeBufferPointer<UInt8>, from start: Int) -> ReferenceText {
        var text = ReferenceText()
        var value: UInt32 = 0
        var index = start
        while true {
            let byte = index < table.count ? table[index] : 0x20
            if let digit = ASCII.hexadecimal(byte) {
                value = value &* 16 &+ digit
            } else {
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
                value = 0
                if byte == 0x20 { return text }
            }
            index &+= 1
        }
    }
}

/// The text of a character reference in UTF-8, stored inline: at most eight bytes.
struct ReferenceText: Sendable {
    /// The first byte is the lowest.
    private var bits: UInt64 = 0
    private(set) var count = 0

    init() {}

    init(_ scalar: Unicode.Scalar) { append(scalar) }

    /// Appends a scalar. Two always fit.
    mutating func append(_ scalar: Unicode.Scalar) {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter where count < 8 {
            bits |= UInt64(byte) &<< UInt64(8 &* count)
            count &+= 1
        }
    }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits &>> UInt64(8 &* index)) }

    var bytes: [UInt8] { (0..<count).map { self[$0] } }
}

/// The named references that a page used recently. Pages repeat a few of them, so comparing eight bytes usually
/// replaces a search of the table.
struct RecentReferences: Sendable {
    private struct Entry {
        /// The name, its first byte lowest; 0 for none.
        var name: UInt64 = 0
        var text = ReferenceText()
    }

    private static let slotBits: UInt64 = 5
    private var entries: [Entry] = []

    private static func slot(_ name: UInt64) -> Int {
        Int(truncatingIfNeeded: (name &* 0x9E37_79B9_7F4A_7C15) &>> (64 &- slotBits))
    }

    /// Finds a remembered name that is followed by a semicolon.
    /// - Returns: The length of the name and its text; nil if it is not found.
    @inline(__always)
    func find(in bytes: Span<UInt8>, at start: Int) -> (length: Int, text: ReferenceText)? {
        guard !entries.isEmpty, start &+ 8 <= bytes.count else { return nil }
        let word = SourceText.word(in: bytes, at: start)
        let ends = SourceText.zeros(word ^ 0x3B3B_3B3B_3B3B_3B3B)
        let bits = ends.trailingZeroBitCount & ~7
        // No semicolon, nothing before it, or a NUL before it, which would not be visible in the word.
        guard ends != 0, bits != 0, word &>> UInt64(bits &- 8) & 0xFF != 0 else { return nil }
        let name = word & (1 &<< UInt64(bits) &- 1)
        let entry = entries[Self.slot(name)]
        return entry.name == name ? (bits / 8, entry.text) : nil
    }

    /// Remembers a name of letters and digits, unless it has more than seven.
    mutating func remember(_ name: Span<UInt8>, _ text: ReferenceText) {
        guard name.count <= 7 else { return }
        var word: UInt64 = 0
        for index in 0..<name.count { word |= UInt64(name[index]) &<< UInt64(8 &* index) }
        if entries.isEmpty { entries = Array(repeating: Entry(), count: 1 << Int(Self.slotBits)) }
        entries[Self.slot(word)] = Entry(name: word, text: text)
    }
}
