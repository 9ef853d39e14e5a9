import CellGrid
import HTML

// Searching for text. Lines that were broken are searched as one text: with a blank where they were broken between
// words, and without one within a word.
extension LineStore {
    /// A run of a line in the text that is searched.
    private struct Piece {
        /// The start of the run in that text.
        var start: Int
        var line: Int
        var run: Int
    }

    /// Returns the matches in these lines, in their order. Linear in the text.
    func matches(of sought: SoughtText) -> [TextMatch] {
        var folded = FoldedText(sought.letters)
        var pieces: [Piece] = []
        var isWithinWord = false
        for line in lines.indices {
            let range = runRange(ofLine: line)
            let first = range.first { !isBar(runs[$0]) }
            if let first {
                if !isWithinWord { join(&folded, at: first, behind: pieces.last?.run) }
            } else {
                folded.appendBreak()
            }
            isWithinWord = false
            for index in range where first.map({ index >= $0 }) ?? false {
                let run = runs[index]
                if index > range.lowerBound, index != first {
                    let before = runs[index - 1]
                    if run.column > before.column + before.width { folded.appendBlank() }
                    isWithinWord = isHyphen(index)
                    if isWithinWord { continue }
                }
                pieces.append(Piece(start: folded.bytes.count, line: line, run: index))
                folded.append(text.span, Int(run.start)..<Int(run.end))
            }
        }
        let places = sought.places(in: folded)
        return places.compactMap { match(at: $0, in: folded, pieces) }
    }

    /// Adds between two lines what separates them in the page's text, as far as it is known.
    private func join(_ folded: inout FoldedText, at next: Int, behind last: Int?) {
        guard let last else { return }
        let (before, after) = (runs[last], runs[next])
        let gap = Int(after.start) - Int(before.end)
        if gap == 0 {
            // Either both are one run that was broken here, or the line ended without a break.
            if after.source - before.source != after.start - before.start { folded.appendBlank() }
        } else if gap > 0, gap <= 16 {
            // The bars of the new line may follow the blank in the store.
            let between = text[Int(before.end)..<Int(after.start)]
            if between.allSatisfy({ $0 == 0x20 || Self.bar.contains($0) }) {
                folded.appendBlank()
            } else if !between.elementsEqual([0xC2, 0xAD]) {
                folded.appendBreak()
            }
        } else {
            folded.appendBreak()
        }
    }

    /// Returns what separates a line from the one above, as far as it is known.
    func join(above line: Int) -> LineJoin {
        guard line > 0, line < lineCount else { return .end }
        let above = runRange(ofLine: line - 1)
        guard let last = above.last, let next = runRange(ofLine: line).first(where: { !isBar(runs[$0]) })
        else { return .end }
        if last > above.lowerBound, isHyphen(last) { return .hyphen }
        let (before, after) = (runs[last], runs[next])
        let gap = Int(after.start) - Int(before.end)
        // One run that was broken within a word.
        if gap == 0, after.source - before.source == after.start - before.start, !isBar(before) {
            return .nothing
        }
        guard gap > 0, gap <= 16 else { return .end }
        let between = text[Int(before.end)..<Int(after.start)]
        let isBlank = between.contains(0x20) && between.allSatisfy { $0 == 0x20 || Self.bar.contains($0) }
        return isBlank ? .blank : .end
    }

    /// The bytes of the bar of a quotation and of the mark of a folded line.
    private static let bar = Array("│↪".utf8)

    /// Whether a run is such a bar or mark.
    func isBar(_ run: Run) -> Bool {
        run.style == [.quote, .dimmed] && run.width == 1 && run.end - run.start == 3
    }

    /// Whether a run is the hyphen of a line that ends within a word: it is stored apart from the run before it.
    private func isHyphen(_ index: Int) -> Bool {
        let (run, before) = (runs[index], runs[index - 1])
        return run.end - run.start == 1 && text[Int(run.start)] == 0x2D && run.start != before.end
            && run.source == before.source && run.link == -1
    }

    /// Returns a match in columns; nil if it is not visible.
    private func match(at place: Range<Int>, in folded: FoldedText, _ pieces: [Piece]) -> TextMatch? {
        var parts: [TextMatch.Part] = []
        var index = pieces.partitionPoint(while: { $0.start <= place.lowerBound }) - 1
        while index >= 0, index < pieces.count, pieces[index].start < place.upperBound {
            let piece = pieces[index]
            let run = runs[piece.run]
            let (first, end) = (Int(run.start), Int(run.end))
            let isLast = index + 1 == pieces.count || pieces[index + 1].start >= place.upperBound
            let lower = boundary(
                piece.start >= place.lowerBound ? first : folded.original(of: place.lowerBound), first..<end)
            let upper = boundary(isLast ? folded.original(of: place.upperBound) : end, first..<end)
            // If the match ends at its start, the following text begins in the next run.
            let stop = isLast && upper <= lower ? end : upper
            index += 1
            guard lower < stop else { continue }
            let start = Int(run.column) + columns(of: first..<lower)
            let columns = start..<(start + columns(of: lower..<stop))
            if let last = parts.last, last.line == piece.line {
                parts[parts.count - 1].columns = last.columns.lowerBound..<columns.upperBound
            } else if !columns.isEmpty {
                parts.append(TextMatch.Part(line: piece.line, columns: columns))
            }
        }
        return parts.isEmpty ? nil : TextMatch(parts: parts)
    }

    /// Returns the start of the first character at or after a place, within the range.
    private func boundary(_ place: Int, _ range: Range<Int>) -> Int {
        guard range.contains(place) else {
            return place < range.lowerBound ? range.lowerBound : range.upperBound
        }
        var place = place
        while place < range.upperBound, text[place] & 0xC0 == 0x80 { place += 1 }
        return place
    }

    private func columns(of range: Range<Int>) -> Int {
        TextWidth.columns(of: text.span.extracting(range)).value
    }

    /// Returns the lines that show a range of the source; empty if there are none. If the range begins within a text,
    /// the line that shows the text before it is included.
    func lines(covering bytes: Range<Int>, of source: [UInt8], shift: Int) -> Range<Int> {
        var index = max(0, offsets.partitionPoint(while: { Int($0) + shift <= bytes.lowerBound }) - 1)
        let isReached =
            index < lineCount && reaches(bytes.lowerBound, ofLine: index, of: source, shift: shift)
        var first = isReached ? index : nil
        var last = index
        while index < lineCount {
            if runs[runRange(ofLine: index)].contains(where: { bytes.contains(Int($0.source) + shift) }) {
                if first == nil { first = index }
                last = index
            }
            if Int(offsets[index]) + shift >= bytes.upperBound { break }
            index += 1
        }
        return first.map { $0..<(last + 1) } ?? 0..<0
    }

    /// Whether a line's text begins before a place in the source and continues there. A run only has the offset of its
    /// start, and extends across inline tags that do not change its style.
    private func reaches(_ place: Int, ofLine index: Int, of source: [UInt8], shift: Int) -> Bool {
        guard let run = runs[runRange(ofLine: index)].last(where: { Int($0.source) + shift < place }) else {
            return false
        }
        var rest = source[(Int(run.source) + shift)..<min(place, source.count)]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(bracket + 1)...]
            // A comment ends a run.
            if rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "?") { return false }
            let name = rest.drop { $0 == UInt8(ascii: "/") }.prefix {
                ASCII.isLetter($0) || ASCII.isDigit($0)
            }
            let tag = Tag(named: name)
            if tag == .br || Flow.blockMargin(tag) != nil { return false }
        }
        return true
    }
}
