import CellGrid

/// An overlay of fixed text that is wrapped for each width.
struct TextDialog: TextOverlay {
    /// A line before wrapping.
    struct Line: Equatable, Sendable {
        /// The text.
        var text: String
        /// The role that determines its style.
        var role: Role
    }

    /// The title in the overlay's border.
    let title: String
    private let words: [Line]
    /// The wrapped lines with the scroll position.
    var text = ScrolledText()
    private var width: Column?

    /// Creates a dialog with a title.
    init(title: String, _ words: [Line]) {
        self.title = title
        self.words = words
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        settle(width: area.columns, height: height(in: area))
        return true
    }

    /// Wraps the lines if the width changed, and clamps the scroll position.
    mutating func settle(width: Column, height: Int) {
        if width != self.width {
            self.width = width
            text.lines = words.flatMap { line in
                // The indentation of the line is kept, as far as there is room.
                let blanks = min(line.text.prefix { $0 == " " }.count, width.value / 2)
                return StyledLine.wrapped(
                    line.text, line.role, to: max(1, width - 1),
                    first: String(repeating: " ", count: 1 + blanks), indent: "   ")
            }
        }
        text.clamp(height: height)
    }
}
