import CellGrid
import HTML

/// Grapheme clusters that are split between two pieces of text.
extension Flow {
    /// Joins the beginning of a text to the last cluster if they form one cluster, such as a mark in a separate
    /// element.
    /// - Returns: The number of bytes joined.
    mutating func joinCluster(_ span: Span<UInt8>) -> Int {
        // Plain letters never combine with the text before them.
        guard !span.isEmpty, span[0] >= 0x80, UTF8Text.letterLength(span, at: 0) == 0,
            let start = open.cluster,
            !open.hasSpace,
            let run = store.runs.last, store.runs.count > open.firstRun, start >= run.start, start < run.end
        else { return 0 }
        var bytes = Array(store.text[start..<Int(run.end)])
        let old = TextWidth.cluster(in: bytes.span, at: 0)
        guard old.length == bytes.count else { return 0 }
        var taken = 0
        var new = old
        // Most text begins a new cluster, so a single character is tried first.
        while new.length == bytes.count, taken < span.count {
            let next = min(span.count, taken == 0 ? UTF8Text.length(span[0]) : taken * 2)
            for index in taken..<next { bytes.append(span[index]) }
            taken = next
            new = TextWidth.cluster(in: bytes.span, at: 0)
        }
        guard new.length > old.length else { return 0 }
        bytes.removeSubrange(new.length...)
        guard UTF8Text.visible(bytes[...]).elementsEqual(bytes) else { return 0 }
        readWords()
        extendCluster(to: bytes, from: old, to: new.width)
        fit()
        return new.length - old.length
    }

    private mutating func extendCluster(
        to bytes: [UInt8], from old: (length: Int, width: Int), to width: Int
    ) {
        let last = store.runs.count - 1
        if Int(store.runs[last].end) == store.text.count {
            store.text += bytes[old.length...]
            store.runs[last].width += Int32(width - old.width)
        } else {
            // The store already has text after this cluster, at the start of the line; the cluster moves to the end.
            var run = store.runs[last]
            run.column += run.width - Int32(old.width)
            run.start = Int32(store.text.count)
            run.width = Int32(width)
            store.text += bytes
            store.runs[last].end -= Int32(old.length)
            store.runs[last].width -= Int32(old.width)
            if store.runs[last].end == store.runs[last].start { store.runs.removeLast() }
            store.runs.append(run)
            open.cluster = Int(run.start)
        }
        store.runs[store.runs.count - 1].end = Int32(store.text.count)
        open.column += width - old.width
        let span = bytes.span
        var index = old.length
        while index < span.count {
            _ = open.breaker.advance(LineBreakKind(in: span, at: index))
            index += UTF8Text.length(span[index])
        }
        open.unread = store.text.count
    }

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
            isRightToLeft = BidiOrder.isRightToLeft(text, at: start)
            while end < text.count {
                let isPlain = kind.breaks == .hebrew && Self.isPlainHebrew(text, end)
                guard let cluster = isPlain ? (2, 1) : letter(in: text, kind) else { return }
                // A line that need not be reordered may end where the direction changes.
                if !isPlain, BidiOrder.isRightToLeft(text, at: end) != isRightToLeft { return }
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
                !BidiOrder.isControl(text, at: end)
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
