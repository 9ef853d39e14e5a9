import CellGrid
import HTML

/// The fast path for Chinese characters, kana and Hangul syllables, between which lines may end.
extension Flow {
    /// Appends such characters, each with its opening brackets before it and its stops, commas and closing brackets
    /// after it, and with single spaces between them.
    /// - Returns: The place after the last one appended; `first` if there was none.
    mutating func addIdeographs(
        _ span: Span<UInt8>, from first: Int, _ bytes: ArraySlice<UInt8>, _ ink: TextAttributes
    ) -> Int {
        guard !open.hasSpace, open.unread == store.text.count, open.breaker.isBehindIdeograph, joinsRun(ink)
        else { return first }
        var (index, column) = (first, open.column)
        // The start of the last one appended, its column, the spaces before it, and those before the next.
        var start = first
        var startColumn = column
        var spaces = 0
        var due = 0
        var widest = 0
        while true {
            let end = Self.endOfIdeograph(span, index &+ due)
            let columns = (end &- index &- due) / 3 &* 2
            guard columns > 0, column &+ due &+ columns <= width, Self.standsAlone(before: span, end) else {
                break
            }
            start = index &+ due
            startColumn = column &+ due
            spaces = due
            column = startColumn &+ columns
            index = end
            widest = max(widest, columns)
            due = end < span.count && span[end] == 0x20 ? 1 : 0
        }
        guard index > first else { return first }
        if isMeasuring { measure(word: widest) }
        let shift = store.text.count - first
        store.text.append(contentsOf: bytes[(bytes.startIndex + first)..<(bytes.startIndex + index)])
        if start - spaces > first { read(shift + start - spaces - 3) }
        if spaces > 0 { _ = open.breaker.advance(LineBreakKind(.space)) }
        open.lastBreak = OpenLine.Break(
            end: shift + start - spaces, resume: shift + start, endColumn: startColumn - spaces,
            resumeColumn: startColumn, breaker: open.breaker)
        for place in stride(from: shift + start, to: shift + index, by: 3) { read(place) }
        open.unread = store.text.count
        open.cluster = store.text.count - 3
        lengthenRun(to: column)
        return index
    }

    /// Advances the break rules over a character of the line.
    private mutating func read(_ place: Int) {
        _ = open.breaker.advance(LineBreakKind(in: store.text.span, at: place))
    }

    /// Returns the end of one such character, with the punctuation that no line break separates from it; `start` if
    /// there is none. Each character has three bytes and two columns.
    @inline(__always)
    private static func endOfIdeograph(_ span: Span<UInt8>, _ start: Int) -> Int {
        var end = start
        while sign(span, end) == .opening { end &+= 3 }
        guard isIdeograph(span, end) else { return start }
        end &+= 3
        while sign(span, end) == .closing { end &+= 3 }
        return end
    }

    /// Whether the text at a place does not combine with the text before it: the end, ASCII, an ideograph, wide
    /// punctuation, or a dash or quotation mark from U+2010 to U+2027.
    @inline(__always)
    private static func standsAlone(before span: Span<UInt8>, _ index: Int) -> Bool {
        if index == span.count || span[index] < 0x7F || isIdeograph(span, index) || sign(span, index) != nil {
            return true
        }
        guard span[index] == 0xE2, index + 2 < span.count, span[index + 1] == 0x80 else { return false }
        return span[index + 2] >= 0x90 && span[index + 2] <= 0xA7
    }

    /// The effect of wide punctuation on adjacent places to break.
    private enum WideSign {
        /// No line ends after it.
        case opening
        /// No line begins with it.
        case closing
        /// The break rules decide.
        case other
    }

    /// Returns the kind of the punctuation at a place, from U+3001 to U+301B or from U+FF01 to U+FF20; nil if there is
    /// none.
    @inline(__always)
    private static func sign(_ span: Span<UInt8>, _ index: Int) -> WideSign? {
        guard index + 2 < span.count else { return nil }
        switch (span[index], span[index + 1], span[index + 2]) {
        // 、 。 々, then brackets in pairs, U+3008 to U+3011 and U+3014 to U+301B.
        case (0xE3, 0x80, 0x81...0x82), (0xE3, 0x80, 0x85): return .closing
        case (0xE3, 0x80, 0x88...0x91), (0xE3, 0x80, 0x94...0x9B):
            return span[index + 2].isMultiple(of: 2) ? .opening : .closing
        // （ and ！ ） ， ． ： ； ？.
        case (0xEF, 0xBC, 0x88): return .opening
        case (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x89), (0xEF, 0xBC, 0x8C), (0xEF, 0xBC, 0x8E),
            (0xEF, 0xBC, 0x9A), (0xEF, 0xBC, 0x9B), (0xEF, 0xBC, 0x9F):
            return .closing
        case (0xE3, 0x80, 0x81...0x9B), (0xEF, 0xBC, 0x81...0xA0): return .other
        default: return nil
        }
    }

    /// Whether there is a Chinese character from U+4E00 to U+9FFF, a letter of Hiragana or Katakana, the prolonged
    /// sound mark or a Hangul syllable at a place.
    @inline(__always)
    private static func isIdeograph(_ span: Span<UInt8>, _ index: Int) -> Bool {
        guard index + 2 < span.count, span[index + 1] & 0xC0 == 0x80, span[index + 2] & 0xC0 == 0x80 else {
            return false
        }
        switch (span[index], span[index + 1], span[index + 2]) {
        case (0xE5...0xE9, _, _), (0xE4, 0xB8..., _): return true
        // U+AC00 to U+D7A3.
        case (0xEB...0xEC, _, _), (0xEA, 0xB0..., _), (0xED, ...0x9D, _), (0xED, 0x9E, ...0xA3): return true
        // U+3041 to U+3096, U+30A1 to U+30FA, U+30FC.
        case (0xE3, 0x81, 0x81...), (0xE3, 0x82, ...0x96), (0xE3, 0x82, 0xA1...), (0xE3, 0x83, ...0xBA),
            (0xE3, 0x83, 0xBC):
            return true
        default: return false
        }
    }
}
