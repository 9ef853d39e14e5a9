import CSS
import CellGrid
import HTML

/// Finding and applying line breaks.
extension Flow {
    /// Advances to the next character: puts the pending space before it, if any, and allows a break if the rules do.
    mutating func read(_ next: LineBreakKind, _ ink: TextAttributes) {
        readWords()
        if open.doubt != nil {
            settleDoubt(before: open.hasSpace ? LineBreakKind(.space) : next)
            fit()
        }
        guard open.column > open.start else {
            open.hasSpace = false
            _ = open.breaker.advance(next)
            return
        }
        let (end, column) = (store.text.count, open.column)
        let hasSpace = open.hasSpace
        let isHeld = hasSpace ? open.holdsSpace : whiteSpace == .nowrap
        if hasSpace {
            putSpace(ink)
            _ = open.breaker.advance(LineBreakKind(.space))
        }
        let before = open.breaker
        let place = open.breaker.advance(next)
        // Unbreakable (`nowrap`) text may end a line at a space, if it has to.
        if isHeld, !hasSpace { return }
        switch place {
        case .held: break
        case .allowed, .required:
            let after = open.breaker
            open.breaker = before
            allowBreak(at: end, column, isHeld: isHeld)
            open.breaker = after
        case .doubtful where isHeld: break
        case .doubtful:
            open.doubt = OpenLine.Break(
                end: end, resume: store.text.count, endColumn: column, resumeColumn: open.column,
                breaker: before)
        }
    }

    /// Advances over the rest of a cluster after its first character.
    mutating func readRest(of cluster: Span<UInt8>) {
        var index = UTF8Text.length(cluster[0])
        while index < cluster.count {
            _ = open.breaker.advance(LineBreakKind(in: cluster, at: index))
            index += UTF8Text.length(cluster[index])
        }
    }

    /// Advances over the words that are on the line but not yet analysed.
    mutating func readWords() {
        open.breaker = Self.breaker(open.breaker, behind: store.text.span, from: open.unread)
        open.unread = store.text.count
    }

    /// Returns the state after a word.
    private static func breaker(
        _ state: LineBreaker, behind text: Span<UInt8>, from start: Int
    ) -> LineBreaker {
        var breaker = state
        var index = start
        while index < text.count {
            let byte = text[index]
            let length = UTF8Text.length(byte)
            // A letter or mark after a letter changes nothing, and outside ASCII a word contains nothing else but
            // quotation marks.
            let isLetter = byte >= 0x80 ? byte != 0xE2 : ASCII.isLetter(byte)
            if !(isLetter && breaker.isInWord), !(length > 1 && isLetter && breaker.isInHebrew) {
                _ = breaker.advance(LineBreakKind(in: text, at: index))
            }
            index &+= length
        }
        return breaker
    }

    mutating func putSpace(_ ink: TextAttributes) {
        open.hasSpace = false
        let end = store.text.count
        var space = ink
        if let last = store.runs.last,
            last.style != ink.style || last.link != ink.link || last.colors != ink.colors
        {
            space.style = last.style.intersection(ink.style)
            if last.colors != ink.colors { space.colors = 0 }
            space.link = last.link == ink.link ? ink.link : -1
        }
        store.text.append(0x20)
        extendRun(from: end, columns: 1, space)
        open.unread = store.text.count
    }

    /// Allows a break at the end of the text before a space.
    /// - Parameter isHeld: Whether the page forbids a break there.
    mutating func allowBreak(at end: Int, _ column: Int, isHeld: Bool = false) {
        let place = OpenLine.Break(
            end: end, resume: store.text.count, endColumn: column, resumeColumn: open.column,
            breaker: open.breaker)
        if isHeld { open.lastResort = place } else { open.lastBreak = place }
    }

    /// Decides a break that depends on the next character.
    mutating func settleDoubt(before next: LineBreakKind) {
        guard let doubt = open.doubt else { return }
        open.doubt = nil
        if !LineBreaker.holdsDoubt(next) { open.lastBreak = doubt }
    }

    /// Records the width of text that cannot be broken.
    mutating func measure(extra: Int = 0) {
        let start = open.lastBreak?.resumeColumn ?? open.start
        measure(word: open.column - start + extra)
    }

    /// Records the width that a word needs in narrow columns.
    mutating func measure(word columns: Int) {
        size.smallest = max(size.smallest, indentWidth + min(columns, TableColumns.longWord))
        size.tightest = max(size.tightest, indentWidth + min(columns, TableColumns.shortWord))
    }

    // MARK: Full lines

    /// Breaks the line until the text fits: at the last place allowed, otherwise at a no-break space, otherwise within
    /// words. Never at a no-break space of a button, which is next to its brackets.
    mutating func fit() {
        if isMeasuring { measure() }
        guard open.column > width, open.doubt == nil else { return }
        readWords()
        while open.column > width {
            if let place = open.lastBreak, isPlainWord(from: place.resume) {
                breakLine(at: place)
                continue
            }
            let places = places(behind: open.lastBreak)
            // Unbreakable text moves to the next line as a whole, and breaks only if it fits on no line.
            let last = whiteSpace == .nowrap ? open.lastBreak ?? open.lastResort : nil
            let isInButton = !frames.isEmpty && frames[frames.count - 1].isInButton
            let held = isInButton ? nil : places.held
            guard let place = last ?? places.allowed ?? open.lastBreak ?? held ?? places.cut else { return }
            breakLine(at: place)
        }
    }

    /// Whether the text from a place on is one word of letters, followed by at most one full stop or comma; no line
    /// breaks inside it.
    private func isPlainWord(from start: Int) -> Bool {
        let text = store.text.span
        var index = start
        while index < text.count {
            if ASCII.isLetter(text[index]) {
                index &+= 1
            } else {
                let length = UTF8Text.letterLength(text, at: index)
                if length == 0 { break }
                index &+= length
            }
        }
        return index == text.count
            || index + 1 == text.count && index > start && (text[index] == 0x2C || text[index] == 0x2E)
    }

    /// Drops a doubtful break that nothing follows, and breaks the line if it is full.
    mutating func fitEnd() {
        guard open.doubt != nil else { return }
        open.doubt = nil
        fit()
    }

    /// Folds the line if preformatted text made it too long.
    mutating func settle(cluster: Int?) {
        if isMeasuring { measure(word: min(open.column - (open.lastBreak?.resumeColumn ?? open.start), 40)) }
        open.breaker = .afterWord
        open.unread = store.text.count
        open.cluster = cluster
        if !keepsWhole { fold() }
    }

    /// Whether lines of preformatted text keep their full length. In tables they are folded.
    private var keepsWhole: Bool {
        preformatted == .whole && tableDepth == 0 && frames.last?.look.whiteSpace == .pre
    }

    /// Breaks the line wherever it is full, even if the text does not allow it; first where the text before it does.
    mutating func fold() {
        let isMarked = frames.last.map { $0.marksFolds && $0.look.whiteSpace == .pre } ?? false
        while open.column > width, let place = open.lastBreak ?? places(behind: nil).cut {
            breakLine(at: place, isMarked: isMarked)
        }
    }

    /// Marks a line as the continuation of the one above; the mark is not part of the text, like the bar of a
    /// quotation.
    mutating func addFoldMark(_ source: Int) {
        guard width - open.column >= Self.roomForMark else { return }
        addRun(Array("↪".utf8), at: open.column, width: 1, style: [.quote, .dimmed], source)
        open.column += 1
        open.start = open.column
        open.unread = store.text.count
        open.firstInk = store.runs.count
        open.textRun = store.runs.count
        open.startsRun = true
    }

    /// The minimum number of columns of a marked line.
    private static let roomForMark = 8

    /// The places to break in the text after a break.
    private struct Places {
        /// The last one that the rules allow on this line.
        var allowed: OpenLine.Break?
        /// The last no-break space.
        var held: OpenLine.Break?
        /// The place to cut if there is no other: after a hyphen, `/`, `?` or `&` in the second half of the line, otherwise
        /// at the edge. Nil if the text fits.
        var cut: OpenLine.Break?
    }

    /// Returns the places to break in the text after `start`. Linear in the width.
    private func places(behind start: OpenLine.Break?) -> Places {
        let text = store.text.span
        var breaker = start?.breaker ?? open.first
        var places = Places()
        var good: OpenLine.Break?
        var column = start?.resumeColumn ?? open.start
        let firstColumn = column
        var previous: UInt8 = 0
        for run in store.runs[open.firstRun...] where Int(run.column) >= open.start {
            var index = max(Int(run.start), start?.resume ?? 0)
            if index >= Int(run.end) { continue }
            while index < Int(run.end) {
                let before = breaker
                func here() -> OpenLine.Break {
                    OpenLine.Break(
                        end: index, resume: index, endColumn: column, resumeColumn: column, breaker: before)
                }
                let (length, columns, place): (Int, Int, LineBreaker.Place)
                let plain = UTF8Text.plainLength(text, at: index)
                if plain > 0 {
                    (length, columns) = (plain, 1)
                    // A letter after a letter changes nothing.
                    place =
                        (plain > 1 || ASCII.isLetter(text[index])) && breaker.isInWord
                        ? .held : breaker.advance(cluster: text, index..<(index + plain))
                } else {
                    let cluster = TextWidth.cluster(in: text, at: index)
                    (length, columns) = (
                        cluster.length, BidiOrder.isControl(text, at: index) ? 0 : cluster.width
                    )
                    place = breaker.advance(cluster: text, index..<(index + length))
                }
                if column > firstColumn {
                    if case .allowed = place { places.allowed = here() }
                    if text[index] == 0x20, length == 1 {
                        places.held = OpenLine.Break(
                            end: index, resume: index + 1, endColumn: column, resumeColumn: column + 1,
                            breaker: .afterWord)
                    }
                    let isGood = previous == 0x2D || previous == 0x2F || previous == 0x3F || previous == 0x26
                    if isGood, (column - firstColumn) * 2 > width - firstColumn { good = here() }
                    if column + columns > width {
                        places.cut = good ?? here()
                        return places
                    }
                }
                column += columns
                previous = text[index]
                index += length
            }
        }
        return Places(allowed: places.allowed)
    }
}
