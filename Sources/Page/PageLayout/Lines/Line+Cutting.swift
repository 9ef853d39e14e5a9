import CellGrid

// Horizontal parts of a line that is wider than the screen.
extension Line {
    /// Returns the part of the line in a range of columns, the first of which becomes column 0. Blanks replace the
    /// visible part of a character that crosses an edge. Linear in the columns up to the end of the range.
    public func cut(to columns: Range<Int>) -> Line {
        var part = Line()
        let text = bytes.span
        for run in runs {
            guard run.columns.lowerBound < columns.upperBound else { break }
            guard run.columns.upperBound > columns.lowerBound else { continue }
            var piece = run
            let start = part.bytes.count
            var isBegun = false
            var (index, column) = (run.range.lowerBound, run.columns.lowerBound)
            while index < run.range.upperBound, column < columns.upperBound {
                let plain = UTF8Text.plainLength(text, at: index)
                let cluster = plain > 0 ? (plain, 1) : Self.cluster(in: text, at: index)
                let end = column + cluster.1
                if column >= columns.lowerBound, end <= columns.upperBound {
                    if !isBegun {
                        piece.source += index - run.range.lowerBound
                        isBegun = true
                    }
                    part.bytes += bytes[index..<min(index + cluster.0, run.range.upperBound)]
                } else if end > columns.lowerBound {
                    let blanks = min(end, columns.upperBound) - max(column, columns.lowerBound)
                    part.bytes += [UInt8](repeating: 0x20, count: blanks)
                }
                index += cluster.0
                column = end
            }
            piece.range = start..<part.bytes.count
            let shown = run.columns.clamped(to: columns)
            piece.columns =
                (shown.lowerBound - columns.lowerBound)..<(shown.upperBound - columns.lowerBound)
            part.runs.append(piece)
        }
        return part
    }

    private static func cluster(in text: Span<UInt8>, at index: Int) -> (Int, Int) {
        let cluster = TextWidth.cluster(in: text, at: index)
        return (max(1, cluster.length), cluster.width)
    }
}
