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
