import HTML

/// The margins and paddings that a block of declarations has at the left and the right: what is as wide on both sides is
/// the room around a box, and what is wider at the left sets it in.
struct BoxSides {
    /// Which of the two it is.
    enum Box: Int { case margin, padding }

    /// What of it is declared.
    enum Part { case all, left, right }

    private struct Side {
        /// In columns; nil where it is not declared, or has no length that is known here.
        var left: Double?
        var right: Double?
        var isImportant = false
    }

    private var sides: (margin: Side, padding: Side)?

    /// Wider than this is a place beside something else, where no style attribute says it of one element.
    private static let widest = 12.0
    private static let widestOfAttribute = 40.0

    /// Notes what is declared for the left and the right side, in columns; nil for what is no length, and where nothing
    /// is said of a side.
    mutating func note(_ box: Box, left: Double??, right: Double??, isImportant: Bool) {
        var all = sides ?? (Side(), Side())
        var side = box == .margin ? all.margin : all.padding
        side.isImportant = side.isImportant || isImportant
        if let left { side.left = left }
        if let right { side.right = right }
        if box == .margin { all.margin = side } else { all.padding = side }
        sides = all
    }

    /// Adds what it comes to. Room that is alike on both sides is no declaration: nearly every rule has some.
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
    }
}

extension SheetReader {
    /// Notes the value at hand of a margin or padding.
    mutating func note(_ box: BoxSides.Box, _ part: BoxSides.Part, _ isImportant: Bool) {
        switch part {
        case .all:
            guard value.count <= 4 else { return }
            // With fewer values both sides have the same.
            let isAlike = value.count < 4
            sides.note(
                box, left: .some(isAlike ? 0 : length(value[3])),
                right: .some(isAlike ? 0 : length(value[1])),
                isImportant: isImportant)
        case .left where value.count == 1:
            sides.note(box, left: .some(length(value[0])), right: nil, isImportant: isImportant)
        case .right where value.count == 1:
            sides.note(box, left: nil, right: .some(length(value[0])), isImportant: isImportant)
        case .left, .right: return
        }
    }

    /// A length in columns, of which one stands for 8 pixels; nil for what is none, or hangs on the size of something.
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
