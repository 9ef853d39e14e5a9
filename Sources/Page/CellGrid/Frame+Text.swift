extension Frame {
    /// Writes `text` (UTF-8, any bytes) on one row from `position` on, as far as it lies in `area` and in the frame.
    ///
    /// Characters that could control the terminal become visible marks; the caller expands tabs. A wide character cut
    /// by the edge of `area` leaves a blank. Linear.
    /// - Returns: The column after the text, as if nothing had been cut off.
    @discardableResult
    public mutating func put(
        _ text: Span<UInt8>, at position: Position, style: Style = .plain, within area: Rect
    ) -> Column {
        let area = area.clipped(to: bounds)
        let isOnRow = position.row >= area.row && position.row < area.endRow
        var column = position.column
        var offset = 0
        while offset < text.count {
            // The fast path for nearly all text: a printable ASCII character that nothing combines with.
            let first = text[offset]
            if first >= 0x20, first < 0x7F, offset + 1 == text.count || text[offset + 1] < 0x80 {
                if isOnRow, column >= area.column, column < area.endColumn {
                    set(Cell(Glyph(Unicode.Scalar(first)), style: style), position.row, column)
                }
                offset += 1
                column += 1
                continue
            }
            let cluster = TextWidth.cluster(in: text, at: offset)
            if isOnRow, column < area.endColumn, column.value + cluster.width > area.column.value,
                cluster.width > 0
            {
                let bytes = text.extracting(offset..<offset + cluster.length)
                draw(
                    bytes, width: cluster.width, at: Position(row: position.row, column: column), style, area)
            }
            offset += cluster.length
            column += Column(cluster.width)
        }
        return column
    }

    /// Writes `text` as the method above does.
    @discardableResult
    public mutating func put(
        _ text: String, at position: Position, style: Style = .plain, within area: Rect
    ) -> Column {
        put(text.utf8Span.span, at: position, style: style, within: area)
    }

    /// Writes `text` as the method above does, anywhere in the frame.
    @discardableResult
    public mutating func put(_ text: String, at position: Position, style: Style = .plain) -> Column {
        put(text, at: position, style: style, within: bounds)
    }

    /// The text of the cells that begin in `rect`, a rectangle of one row, as far as it lies in the frame.
    public func text(in rect: Rect) -> String {
        let area = rect.clipped(to: bounds)
        guard !area.isEmpty else { return "" }
        var text = String.UnicodeScalarView()
        for cell in cells[index(area.row, area.column)..<index(area.row, area.endColumn)]
        where cell.width > 0 {
            text.append(contentsOf: cell.glyph.scalars)
        }
        return String(text)
    }

    // At least one column of the cluster must lie in `area`.
    private mutating func draw(
        _ cluster: Span<UInt8>, width: Int, at position: Position, _ style: Style, _ area: Rect
    ) {
        let whole = width == 1 || position.column >= area.column && position.column + 1 < area.endColumn
        guard whole else {
            set(.blank(style), position.row, max(position.column, area.column))
            return
        }
        let (glyph, second) = Glyph.drawing(cluster)
        if let second {
            set(Cell(glyph, style: style), position.row, position.column)
            set(Cell(second, style: style), position.row, position.column + 1)
        } else {
            set(Cell(glyph, isWide: width == 2, style: style), position.row, position.column)
        }
    }
}

extension Glyph {
    /// Returns what is drawn for one cluster, which may be less than its full form: an emoji sequence shows its first
    /// emoji, because terminals disagree about the rest, and a flag its two letters, in one cell each.
    static func drawing(_ cluster: Span<UInt8>) -> (glyph: Glyph, second: Glyph?) {
        guard let first = UTF8Scalar(in: cluster, at: 0), let scalar = Unicode.Scalar(first.value) else {
            return (Glyph("\u{FFFD}"), nil)
        }
        if let mark = VisibleText.mark(for: first.value) { return (Glyph(mark), nil) }
        var glyph = Glyph(scalar)
        var offset = first.length
        if ScalarWidth.isMark(first.value) {
            glyph = .space
            offset = 0
        }
        while let next = UTF8Scalar(in: cluster, at: offset), let scalar = Unicode.Scalar(next.value) {
            if ScalarWidth.isRegionalIndicator(next.value) { return (glyph, Glyph(scalar)) }
            // What follows a joiner is a part of the emoji that is not drawn.
            if next.value == 0x200D, ScalarWidth.isEmojiBase(first.value) { break }
            let isDrawn =
                !(0xFE00...0xFE0F).contains(next.value) && !ScalarWidth.isTag(next.value)
                && ScalarWidth.of(next.value) == 0
            if isDrawn { glyph.append(scalar) }
            offset += next.length
        }
        return (glyph, nil)
    }
}
