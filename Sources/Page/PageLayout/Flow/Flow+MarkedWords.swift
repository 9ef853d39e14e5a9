import CellGrid
import HTML

extension Flow {
    /// A word of letters of any script below U+2000, with the marks they have: what `PlainWord` leaves of words. Its
    /// letters are all of one kind (UAX #14) and one direction.
    ///
    /// It is read cluster by cluster, and laid out as one: no line ends within it unless it has to.
    struct MarkedWord {
        /// Where it ends.
        private(set) var end: Int
        /// The columns it takes.
        private(set) var columns = 0
        /// Where its last cluster begins.
        private(set) var last: Int
        /// Where its second cluster begins; nil where it has but one.
        private(set) var second: Int?
        /// Whether it is written from right to left: all of it, or nothing.
        private(set) var isRightToLeft = false

        /// The longest one that begins at a place, perhaps of no letter. Linear in its length.
        init(in text: Span<UInt8>, from start: Int) {
            (end, last) = (start, start)
            guard start < text.count else { return }
            let kind = LineBreakKind(in: text, at: start)
            guard kind == LineBreakKind(.alphabetic) || kind == LineBreakKind(.hebrew) else { return }
            isRightToLeft = BidiControl.isRightToLeft(text, at: start)
            while end < text.count {
                let isPlain = kind.breaks == .hebrew && Self.isPlainHebrew(text, end)
                guard let cluster = isPlain ? (2, 1) : letter(in: text, kind) else { return }
                // Where the direction changes a line may end that is not to be reordered.
                if !isPlain, BidiControl.isRightToLeft(text, at: end) != isRightToLeft { return }
                if end > start, second == nil { second = end }
                last = end
                end &+= cluster.length
                columns &+= cluster.width
            }
        }

        /// The cluster at a place where it is a letter of this kind with its marks, or within a word a mark that takes a
        /// column of its own; nil where it is anything else.
        private func letter(in text: Span<UInt8>, _ kind: LineBreakKind) -> (length: Int, width: Int)? {
            let base = text[end]
            guard base < 0x80 ? ASCII.isLetter(base) : Self.isBelowU2000(base),
                !BidiControl.isControl(text, at: end)
            else { return nil }
            let cluster = TextWidth.cluster(in: text, at: end)
            // A byte of no character stands alone.
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

        /// Whether a Hebrew letter from U+05D0 to U+05EA stands at a place that nothing joins. Only a short cut.
        private static func isPlainHebrew(_ text: Span<UInt8>, _ offset: Int) -> Bool {
            func isLetter(at offset: Int) -> Bool {
                offset &+ 1 < text.count && text[offset] == 0xD7 && (0x90...0xAA).contains(text[offset &+ 1])
            }
            guard isLetter(at: offset) else { return false }
            let next = offset &+ 2
            return next == text.count || text[next] < 0x7F || isLetter(at: next)
        }

        /// Whether a character from U+00C0 to U+1FFF begins with this byte: none of them is kept from the terminal.
        private static func isBelowU2000(_ lead: UInt8) -> Bool { lead >= 0xC3 && lead <= 0xE1 }
    }
}
