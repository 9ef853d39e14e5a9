import HTML

/// The left and right margins and paddings of a block of declarations: equal ones are room around a box, a
/// wider left one is an indent.
struct BoxSides {
    /// Margin or padding.
    enum Box { case margin, padding }

    /// The declared part.
    enum Part { case all, left, right, block, above, below }

    struct Side {
        /// In columns; nil if it is not declared, or its length is unknown here.
        var left: Double?
        var right: Double?
        var above: Double?
        var below: Double?
        var isImportant = false
    }

    private var sides: (margin: Side, padding: Side)?

    /// The maximum indent: a wider one makes room for something next to the element, unless it is in a style attribute.
    private static let widest = 12.0
    private static let widestOfAttribute = 40.0
    /// The height in columns from which a margin is a blank line: three quarters of a line.
    private static let blankLine = 1.5

    /// Stores declared sides, in columns; nil for what is not a length.
    mutating func note(_ box: Box, isImportant: Bool, _ set: (inout Side) -> Void) {
        var all = sides ?? (Side(), Side())
        var side = box == .margin ? all.margin : all.padding
        side.isImportant = side.isImportant || isImportant
        set(&side)
        if box == .margin { all.margin = side } else { all.padding = side }
        sides = all
    }

    /// Adds the resulting declarations. Equal sides add none: nearly every rule has some.
    func add(to list: inout [Declaration], inAttribute: Bool) {
        guard let sides else { return }
        let widest = inAttribute ? Self.widestOfAttribute : Self.widest
        for (side, property) in [(sides.margin, Property.marginIndent), (sides.padding, .paddingIndent)] {
            guard let left = side.left, left != side.right else { continue }
            let columns = left > widest && !inAttribute ? 0 : max(0, min(left, widest)).rounded()
            list.append(
                Declaration(
                    property: property, isImportant: side.isImportant,
                    value: DeclaredValue(bits: UInt64(columns))))
        }
        guard inAttribute else { return }
        let (above, below) = (sides.margin.above ?? 0, sides.margin.below ?? 0)
        let lines: UInt64 = (above >= Self.blankLine ? 1 : 0) | (below >= Self.blankLine ? 2 : 0)
        guard lines > 0 else { return }
        list.append(
            Declaration(
                property: .marginLines, isImportant: sides.margin.isImportant,
                value: DeclaredValue(bits: lines)))
    }
}

extension SheetReader {
    /// Stores the current value of a margin or padding.
    mutating func note(
        _ box: BoxSides.Box, _ part: BoxSides.Part, _ isImportant: Bool, inAttribute: Bool
    ) {
        guard let token = value.first else {
            if part == .all { sides.note(box, isImportant: isImportant) { ($0.left, $0.right) = (0, 0) } }
            return
        }
        let first = length(token)
        switch part {
        case .all:
            guard value.count <= 4 else { return }
            // With fewer values, both sides are equal.
            let isAlike = value.count < 4
            let (left, right) = isAlike ? (0, 0) : (length(value[3]), length(value[1]))
            sides.note(box, isImportant: isImportant) { ($0.left, $0.right) = (left, right) }
            guard inAttribute, box == .margin else { return }
            let below = value.count > 2 ? length(value[2]) : first
            sides.note(box, isImportant: isImportant) { ($0.above, $0.below) = (first, below) }
        case .block:
            guard value.count <= 2 else { return }
            let below = length(value[value.count - 1])
            sides.note(box, isImportant: isImportant) { ($0.above, $0.below) = (first, below) }
        case _ where value.count > 1: return
        case .left: sides.note(box, isImportant: isImportant) { $0.left = first }
        case .right: sides.note(box, isImportant: isImportant) { $0.right = first }
        case .above: sides.note(box, isImportant: isImportant) { $0.above = first }
        case .below: sides.note(box, isImportant: isImportant) { $0.below = first }
        }
    }

    /// Returns a length in columns of 8 pixels; nil if it is not a length, or depends on the size of something.
    func length(_ token: Token) -> Double? {
        guard token.number.isFinite else { return nil }
        switch token.kind {
        case .number: return token.number == 0 ? 0 : nil
        case .dimension:
            let units: [(StaticString, Double)] = [
                ("px", 0.125), ("em", 2), ("rem", 2), ("ch", 1), ("ex", 1), ("pt", 0.1667), ("pc", 2),
                ("cm", 4.724), ("mm", 0.4724), ("in", 12),
            ]
            return units.first { isText(of: token, $0.0) }.map { token.number * $0.1 }
        case .ident, .function, .atKeyword, .hash, .string, .badString, .url, .badURL, .delimiter,
            .percentage, .blank, .colon, .semicolon, .comma, .leftBracket, .rightBracket, .leftParenthesis,
            .rightParenthesis, .leftBrace, .rightBrace, .commentMark, .end:
            return nil
        }
    }
}
