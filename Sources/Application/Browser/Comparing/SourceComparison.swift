import SonicProtocol

/// The ranges in which the sources of two versions of a page differ, if the template differs so that the blocks do not
/// correspond.
enum SourceComparison: Equatable, Sendable {
    /// The ranges that differ, in order; all other bytes are equal.
    case regions([BlockChange])
    /// The difference is too large to be compared in detail.
    case whole

    /// Compares two versions. Linear in both, and bounded beyond that.
    ///
    /// The units of comparison begin at a tag or a line, so differences within a long line are found too.
    /// - Parameter gap: Ranges with at most this many equal bytes between them are merged.
    init(of old: [UInt8], with new: [UInt8], merging gap: Int = 80) {
        let (oldTitle, newTitle) = (PageSplit(html: old).title, PageSplit(html: new).title)
        var regions: [BlockChange] = []
        var starts = (old: 0, new: 0)
        // The title is not shown in the text, so it is reported separately.
        if let oldTitle, let newTitle {
            guard
                let before = Self.regions(
                    old, 0..<oldTitle.lowerBound, new, 0..<newTitle.lowerBound, gap)
            else {
                self = .whole
                return
            }
            regions = before
            if !old[oldTitle].elementsEqual(new[newTitle]) {
                regions.append(BlockChange(name: "title", old: oldTitle, new: newTitle))
            }
            starts = (oldTitle.upperBound, newTitle.upperBound)
        }
        guard
            let rest = Self.regions(old, starts.old..<old.count, new, starts.new..<new.count, gap)
        else {
            self = .whole
            return
        }
        self = .regions(regions + rest)
    }

    /// The maximum number of pieces between the first and the last difference that are compared individually.
    private static let pieceLimit = 200_000

    private static func regions(
        _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>, _ gap: Int
    ) -> [BlockChange]? {
        let (oldMiddle, newMiddle) = middle(old, oldRange, new, newRange)
        guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return [] }
        let (oldPieces, newPieces) = (pieces(of: old, oldMiddle), pieces(of: new, newMiddle))
        guard oldPieces.count <= pieceLimit, newPieces.count <= pieceLimit else { return nil }
        var numbers = Numbering<BytePiece>()
        let edits = ShortestEdits(
            from: oldPieces.map { numbers.number(BytePiece(bytes: old[$0])) },
            to: newPieces.map { numbers.number(BytePiece(bytes: new[$0])) })
        guard edits.extent == .exact else { return nil }
        var lines = LineCount(new)
        var regions: [BlockChange] = []
        for hunk in edits.hunks {
            let changed = (
                old: range(hunk.old, of: oldPieces, oldMiddle), new: range(hunk.new, of: newPieces, newMiddle)
            )
            if let last = regions.last, changed.old.lowerBound - last.old.upperBound <= gap {
                regions[regions.count - 1].old = last.old.lowerBound..<changed.old.upperBound
                regions[regions.count - 1].new = last.new.lowerBound..<changed.new.upperBound
            } else {
                let name = "line \(lines.line(at: changed.new.lowerBound))"
                regions.append(BlockChange(name: name, old: changed.old, new: changed.new))
            }
        }
        return regions
    }

    /// Returns the ranges between the common prefix and suffix, both cut at the beginning of a piece.
    private static func middle(
        _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>
    ) -> (old: Range<Int>, new: Range<Int>) {
        let shorter = min(oldRange.count, newRange.count)
        var head = 0
        while head < shorter, old[oldRange.lowerBound + head] == new[newRange.lowerBound + head] { head += 1 }
        if head == oldRange.count, head == newRange.count {
            return (oldRange.upperBound..<oldRange.upperBound, newRange.upperBound..<newRange.upperBound)
        }
        var tail = 0
        while tail < shorter - head,
            old[oldRange.upperBound - 1 - tail] == new[newRange.upperBound - 1 - tail]
        {
            tail += 1
        }
        while head > 0,
            !beginsPiece(old, at: oldRange.lowerBound + head)
                || !beginsPiece(new, at: newRange.lowerBound + head)
        { head -= 1 }
        while tail > 0,
            !beginsPiece(old, at: oldRange.upperBound - tail)
                || !beginsPiece(new, at: newRange.upperBound - tail)
        { tail -= 1 }
        return (
            (oldRange.lowerBound + head)..<(oldRange.upperBound - tail),
            (newRange.lowerBound + head)..<(newRange.upperBound - tail)
        )
    }

    private static func beginsPiece(_ bytes: [UInt8], at index: Int) -> Bool {
        index == 0 || index >= bytes.count || bytes[index] == UInt8(ascii: "<")
            || bytes[index - 1] == UInt8(ascii: "\n")
    }

    private static func pieces(of bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        for index in range where index > start && beginsPiece(bytes, at: index) {
            pieces.append(start..<index)
            start = index
        }
        if start < range.upperBound { pieces.append(start..<range.upperBound) }
        return pieces
    }

    /// Returns the bytes of a range of pieces; for an empty one, the position where they would be.
    private static func range(
        _ hunk: Range<Int>, of pieces: [Range<Int>], _ middle: Range<Int>
    ) -> Range<Int> {
        func start(_ index: Int) -> Int {
            index < pieces.count ? pieces[index].lowerBound : middle.upperBound
        }
        return start(hunk.lowerBound)..<start(hunk.upperBound)
    }
}

/// Counts lines in ascending order.
struct LineCount {
    private let bytes: [UInt8]
    private var place = 0
    private var count = 1
    /// The start of the last line counted.
    private(set) var start = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line number of an offset, from 1. Linear in the bytes since the previous call.
    mutating func line(at offset: Int) -> Int {
        while place < min(offset, bytes.count) {
            if bytes[place] == UInt8(ascii: "\n") {
                count += 1
                start = place + 1
            }
            place += 1
        }
        return count
    }
}
