/// The arms of a box-drawing character, used to join lines that meet.
struct LineArms: OptionSet {
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

extension Frame {
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
