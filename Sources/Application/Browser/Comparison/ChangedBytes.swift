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
        let (before, after) = Self.middle(old, new)
        guard before.count <= Self.limit, after.count <= Self.limit else {
            (self.old, self.new) = ([before], [after])
            return
        }
        let edits = ShortestEdits(
            from: old[before], Self.pieces(old, before), to: new[after], Self.pieces(new, after))
        var ranges: (old: [Range<Int>], new: [Range<Int>]) = ([], [])
        for hunk in edits.hunks {
            let (gone, come) = Self.trimmed(old, hunk.old, new, hunk.new)
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

    /// Returns the ranges between the common prefix and suffix, extended to whole words.
    private static func middle(
        _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
    ) -> (old: Range<Int>, new: Range<Int>) {
        var (head, tail) = old.commonEnds(with: new)
        while head > 0, isWord(old[old.startIndex + head - 1]) { head -= 1 }
        while tail > 0, isWord(old[old.endIndex - tail]) { tail -= 1 }
        return (
            (old.startIndex + head)..<(old.endIndex - tail), (new.startIndex + head)..<(new.endIndex - tail)
        )
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

    /// Returns the ranges without their common prefix and suffix, cut at character boundaries.
    private static func trimmed(
        _ old: ArraySlice<UInt8>, _ oldRange: Range<Int>, _ new: ArraySlice<UInt8>, _ newRange: Range<Int>
    ) -> (old: Range<Int>, new: Range<Int>) {
        func isInside(_ bytes: ArraySlice<UInt8>, _ index: Int) -> Bool {
            index < bytes.endIndex && bytes[index] & 0xC0 == 0x80
        }
        let shorter = min(oldRange.count, newRange.count)
        var head = 0
        while head < shorter, old[oldRange.lowerBound + head] == new[newRange.lowerBound + head] { head += 1 }
        while head > 0,
            isInside(old, oldRange.lowerBound + head) || isInside(new, newRange.lowerBound + head)
        { head -= 1 }
        var tail = 0
        while tail < shorter - head,
            old[oldRange.upperBound - 1 - tail] == new[newRange.upperBound - 1 - tail]
        { tail += 1 }
        while tail > 0, isInside(old, oldRange.upperBound - tail) || isInside(new, newRange.upperBound - tail)
        { tail -= 1 }
        return (
            (oldRange.lowerBound + head)..<(oldRange.upperBound - tail),
            (newRange.lowerBound + head)..<(newRange.upperBound - tail)
        )
    }
}
