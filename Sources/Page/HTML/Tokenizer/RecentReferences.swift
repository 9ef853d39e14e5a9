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
