import CellGrid
import Markup

/// Short cuts for the bulk of all text: words that join the run at hand and fit its line are put there at once,
/// with the outcome that taking them one by one has.
extension Flow {
    /// Whether text of this ink would join the run at hand, and nothing is due before it.
    private func joinsRun(_ ink: Ink) -> Bool {
        guard open.hasText, !open.startsRun, open.doubt == nil, open.column > open.start, controls.isEmpty,
            let run = store.runs.last, store.runs.count > open.firstRun
        else { return false }
        return run.style == ink.style && run.link == ink.link && run.colors == ink.colors
            && Int(run.end) == store.text.count
    }

    /// Takes words of ASCII with one blank before each.
    /// - Parameter first: The place of the first blank.
    /// - Returns: The place behind the last word taken; `first` when none was.
    mutating func addWords(_ span: Span<UInt8>, from first: Int, _ bytes: ArraySlice<UInt8>, _ ink: Ink)
        -> Int
    {
        guard !open.hasSpace, joinsRun(ink) else { return first }
        var index = first
        var column = open.column
        var previous = store.text[store.text.count - 1]
        var (lastBlank, breakColumn) = (first, column)
        var hasOtherBlanks = false
        while index + 1 < span.count, ASCII.isBlank(span[index]),
            Self.breaksSurely(between: previous, and: span[index + 1])
        {
            let end = Self.endOfWord(span, from: index + 2)
            let length = end &- index &- 1
            // What follows may combine with the last letter.
            if end < span.count && span[end] >= 0x7F || column &+ 1 &+ length > width { break }
            if isMeasuring { measure(word: length) }
            (lastBlank, breakColumn) = (index, column)
            hasOtherBlanks = hasOtherBlanks || span[index] != 0x20
            column &+= 1 &+ length
            previous = span[end &- 1]
            index = end
        }
        guard index > first else { return first }
        let start = store.text.count
        store.text.append(contentsOf: bytes[(bytes.startIndex + first)..<(bytes.startIndex + index)])
        if hasOtherBlanks {
            for place in start..<store.text.count where store.text[place] < 0x20 { store.text[place] = 0x20 }
        }
        open.breaker = .afterWord
        let end = start + lastBlank - first
        open.lastBreak = OpenLine.Break(
            end: end, resume: end + 1, endColumn: breakColumn, resumeColumn: breakColumn + 1,
            breaker: open.breaker)
        open.unread = end + 1
        open.cluster = store.text.count - 1
        lengthenRun(to: column)
        return index
    }

    /// Takes Chinese characters, between which lines may end.
    /// - Returns: The place behind the last one taken; `first` when none was.
    mutating func addIdeographs(
        _ span: Span<UInt8>, from first: Int, _ bytes: ArraySlice<UInt8>, _ ink: Ink
    ) -> Int {
        guard !open.hasSpace, open.unread == store.text.count, open.breaker.isBehindIdeograph, joinsRun(ink)
        else { return first }
        var index = first
        var column = open.column
        while column + 2 <= width, Self.isIdeograph(span, index),
            // What follows must not combine.
            index + 3 == span.count || span[index + 3] < 0x7F || Self.isIdeograph(span, index + 3)
        {
            index += 3
            column += 2
        }
        guard index > first else { return first }
        if isMeasuring { measure(word: 2) }
        store.text.append(contentsOf: bytes[(bytes.startIndex + first)..<(bytes.startIndex + index)])
        let last = store.text.count - 3
        open.lastBreak = OpenLine.Break(
            end: last, resume: last, endColumn: column - 2, resumeColumn: column - 2, breaker: open.breaker)
        open.unread = store.text.count
        open.cluster = last
        lengthenRun(to: column)
        return index
    }

    /// The end of a run of printable ASCII without blanks.
    @inline(__always)
    static func endOfWord(_ span: Span<UInt8>, from start: Int) -> Int {
        var end = start
        // Eight at a time. Blanks and controls borrow when 0x21 is taken from them; a byte above the first one
        // may be told wrong, and is not looked at.
        while end &+ 8 <= span.count {
            let word = UInt64(
                littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self))
            let low = (word &- 0x2121_2121_2121_2121) & ~word
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let stops = (low | word | (delete &- 0x0101_0101_0101_0101) & ~delete) & 0x8080_8080_8080_8080
            if stops != 0 { return end &+ stops.trailingZeroBitCount / 8 }
            end &+= 8
        }
        while end < span.count, span[end] > 0x20, span[end] < 0x7F { end &+= 1 }
        return end
    }

    private mutating func lengthenRun(to column: Int) {
        let run = store.runs.count - 1
        store.runs[run].end = Int32(store.text.count)
        store.runs[run].width += Int32(column - open.column)
        open.column = column
    }

    /// Whether U+4E00 to U+9FFF stands at a place.
    @inline(__always)
    private static func isIdeograph(_ span: Span<UInt8>, _ index: Int) -> Bool {
        guard index + 2 < span.count else { return false }
        let lead = span[index]
        guard lead > 0xE4 && lead <= 0xE9 || lead == 0xE4 && span[index + 1] >= 0xB8 else { return false }
        return span[index + 1] & 0xC0 == 0x80 && span[index + 2] & 0xC0 == 0x80
    }
}
