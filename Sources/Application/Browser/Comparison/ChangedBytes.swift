/// The bytes in which two lines differ, as ranges within each.
struct ChangedBytes: Equatable, Sendable {
    /// The ranges removed from the old line; empty if the lines have too little in common to be compared by bytes.
    let old: [Range<Int>]
    /// The ranges added in the new line.
    let new: [Range<Int>]

    /// The maximum number of bytes between the common prefix and suffix that are compared in detail.
    private static let limit = 64 << 10

    /// Compares two lines. Linear where they are equal, bounded where they differ.
    init(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
        // The ranges are extended to whole words.
        let (before, after) = old.middle(to: new) { bytes, index in
            index == bytes.startIndex || index == bytes.endIndex
                || !Self.isWord(bytes[index - 1]) || !Self.isWord(bytes[index])
        }
        guard before.count <= Self.limit, after.count <= Self.limit else {
            (self.old, self.new) = ([before], [after])
            return
        }
        let edits = ShortestEdits(
            from: old[before], Self.pieces(old, before), to: new[after], Self.pieces(new, after))
        var ranges: (old: [Range<Int>], new: [Range<Int>]) = ([], [])
        for hunk in edits.hunks {
            // Words are not cut within a character.
            let (gone, come) = old[hunk.old].middle(to: new[hunk.new]) { bytes, index in
                index == bytes.endIndex || bytes[index] & 0xC0 != 0x80
            }
            if !gone.isEmpty { ranges.old.append(Self.shifted(gone, by: old.startIndex)) }
            if !come.isEmpty { ranges.new.append(Self.shifted(come, by: new.startIndex)) }
        }
        let kept = old.count - ranges.old.reduce(0) { $0 + $1.count }
        // If less than half of the shorter line is unchanged, it is a different line.
        guard kept * 2 >= min(old.count, new.count) else {
            (self.old, self.new) = ([], [])
            return
        }
        (self.old, self.new) = ranges
    }

    private static func shifted(_ range: Range<Int>, by start: Int) -> Range<Int> {
        (range.lowerBound - start)..<(range.upperBound - start)
    }

    /// Returns the words, and each other byte separately.
    private static func pieces(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            if isWord(bytes[start]) {
                while end < range.upperBound, isWord(bytes[end]) { end += 1 }
            }
            pieces.append(start..<end)
            start = end
        }
        return pieces
    }

    /// Whether a byte is a letter, a digit, or part of a character outside ASCII.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }
}
