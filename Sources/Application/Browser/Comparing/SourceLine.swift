import CellGrid

/// A line of source as it is drawn, with a sign for every byte that could not be seen: line ends, tabs, control characters,
/// a byte order mark, other characters without a picture, and blanks at the end of a line.
struct SourceLine {
    /// The text that it is a part of.
    private let bytes: [UInt8]
    /// Its bytes, with those that end it.
    private let range: Range<Int>
    /// The bytes within it that changed.
    private let marks: [Range<Int>]
    /// What its text plays, and what its changed bytes do.
    private let roles: (line: Role, mark: Role)

    /// Bytes that stay around a change in a long line.
    private static let around = 60
    /// The longest stretch without a change that is shown whole.
    private static let longest = 400

    /// A line.
    /// - Parameters:
    ///   - range: Its bytes in a text.
    ///   - marks: The bytes that changed, counted from its first.
    init(_ bytes: [UInt8], _ range: Range<Int>, marks: [Range<Int>], _ roles: (line: Role, mark: Role)) {
        (self.bytes, self.range) = (bytes, range)
        self.marks = marks.map {
            (range.lowerBound + $0.lowerBound)..<(range.lowerBound + $0.upperBound)
        }
        self.roles = roles
    }

    /// What the signs mean, in a line above them.
    static let legend = "␊ LF  ␍ CR  ␉ tab  · trailing space  [BOM] byte order mark"

    /// The line, unbroken. Of a long one what is far from every change is left out, and how much that is stands in its place.
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
        // The beginning says which line it is, the end how it ends.
        let ends = [range.lowerBound..<range.lowerBound, range.upperBound..<range.upperBound]
        for mark in (marks + ends).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let start = max(place, cut(mark.lowerBound - Self.around, upward: false))
            var end = max(start, cut(mark.upperBound + Self.around, upward: true))
            // A change that is long itself is not shown whole either.
            let isLong = end - start > Self.mostShown
            if isLong { end = cut(start + Self.mostShown, upward: true) }
            if start > place { parts.append(.skipped(start - place)) }
            if end > start { parts.append(.shown(start..<end)) }
            place = max(place, end)
        }
        if place < range.upperBound { parts.append(.skipped(range.upperBound - place)) }
        return parts
    }

    /// The most bytes of one changed stretch that are shown.
    private static let mostShown = 4000

    /// A place in the line at which a character begins.
    private func cut(_ place: Int, upward: Bool) -> Int {
        var place = max(range.lowerBound, min(range.upperBound, place))
        while place > range.lowerBound, place < range.upperBound, bytes[place] & 0xC0 == 0x80 {
            place += upward ? 1 : -1
        }
        return place
    }

    /// The blanks before the end of the line.
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
            let sign = sign(at: index, column, isTrailing: blanks.contains(index))
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

    /// What is drawn for the bytes from one on.
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

    /// The name of a character that is drawn as nothing, or as a blank that is none; nil for another.
    private static func invisible(_ span: Span<UInt8>, at index: Int) -> String? {
        guard span[index] >= 0xC2, let scalar = UTF8Scalar(in: span, at: index) else { return nil }
        if scalar.value == 0xFEFF { return "BOM" }
        guard [0xA0, 0xAD, 0x2060, 0x3000].contains(scalar.value) || 0x200B...0x200F ~= scalar.value else {
            return nil
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension StyledLine {
    /// The line cut into rows of a width, each but the first behind an indent.
    func cut(to width: Column, indent: String) -> [StyledLine] {
        guard self.width > width else { return [self] }
        var (rows, row) = ([StyledLine](), StyledLine())
        var columns: Column = 0
        for run in runs {
            for character in run.text {
                let wide = TextWidth.columns(of: String(character))
                if columns + wide > width, columns > Column(indent.count) {
                    rows.append(row)
                    row = StyledLine(indent, .text)
                    columns = Column(indent.count)
                }
                row.extend(with: character, run.role)
                columns += wide
            }
        }
        return rows + [row]
    }
}
