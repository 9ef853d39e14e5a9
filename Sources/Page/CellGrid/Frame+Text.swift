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

    /// The rows as text without trailing blanks, for tests and for people to read.
    public var text: [String] {
        (Row(0)..<size.rows).map { row in
            let cells = self.row(row)
            guard let last = cells.lastIndex(where: { $0.glyph != .space }) else { return "" }
            var line = String.UnicodeScalarView()
            for cell in cells[...last] where cell.width > 0 { line.append(contentsOf: cell.glyph.scalars) }
            return String(line)
        }
    }

    /// Draws a border along the inside edge of `rect`, as far as it lies in the frame, with `title` in its top line. It
    /// joins lines drawn before. A rectangle of fewer than two rows or columns draws nothing.
    public mutating func box(
        _ rect: Rect, title: String = "", style: Style = .plain, titleStyle: Style? = nil
    ) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        let (bottom, right) = (rect.endRow - 1, rect.endColumn - 1)
        for column in rect.column...right {
            let isCorner = column == rect.column || column == right
            let across: LineArms = !isCorner ? [.left, .right] : column == right ? .left : .right
            join(isCorner ? across.union(.down) : across, rect.row, column, style)
            join(isCorner ? across.union(.up) : across, bottom, column, style)
        }
        for row in rect.row + 1..<bottom {
            join([.up, .down], row, rect.column, style)
            join([.up, .down], row, right, style)
        }
        let room = rect.columns - 4
        guard !title.isEmpty, room > 0 else { return }
        let text = " " + TextWidth.shortened(title, to: room) + " "
        put(
            text, at: Position(row: rect.row, column: rect.column + 1), style: titleStyle ?? style,
            within: rect)
    }

    private mutating func join(_ arms: LineArms, _ row: Row, _ column: Column, _ style: Style) {
        guard bounds.contains(Position(row: row, column: column)) else { return }
        let all = arms.union(LineArms(of: cells[index(row, column)].glyph))
        set(Cell(Glyph(all.scalar), style: style), row, column)
    }
}

/// The arms of a box-drawing character, used to join lines that meet.
private struct LineArms: OptionSet {
    let rawValue: Int
    static let up = LineArms(rawValue: 1)
    static let right = LineArms(rawValue: 2)
    static let down = LineArms(rawValue: 4)
    static let left = LineArms(rawValue: 8)

    // Indexed by the arms; a single arm is drawn as a full line.
    private static let characters: [Unicode.Scalar] = [
        " ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼",
    ]

    var scalar: Unicode.Scalar { Self.characters[rawValue & 15] }

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The arms of the line already drawn in a cell; empty if the cell shows something else.
    init(of glyph: Glyph) {
        guard glyph.isSingle, glyph.base.value >= 0x2500, glyph.base.value < 0x2580 else {
            self = []
            return
        }
        switch glyph.base {
        case "│": self = [.up, .down]
        case "─": self = [.left, .right]
        default: self = LineArms(rawValue: Self.characters.lastIndex(of: glyph.base) ?? 0)
        }
    }
}
