import CellGrid
import SonicProtocol

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
        case .lines:
            return rows.map { ($0, ContentPlace(start: $0)..<ContentPlace(start: $0 + 1)) }
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

extension IncrementalSearch<InspectedContent> {
    /// Starts the search for the match that a step leads to: from the last match if it begins on one of the rows shown,
    /// otherwise from these rows.
    mutating func start(_ step: SearchStep, from rows: Range<Int>, _ content: inout InspectedContent) {
        let shown = content.place(ofRow: rows.lowerBound)..<content.place(ofRow: rows.upperBound)
        let hit = hitPlaces(&content).flatMap { shown.contains($0.lowerBound) ? $0 : nil }
        switch step {
        case .begin: start(.next(shown.lowerBound))
        case .next: start(.next(hit?.upperBound ?? shown.lowerBound))
        case .previous: start(.previous(hit?.lowerBound ?? shown.upperBound))
        case .mark: return
        }
    }
}

extension ByteText {
    /// The number of bytes searched at once.
    static let portionBytes = 64 << 10
    /// The distance by which a match may extend beyond the portion where it begins.
    static let reach = 4 << 10
    /// The number of bytes before a portion that are needed to interpret its first bytes.
    private static let backing = 64

    /// The number of portions that can be searched: the bytes after the last one must be available too.
    var portionCount: Int {
        guard !hasAllBytes else { return (bytes.count + Self.portionBytes - 1) / Self.portionBytes }
        return max(0, bytes.count - Self.reach) / Self.portionBytes
    }

    /// Returns the bytes of pairs of digits, with or without spaces; nil for any other text.
    private static func bytes(digits text: String) -> [UInt8]? {
        let values = text.filter { $0 != " " }.map(\.hexDigitValue)
        guard !values.isEmpty, values.count.isMultiple(of: 2) else { return nil }
        let known = values.compactMap(\.self)
        guard known.count == values.count else { return nil }
        return stride(from: 0, to: known.count, by: 2).map { index -> UInt8 in
            let (high, low) = (known[index], known[index + 1])
            return UInt8(high << 4 | low)
        }
    }

    /// Returns the matches that begin in a portion: as text, and in the hexadecimal form also as typed digits.
    fileprivate func matches(of sought: SoughtText, inPortion portion: Int) -> [Range<Int>] {
        let own = portion * Self.portionBytes..<min((portion + 1) * Self.portionBytes, bytes.count)
        let end = min(bytes.count, own.upperBound + Self.reach)
        var start = max(0, own.lowerBound - Self.backing)
        while start > 0, start < own.lowerBound, bytes[start] & 0xC0 == 0x80 { start += 1 }
        var found: [Range<Int>] = []
        if let text = SoughtText(sought.text, in: .ofBytes) {
            var folded = FoldedText(text.letters)
            folded.append(bytes.span, start..<end)
            found = text.places(in: folded).map { place in
                let first = folded.original(of: place.lowerBound)
                return first..<max(first + 1, min(end, folded.original(of: place.upperBound)))
            }
        }
        if form == .hex, let digits = Self.bytes(digits: sought.text) {
            let places = ByteFinder(digits).places(in: bytes.span.extracting(start..<end))
            found += places.map { $0.lowerBound + start..<$0.upperBound + start }
            found.sort { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
        }
        var matches: [Range<Int>] = []
        for match in found where own.contains(match.lowerBound) {
            if let last = matches.last, match.lowerBound < last.upperBound { continue }
            matches.append(match)
        }
        return matches
    }
}
