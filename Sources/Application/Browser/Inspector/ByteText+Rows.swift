import CellGrid
import SonicProtocol

// Rows of text: their ends, and what is drawn for each byte.
extension ByteText {
    /// The columns for text: the first column shows whether a row continues the previous one.
    private var room: Int { width - 1 }

    /// Returns the end of the row that begins at a byte, including its line feed.
    func rowEnd(from start: Int) -> Int {
        let span = bytes.span
        // Zero-width characters need a limit too.
        let limit = min(span.count, start + 4 * room + ByteSign.longestCluster)
        var (index, column) = (start, 0)
        while index < limit {
            if span[index] == 0x0A { return index + 1 }
            let sign = ByteSign(in: span, at: index, column: column)
            if column + sign.columns > room, index > start { return index }
            index += sign.length
            column += sign.columns
        }
        return min(index, span.count)
    }

    /// Returns a row as a styled line.
    /// - Parameter roles: The role of each of its bytes; nil for plain text.
    func textLine(_ range: Range<Int>, _ roles: [Role]? = nil) -> StyledLine {
        let span = bytes.span
        let isContinued = range.lowerBound > 0 && span[range.lowerBound - 1] != 0x0A
        var line = StyledLine(isContinued ? "»" : " ", .marker)
        var text: [UInt8] = []
        var role = Role.text
        func flush() {
            guard !text.isEmpty else { return }
            line.append(String(decoding: text, as: UTF8.self), role)
            text = []
        }
        var (index, column) = (range.lowerBound, 0)
        while index < range.upperBound, span[index] != 0x0A {
            let sign = ByteSign(in: span, at: index, column: column)
            let end = min(index + sign.length, range.upperBound)
            switch sign.kind {
            case .text:
                let next = roles?[index - range.lowerBound] ?? .text
                if next != role { flush() }
                role = next
                text += bytes[index..<end]
            case .control, .tab:
                flush()
                let picture = VisibleText.line(String(decoding: bytes[index..<end], as: UTF8.self))
                line.append(picture.padded(to: sign.columns), .marker)
            case .stray:
                flush()
                line.append(ByteSign.digits(span[index]), .marker)
            }
            index = end
            column += sign.columns
        }
        flush()
        return line
    }

    /// Returns the columns that some bytes of a row cover. A line feed is invisible, but has a position.
    func textColumns(of part: Range<Int>, inRow row: Range<Int>) -> Range<Int> {
        let span = bytes.span
        var (index, column) = (row.lowerBound, 0)
        var first: Int?
        while index < part.upperBound, span[index] != 0x0A {
            let sign = ByteSign(in: span, at: index, column: column)
            if first == nil, index + sign.length > part.lowerBound { first = column }
            index += sign.length
            column += sign.columns
        }
        let start = 1 + (first ?? column)
        return start..<max(start, 1 + column)
    }

    // Rows in hexadecimal, like `xxd`: offset, digits in pairs of bytes, and the ASCII characters.

    /// The columns of the offset and the spaces around it.
    private static let offsetColumns = 11

    /// The number of bytes per row: 16, or as many pairs as fit.
    var bytesPerRow: Int {
        // The offset takes eleven columns; a pair takes five and its two characters.
        min(16, max(2, (width - 12) / 7 * 2))
    }

    /// Returns a row of bytes as a styled line.
    func hexLine(_ range: Range<Int>) -> StyledLine {
        let offset = String(range.lowerBound, radix: 16)
        var digits = ""
        for (place, byte) in bytes[range].enumerated() {
            digits += ByteSign.hex(byte)
            if place % 2 == 1 { digits += " " }
        }
        var line = StyledLine(
            " " + String(repeating: "0", count: max(0, 8 - offset.count)) + offset + ": ", .name)
        line.append(digits.padded(to: bytesPerRow / 2 * 5 + 1), .text)
        // Unprintable bytes are dots, distinguished from a real dot by their colour.
        for byte in bytes[range] {
            let isPrinted = (0x20..<0x7F).contains(byte)
            line.extend(with: isPrinted ? Character(Unicode.Scalar(byte)) : ".", isPrinted ? .text : .marker)
        }
        return line
    }

    /// Returns the columns that bytes of a row cover, relative to its first: those of their digits, then those of their
    /// characters.
    func hexColumns(of bytes: Range<Int>) -> [Range<Int>] {
        func digits(_ place: Int) -> Int { Self.offsetColumns + place / 2 * 5 + place % 2 * 2 }
        let signs = Self.offsetColumns + bytesPerRow / 2 * 5 + 1
        return [
            digits(bytes.lowerBound)..<digits(bytes.upperBound - 1) + 2,
            signs + bytes.lowerBound..<signs + bytes.upperBound,
        ]
    }

    // Searching in portions of the bytes.

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
    func matches(of sought: SoughtText, inPortion portion: Int) -> [Range<Int>] {
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
