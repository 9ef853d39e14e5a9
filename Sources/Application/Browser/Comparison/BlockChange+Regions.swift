import SonicProtocol

extension BlockChange {
    /// Returns the ranges in which the sources of two versions of a page differ, for a template that differs so that the
    /// blocks do not correspond. Linear in both, and bounded beyond that.
    ///
    /// The units of comparison begin at a tag or a line, so differences within a long line are found too.
    /// - Parameter gap: Ranges with at most this many equal bytes between them are merged.
    /// - Returns: The ranges in order, between which all bytes are equal; nil if too much differs.
    static func regions(from old: [UInt8], to new: [UInt8], merging gap: Int) -> [BlockChange]? {
        let (oldTitle, newTitle) = (PageSplit(html: old).title, PageSplit(html: new).title)
        var regions: [BlockChange] = []
        var starts = (old: 0, new: 0)
        // The title is not shown in the text, so it is reported separately.
        if let oldTitle, let newTitle {
            let before = Self.regions(old, 0..<oldTitle.lowerBound, new, 0..<newTitle.lowerBound, gap)
            guard let before else { return nil }
            regions = before
            if !old[oldTitle].elementsEqual(new[newTitle]) {
                regions.append(BlockChange(name: "title", old: oldTitle, new: newTitle))
            }
            starts = (oldTitle.upperBound, newTitle.upperBound)
        }
        return Self.regions(old, starts.old..<old.count, new, starts.new..<new.count, gap).map {
            regions + $0
        }
    }

    /// The maximum number of pieces between the first and the last difference that are compared individually.
    private static let pieceLimit = 200_000

    private static func regions(
        _ old: [UInt8], _ oldRange: Range<Int>, _ new: [UInt8], _ newRange: Range<Int>, _ gap: Int
    ) -> [BlockChange]? {
        let (oldMiddle, newMiddle) = old[oldRange].middle(to: new[newRange]) { beginsPiece($0, at: $1) }
        guard !oldMiddle.isEmpty || !newMiddle.isEmpty else { return [] }
        let (oldPieces, newPieces) = (pieces(of: old, oldMiddle), pieces(of: new, newMiddle))
        guard oldPieces.count <= pieceLimit, newPieces.count <= pieceLimit else { return nil }
        let edits = ShortestEdits(from: old[oldMiddle], oldPieces, to: new[newMiddle], newPieces)
        guard edits.extent == .exact else { return nil }
        var lines = LineCount(new)
        var regions: [BlockChange] = []
        for changed in edits.hunks {
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

    /// Whether a piece begins at an index, as one does at both ends.
    private static func beginsPiece(_ bytes: ArraySlice<UInt8>, at index: Int) -> Bool {
        index == bytes.startIndex || index >= bytes.endIndex || bytes[index] == UInt8(ascii: "<")
            || bytes[index - 1] == UInt8(ascii: "\n")
    }

    private static func pieces(of bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var start = range.lowerBound
        let part = bytes[range]
        for index in range where index > start && beginsPiece(part, at: index) {
            pieces.append(start..<index)
            start = index
        }
        if start < range.upperBound { pieces.append(start..<range.upperBound) }
        return pieces
    }
}
