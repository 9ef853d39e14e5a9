import CellGrid
import HTML

extension Flow {
    /// A word of letters of any script below U+2000, with their marks: the words that `PlainWord` does not handle. All
    /// its letters have one line breaking class (UAX #14) and one direction.
    ///
    /// It is analysed cluster by cluster and laid out as a whole: a line ends inside it only if it has to.
    struct MarkedWord {
        /// The end of the word.
        private(set) var end: Int
        /// The columns of the word.
        private(set) var columns = 0
        /// The start of its last cluster.
        private(set) var last: Int
        /// The start of its second cluster; nil if there is only one.
        private(set) var second: Int?
        /// Whether the whole word is written from right to left.
        private(set) var isRightToLeft = false

        /// The longest word that begins at a place, possibly empty. Linear in its length.
        init(in text: Span<UInt8>, from start: Int) {
            (end, last) = (start, start)
            guard start < text.count else { return }
            let kind = LineBreakKind(in: text, at: start)
            guard kind == LineBreakKind(.alphabetic) || kind == LineBreakKind(.hebrew) else { return }
            isRightToLeft = BidiControl.isRightToLeft(text, at: start)
            while end < text.count {
                let isPlain = kind.breaks == .hebrew && Self.isPlainHebrew(text, end)
                guard let cluster = isPlain ? (2, 1) : letter(in: text, kind) else { return }
                // A line that need not be reordered may end where the direction changes.
                if !isPlain, BidiControl.isRightToLeft(text, at: end) != isRightToLeft { return }
                if end > start, second == nil { second = end }
                last = end
                end &+= cluster.length
                columns &+= cluster.width
            }
        }

        /// Returns the cluster at `end` if it is a letter of this kind with its marks, or, within a word, a mark that
        /// takes a column itself; otherwise nil.
        private func letter(in text: Span<UInt8>, _ kind: LineBreakKind) -> (length: Int, width: Int)? {
            let base = text[end]
            guard base < 0x80 ? ASCII.isLetter(base) : Self.isBelowU2000(base),
                !BidiControl.isControl(text, at: end)
            else { return nil }
            let cluster = TextWidth.cluster(in: text, at: end)
            // A byte that is not part of a character is a word of its own.
            guard base < 0x80 || cluster.length > 1 else { return nil }
            let found = LineBreakKind(in: text, at: end)
            guard found == kind || found == LineBreakKind(.mark) && columns > 0 else { return nil }
            var index = end &+ UTF8Text.length(base)
            while index < end &+ cluster.length {
                let isMark = LineBreakKind(in: text, at: index) == LineBreakKind(.mark)
                guard isMark, Self.isBelowU2000(text[index]) else { return nil }
                index &+= UTF8Text.length(text[index])
            }
            return cluster
        }

        /// Whether there is a Hebrew letter from U+05D0 to U+05EA that nothing combines with. A fast path.
        private static func isPlainHebrew(_ text: Span<UInt8>, _ offset: Int) -> Bool {
            func isLetter(at offset: Int) -> Bool {
                offset &+ 1 < text.count && text[offset] == 0xD7 && (0x90...0xAA).contains(text[offset &+ 1])
            }
            guard isLetter(at: offset) else { return false }
            let next = offset &+ 2
            return next == text.count || text[next] < 0x7F || isLetter(at: next)
        }

        /// Whether the byte begins a character from U+00C0 to U+1FFF; all of these may reach the terminal.
        private static func isBelowU2000(_ lead: UInt8) -> Bool { lead >= 0xC3 && lead <= 0xE1 }
    }
}
