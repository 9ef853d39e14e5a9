import PageLayout

/// A position on a page: a line, identified independently of which lines are laid out, and a column.
struct PagePlace: Comparable, Sendable {
    var line: PortionedLine
    var column = 0

    static func < (one: PagePlace, other: PagePlace) -> Bool {
        one.line == other.line ? one.column < other.column : one.line < other.line
    }
}

/// A search through a page.
typealias PageSearch = IncrementalSearch<LaidOutPage>

extension LaidOutPage: SearchedText {
    var hasReadAll: Bool { hasRead(byteCount) }

    mutating func readMore() -> Bool {
        guard !hasReadAll else { return false }
        let (read, portions) = (bytesRead, portionCount)
        return advance() || bytesRead > read || portionCount > portions
    }

    func portion(of place: PagePlace) -> Int { place.line.portion }

    func portions(touching places: Range<PagePlace>) -> Range<Int> {
        places.lowerBound.line.portion..<places.upperBound.line.portion + 1
    }

    /// A match extends to the end of its last line.
    func places(of match: TextMatch, inPortion portion: Int) -> Range<PagePlace> {
        let (first, last) = (match.parts[0], match.parts[match.parts.count - 1])
        let start = PagePlace(
            line: PortionedLine(portion: portion, line: first.line), column: first.columns.lowerBound)
        return start..<PagePlace(line: PortionedLine(portion: portion, line: last.line), column: .max)
    }

    func places(onRows rows: Range<Int>) -> [(row: Int, places: Range<PagePlace>)] {
        rows.clamped(to: 0..<lineCount).map { row in
            let line = portioned(line: row)
            let next = PortionedLine(portion: line.portion, line: line.line + 1)
            return (row, PagePlace(line: line)..<PagePlace(line: next))
        }
    }

    func columns(of match: TextMatch, on row: Range<PagePlace>) -> [Range<Int>] {
        match.parts.filter { $0.line == row.lowerBound.line.line }.map(\.columns)
    }
}
