import CellGrid

/// The content of a view.
enum InspectedContent: Sendable {
    /// Lines, wrapped at a width.
    case lines([StyledLine])
    /// Bytes, whose rows are computed on demand.
    case bytes(ByteText)

    /// Whether the content is lines.
    var isLines: Bool { if case .lines = self { true } else { false } }
}

/// A position in the inspector's content, or in other lines: a byte, or a line and the number of a match on it.
struct ContentPlace: Comparable, Sendable {
    var start: Int
    var number = 0

    static func < (one: ContentPlace, other: ContentPlace) -> Bool {
        (one.start, one.number) < (other.start, other.number)
    }
}

/// The range of a match; on a line also its columns.
struct ContentMatch: Equatable, Sendable {
    var places: Range<ContentPlace>
    var columns = 0..<0
}

// Lines are one portion. For bytes, the bytes are searched and not the drawn text, so a match that spans a row break is
// one match.
extension InspectedContent: SearchedText {
    var portionCount: Int {
        switch self {
        case .lines: 1
        case .bytes(let text): text.portionCount
        }
    }

    var hasReadAll: Bool { isFinished }

    var isFinished: Bool {
        switch self {
        case .lines: true
        case .bytes(let text): text.hasAllBytes
        }
    }

    func edition(ofPortion portion: Int) -> Int { 0 }

    func readMore() -> Bool { false }

    func matches(of sought: SoughtText, inPortion portion: Int) -> [ContentMatch] {
        switch self {
        case .lines(let lines): lines.enumerated().flatMap { Self.matches(of: sought, in: $1, $0) }
        case .bytes(let text):
            text.matches(of: sought, inPortion: portion).map {
                ContentMatch(
                    places: ContentPlace(start: $0.lowerBound)..<ContentPlace(start: $0.upperBound))
            }
        }
    }

    private static func matches(of sought: SoughtText, in line: StyledLine, _ row: Int) -> [ContentMatch] {
        let text = Array(line.text.utf8)
        var folded = FoldedText(sought.letters)
        folded.append(text.span, text.indices)
        return sought.places(in: folded).enumerated().map { number, place in
            let start = folded.original(of: place.lowerBound)
            let end = min(text.count, folded.original(of: place.upperBound))
            let before = TextWidth.columns(of: text.span.extracting(0..<start)).value
            let width = TextWidth.columns(of: text.span.extracting(start..<max(start, end))).value
            let first = ContentPlace(start: row, number: number)
            return ContentMatch(
                places: first..<ContentPlace(start: row, number: number + 1), columns: before..<before + width
            )
        }
    }

    func portion(of place: ContentPlace) -> Int {
        switch self {
        case .lines: 0
        case .bytes: place.start / ByteText.portionBytes
        }
    }

    func portions(touching places: Range<ContentPlace>) -> Range<Int> {
        guard case .bytes(let text) = self else { return 0..<1 }
        let first = max(0, places.lowerBound.start - ByteText.reach) / ByteText.portionBytes
        let last = min((places.upperBound.start - 1) / ByteText.portionBytes, text.portionCount - 1)
        return first..<max(first, last + 1)
    }

    func places(of match: ContentMatch, inPortion portion: Int) -> Range<ContentPlace> { match.places }

    /// Returns the start of a row, or of the one that would follow the last.
    func place(ofRow row: Int) -> ContentPlace {
        switch self {
        case .lines: ContentPlace(start: row)
        case .bytes(let text): ContentPlace(start: text.offset(ofRow: row))
        }
    }

    func places(onRows rows: Range<Int>) -> [(row: Int, places: Range<ContentPlace>)] {
        switch self {
        case .lines: return rows.map { ($0, ContentPlace(start: $0)..<ContentPlace(start: $0 + 1)) }
        case .bytes(let text):
            var start = text.offset(ofRow: rows.lowerBound)
            return rows.clamped(to: 0..<text.rowCount).map { row in
                let end = text.end(ofRowFrom: start)
                defer { start = end }
                return (row, ContentPlace(start: start)..<ContentPlace(start: end))
            }
        }
    }

    func columns(of match: ContentMatch, on row: Range<ContentPlace>) -> [Range<Int>] {
        guard case .bytes(let text) = self else { return [match.columns] }
        return text.columns(
            of: match.places.lowerBound.start..<match.places.upperBound.start,
            inRow: row.lowerBound.start..<row.upperBound.start)
    }
}
