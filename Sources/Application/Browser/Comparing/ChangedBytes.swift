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
        var numbers = Numbering<BytePiece>()
        let (oldPieces, newPieces) = (Self.pieces(old, before), Self.pieces(new, after))
        let edits = ShortestEdits(
            from: oldPieces.map { numbers.number(BytePiece(bytes: old[$0])) },
            to: newPieces.map { numbers.number(BytePiece(bytes: new[$0])) })
        var ranges: (old: [Range<Int>], new: [Range<Int>]) = ([], [])
        for hunk in edits.hunks {
            let (gone, come) = Self.trimmed(
                old, Self.range(hunk.old, of: oldPieces, before),
                new, Self.range(hunk.new, of: newPieces, after))
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
        let shorter = min(old.count, new.count)
        var head = alike(old, new, atMost: shorter)
        var tail = alikeAtEnd(old, new, atMost: shorter - head)
        while head > 0, isWord(old[old.startIndex + head - 1]) { head -= 1 }
        while tail > 0, isWord(old[old.endIndex - tail]) { tail -= 1 }
        return (
            (old.startIndex + head)..<(old.endIndex - tail), (new.startIndex + head)..<(new.endIndex - tail)
        )
    }

    /// Returns the length of the common prefix, compared eight bytes at a time: a line may be a whole page.
    private static func alike(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, atMost most: Int) -> Int {
        old.withUnsafeBytes { before in
            new.withUnsafeBytes { after in
                var count = 0
                while count + 8 <= most,
                    before.loadUnaligned(fromByteOffset: count, as: UInt64.self)
                        == after.loadUnaligned(fromByteOffset: count, as: UInt64.self)
                { count += 8 }
                while count < most, before[count] == after[count] { count += 1 }
                return count
            }
        }
    }

    /// Returns the length of the common suffix.
    private static func alikeAtEnd(
        _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, atMost most: Int
    ) -> Int {
        old.withUnsafeBytes { before in
            new.withUnsafeBytes { after in
                var count = 0
                while count + 8 <= most,
                    before.loadUnaligned(fromByteOffset: before.count - count - 8, as: UInt64.self)
                        == after.loadUnaligned(fromByteOffset: after.count - count - 8, as: UInt64.self)
                { count += 8 }
                while count < most, before[before.count - 1 - count] == after[after.count - 1 - count] {
                    count += 1
                }
                return count
            }
        }
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

    /// Returns the bytes of a range of pieces; for an empty one, the position where they would be.
    private static func range(
        _ hunk: Range<Int>, of pieces: [Range<Int>], _ all: Range<Int>
    ) -> Range<Int> {
        func start(_ index: Int) -> Int {
            index < pieces.count ? pieces[index].lowerBound : all.upperBound
        }
        return start(hunk.lowerBound)..<start(hunk.upperBound)
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
