import HTML

/// Fast paths for most text: words that join the current run and fit on its line are appended at once, with the same
/// result as one by one.
extension Flow {
    /// Whether text with these attributes would join the current run, and nothing is pending before it.
    func joinsRun(_ ink: TextAttributes) -> Bool {
        guard open.hasText, !open.startsRun, open.doubt == nil, open.column > open.start, controls.isEmpty,
            let run = store.runs.last, store.runs.count > open.firstRun
        else { return false }
        return run.style == ink.style && run.link == ink.link && run.colors == ink.colors
            && Int(run.end) == store.text.count
    }

    /// Appends plain words with one blank before each.
    /// - Parameter first: The place of the first blank.
    /// - Returns: The place after the last word appended; `first` if there was none.
    mutating func addWords(
        _ span: Span<UInt8>, from first: Int, _ bytes: ArraySlice<UInt8>, _ ink: TextAttributes
    )
        -> Int
    {
        guard !open.hasSpace, joinsRun(ink) else { return first }
        var index = first
        var column = open.column
        var isSure = Self.breaksSurely(behind: store.text.span, store.text.count)
        var (lastBlank, breakColumn) = (first, column)
        var hasOtherBlanks = false
        while isSure, index + 1 < span.count, ASCII.isBlank(span[index]),
            Self.breaksSurely(before: span, index + 1)
        {
            let word = PlainWord(in: span, from: index + 1)
            // What follows may combine with the last letter.
            if word.end < span.count && span[word.end] >= 0x7F || column &+ 1 &+ word.columns > width {
                break
            }
            if word.isRightToLeft { noteRightToLeft() }
            if isMeasuring { measure(word: word.columns) }
            (lastBlank, breakColumn) = (index, column)
            hasOtherBlanks = hasOtherBlanks || span[index] != 0x20
            column &+= 1 &+ word.columns
            index = word.end
            // A word of plain letters ends with a letter unless it ends in ASCII.
            isSure = !Self.isOpening(span[index &- 1])
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
        open.cluster = UTF8Text.start(of: store.text.span, before: store.text.count)
        lengthenRun(to: column)
        return index
    }

    /// A word of printable ASCII and plain letters (`UTF8Text.letterLength`), with adjacent quotation marks and
    /// apostrophes, from which no line break separates it.
    struct PlainWord {
        /// The end of the word.
        var end: Int
        /// The columns of the word.
        var columns: Int
        /// Whether it begins with a right-to-left letter; other words contain none.
        var isRightToLeft = false

        /// The longest word that begins at a place, possibly empty.
        /// - Parameter blanks: Whether spaces are part of it.
        @inline(__always)
        init(in span: Span<UInt8>, from start: Int, blanks: Bool = false) {
            end = Flow.endOfASCII(span, from: start, blanks: blanks)
            columns = end &- start
            // Most text is ASCII, so the other letters are handled in a separate function.
            if end < span.count, span[end] >= 0x80 { takeLetters(of: span, from: start, blanks: blanks) }
        }

        @inline(never)
        private mutating func takeLetters(of span: Span<UInt8>, from start: Int, blanks: Bool) {
            while end < span.count, span[end] >= 0x80 {
                var length = UTF8Text.letterLength(span, at: end)
                if length == 0 { length = Flow.quoteLength(span, at: end, isFirst: end == start) }
                if length == 0 { return }
                if span[end] >= 0xD8, length == 2, !isRightToLeft {
                    // What precedes it may end a line that need not be reordered.
                    if end > start { return }
                    isRightToLeft = true
                }
                end &+= length
                columns &+= 1
                if end < span.count, span[end] < 0x80 {
                    let next = Flow.endOfASCII(span, from: end, blanks: blanks)
                    columns &+= next &- end
                    end = next
                }
            }
        }

        /// Removes the last letter if it may form a cluster with what follows.
        @inline(__always)
        mutating func yieldLast(in span: Span<UInt8>, from start: Int) {
            guard end > start, end < span.count, span[end] >= 0x80, UTF8Text.letterLength(span, at: end) == 0
            else {
                return
            }
            end = UTF8Text.start(of: span, before: end)
            columns -= 1
        }
    }

    /// Whether a line surely may break at a space after this text, provided that what follows allows it. Does not
    /// consult the break rules.
    @inline(__always)
    private static func breaksSurely(behind text: Span<UInt8>, _ end: Int) -> Bool {
        let last = text[end &- 1]
        if last < 0x7F { return !isOpening(last) }
        let start = UTF8Text.start(of: text, before: end)
        return UTF8Text.letterLength(text, at: start) > 0 || quoteLength(text, at: start, isFirst: false) > 0
    }

    /// Whether the byte is an opening ASCII bracket, after which no line ends.
    @inline(__always)
    private static func isOpening(_ byte: UInt8) -> Bool { byte == 0x28 || byte == 0x5B || byte == 0x7B }

    /// Whether a line surely may break at a space before this text, provided that what precedes allows it. Does not
    /// consult the break rules.
    @inline(__always)
    private static func breaksSurely(before text: Span<UInt8>, _ start: Int) -> Bool {
        let first = text[start]
        if first < 0x7F { return first > 0x20 && !staysBehindSpace(first) }
        return UTF8Text.letterLength(text, at: start) > 0 || quoteLength(text, at: start, isFirst: true) > 0
    }

    /// Whether the byte is ASCII punctuation that may not begin a line, or not before every character (UAX #14, LB13):
    /// `!),.:;?]}`.
    @inline(__always)
    private static func staysBehindSpace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: true
        default: false
        }
    }

    /// Returns the length of a quotation mark that is part of a plain word: ‘ or “ before a letter or digit, ’ or ”
    /// after any of its characters; 0 if there is none.
    /// - Parameter isFirst: Whether the word would begin with it.
    @inline(__always)
    fileprivate static func quoteLength(_ text: Span<UInt8>, at index: Int, isFirst: Bool) -> Int {
        guard text[index] == 0xE2, index &+ 2 < text.count, text[index &+ 1] == 0x80 else { return 0 }
        switch text[index &+ 2] {
        case 0x98, 0x9C:
            let next = index &+ 3
            guard next < text.count else { return 0 }
            return ASCII.isLetter(text[next]) || ASCII.isDigit(text[next])
                || UTF8Text.letterLength(text, at: next) > 0 ? 3 : 0
        case 0x99, 0x9D: return isFirst ? 0 : 3
        default: return 0
        }
    }

    /// Whether a line surely may break at a space between the end of a text and a word. Does not consult the break
    /// rules.
    @inline(__always)
    static func breaksSurely(behind text: Span<UInt8>, _ end: Int, before word: Span<UInt8>) -> Bool {
        breaksSurely(before: word, 0) && breaksSurely(behind: text, end)
    }

    /// Returns the end of a run of printable ASCII, with or without spaces.
    @inline(__always)
    fileprivate static func endOfASCII(_ span: Span<UInt8>, from start: Int, blanks: Bool) -> Int {
        let least: UInt8 = blanks ? 0x20 : 0x21
        let lows: UInt64 = blanks ? 0x2020_2020_2020_2020 : 0x2121_2121_2121_2121
        var end = start
        // Eight bytes at a time. Subtracting the minimum borrows for blanks and controls; bytes after the first stop
        // may be misclassified, but are not used.
        while end &+ 8 <= span.count {
            let word = UInt64(
                littleEndian: span.bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self))
            let low = (word &- lows) & ~word
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let stops = (low | word | (delete &- 0x0101_0101_0101_0101) & ~delete) & 0x8080_8080_8080_8080
            if stops != 0 { return end &+ stops.trailingZeroBitCount / 8 }
            end &+= 8
        }
        while end < span.count, span[end] >= least, span[end] < 0x7F { end &+= 1 }
        return end
    }

    mutating func lengthenRun(to column: Int) {
        let run = store.runs.count - 1
        store.runs[run].end = Int32(store.text.count)
        store.runs[run].width += Int32(column - open.column)
        open.column = column
    }

    /// The fast path for Chinese characters, kana and Hangul syllables, between which lines may end.
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
