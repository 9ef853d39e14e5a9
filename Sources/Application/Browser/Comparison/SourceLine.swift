import CellGrid

/// A line of source for display, with signs for invisible bytes: line endings, tabs, control characters, a byte order
/// mark, other characters without a glyph, and trailing spaces.
struct SourceLine {
    /// The text that contains the line.
    private let bytes: [UInt8]
    /// The bytes of the line, including its ending.
    private let range: Range<Int>
    /// The changed bytes in the line.
    private let marks: [Range<Int>]
    /// The roles of its text and of its changed bytes.
    private let roles: (line: Role, mark: Role)

    /// The bytes of context around a change in a long line.
    private static let around = 60
    /// The maximum length of an unchanged range that is shown in full.
    private static let longest = 400

    /// Creates a line.
    /// - Parameters:
    ///   - range: The bytes of the line in the text.
    ///   - marks: The changed bytes, relative to the start of the line.
    init(_ bytes: [UInt8], _ range: Range<Int>, marks: [Range<Int>], _ roles: (line: Role, mark: Role)) {
        (self.bytes, self.range) = (bytes, range)
        self.marks = marks.map {
            (range.lowerBound + $0.lowerBound)..<(range.lowerBound + $0.upperBound)
        }
        self.roles = roles
    }

    /// The legend of the signs.
    static let legend = "␊ LF  ␍ CR  ␉ tab  · trailing space  [BOM] byte order mark"

    /// The line, not wrapped. In a long line, parts far from every change are replaced by their length.
    var line: StyledLine {
        var line = StyledLine()
        let blanks = trailingBlanks
        for part in shownParts {
            switch part {
            case .shown(let range): append(range, blanks, to: &line)
            case .skipped(let count): line.append("⟨\(count.bytes)⟩", .dimmed)
            }
        }
        return line
    }

    private enum Part {
        case shown(Range<Int>)
        case skipped(Int)
    }

    private var shownParts: [Part] {
        guard range.count > Self.longest else { return [.shown(range)] }
        var parts: [Part] = []
        var place = range.lowerBound
        // The beginning identifies the line, the end shows its ending.
        let ends = [range.lowerBound..<range.lowerBound, range.upperBound..<range.upperBound]
        for mark in (marks + ends).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = max(place, cut(mark.lowerBound - Self.around, upward: false))
            var end = max(start, cut(mark.upperBound + Self.around, upward: true))
            // A long change is not shown in full either.
            let isLong = end - start > Self.maxShown
            if isLong { end = cut(start + Self.maxShown, upward: true) }
            if start > place { parts.append(.skipped(start - place)) }
            if end > start { parts.append(.shown(start..<end)) }
            place = max(place, end)
        }
        if place < range.upperBound { parts.append(.skipped(range.upperBound - place)) }
        return parts
    }

    /// The maximum number of bytes shown of a changed range.
    private static let maxShown = 4000

    /// Returns the position of a nearby character boundary.
    private func cut(_ place: Int, upward: Bool) -> Int {
        var place = max(range.lowerBound, min(range.upperBound, place))
        while place > range.lowerBound, place < range.upperBound, bytes[place] & 0xC0 == 0x80 {
            place += upward ? 1 : -1
        }
        return place
    }

    /// The trailing whitespace of the line.
    private var trailingBlanks: Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        var start = end
        while start > range.lowerBound, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start..<end
    }

    private func append(_ part: Range<Int>, _ blanks: Range<Int>, to line: inout StyledLine) {
        var (text, role) = ("", roles.line)
        func flush() {
            guard !text.isEmpty else { return }
            line.append(text, role)
            text = ""
        }
        var (index, column) = (part.lowerBound, 0)
        var nextMark = marks.firstIndex { $0.upperBound > part.lowerBound } ?? marks.endIndex
        while index < part.upperBound {
            while nextMark < marks.endIndex, marks[nextMark].upperBound <= index { nextMark += 1 }
            let isMarked = nextMark < marks.endIndex && marks[nextMark].contains(index)
            var sign = sign(at: index, column, isTrailing: blanks.contains(index))
            if isMarked { Self.spell(&sign.text, &sign.columns) }
            let next = isMarked ? roles.mark : sign.isPicture ? Role.marker : roles.line
            if next != role {
                flush()
                role = next
            }
            text += sign.text
            index += sign.length
            column += sign.columns
        }
        flush()
    }

    /// Returns the text drawn for the bytes at an index.
    private func sign(
        at index: Int, _ column: Int, isTrailing: Bool
    ) -> (text: String, length: Int, columns: Int, isPicture: Bool) {
        let span = bytes.span
        if isTrailing, span[index] == 0x20 { return ("·", 1, 1, true) }
        if let name = Self.invisible(span, at: index) {
            return ("[\(name)]", 3 - (span[index] < 0xE0 ? 1 : 0), name.count + 2, true)
        }
        let sign = ByteSign(in: span, at: index, column: column)
        let end = min(index + sign.length, bytes.count)
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        switch sign.kind {
        case .text: return (text, end - index, sign.columns, false)
        case .control: return (VisibleText.line(text), end - index, 1, true)
        case .tab: return (VisibleText.line(text).padded(to: sign.columns), 1, sign.columns, true)
        case .stray: return (ByteSign.digits(span[index]), 1, sign.columns, true)
        }
    }

    /// Writes the combining characters of a changed text by their code points: with the letter before them they may look
    /// like one other letter.
    private static func spell(_ text: inout String, _ columns: inout Int) {
        let scalars = text.unicodeScalars
        guard scalars.count > 1, scalars.contains(where: isCombining) else { return }
        text = scalars.map { isCombining($0) ? "[\(name($0))]" : String($0) }.joined()
        columns = TextWidth.columns(of: text).value
    }

    private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass != .notReordered
    }

    /// Returns the name of a character that is invisible, or that looks like a space; nil for others.
    private static func invisible(_ span: Span<UInt8>, at index: Int) -> String? {
        guard span[index] >= 0xC2, let scalar = UTF8Scalar(in: span, at: index) else { return nil }
        if scalar.value == 0xFEFF { return "BOM" }
        guard [0xA0, 0xAD, 0x2060, 0x3000].contains(scalar.value) || 0x200B...0x200F ~= scalar.value else {
            return nil
        }
        return Unicode.Scalar(scalar.value).map(name)
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
