import CellGrid

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
}
