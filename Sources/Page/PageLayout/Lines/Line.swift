import CellGrid

/// One line of a laid-out page.
public struct Line: Hashable, Sendable {
    /// A segment of a line with one style and at most one link.
    public struct Run: Hashable, Sendable {
        /// The bytes of the run within `Line.bytes`.
        public var range: Range<Int>
        /// The screen columns that the run covers, counted from the left edge of the page.
        public var columns: Range<Int>
        /// The meaning of the text.
        public var style: TextStyle = []
        /// The link that the text belongs to, an index for `LaidOutPage.link(_:)`.
        public var link: Int?
        /// The offset of the text in the page's source, in bytes.
        public var source = 0
        /// The colour that the page declares, 0xRRGGBB, or a part of a picture (`picturePart`); nil if it declares none.
        public var foreground: UInt32?
        /// The background colour that the page declares, 0xRRGGBB; nil if it declares none.
        public var background: UInt32?

        private static let isPicture: UInt32 = 1 << 31

        /// The number of the picture that stands in place of the blanks of the run, and its row there; nil for any other
        /// run.
        public var picturePart: (number: UInt16, row: Int)? {
            guard let foreground, foreground & Self.isPicture != 0 else { return nil }
            return (UInt16(truncatingIfNeeded: foreground >> 8), Int(foreground & 0xFF))
        }

        /// Returns what stands for the colour of such a run: no colour of a page has more than 24 bits.
        static func foreground(ofPicture number: UInt16, row: Int) -> UInt32 {
            isPicture | UInt32(number) << 8 | UInt32(row)
        }
    }

    /// The text in UTF-8, valid and free of control characters. Indentation consists of spaces.
    public var bytes: [UInt8] = []
    /// The runs from left to right; together they cover all bytes.
    public var runs: [Run] = []

    /// The text as a string.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The number of screen columns up to the end of the text.
    public var width: Int { runs.last?.columns.upperBound ?? 0 }

    // Horizontal parts of a line that is wider than the screen.

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
