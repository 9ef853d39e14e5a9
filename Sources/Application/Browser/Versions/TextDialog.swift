import CellGrid

/// Words over the panes that are found once and broken into lines for each width.
struct TextDialog: TextOverlay {
    /// A line before it is broken.
    struct Line: Equatable, Sendable {
        /// The text.
        var text: String
        /// What it plays.
        var role: Role
    }

    /// The words in the overlay's border.
    let title: String
    private let words: [Line]
    /// The lines for the width they were broken for, and the place among them.
    var text = ScrolledText()
    private var width: Column?

    /// Words under a title.
    init(title: String, _ words: [Line]) {
        self.title = title
        self.words = words
    }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        settle(width: area.columns, height: height(in: area))
        return true
    }

    /// Breaks the lines where the width is another, and keeps the place inside them.
    mutating func settle(width: Column, height: Int) {
        if width != self.width {
            self.width = width
            text.lines = words.flatMap { line in
                // Lines of a page begin where they do in the page, as far as there is room.
                let blanks = min(line.text.prefix { $0 == " " }.count, width.value / 2)
                return StyledLine.wrapped(
                    line.text, line.role, to: max(1, width - 1),
                    first: String(repeating: " ", count: 1 + blanks), indent: "   ")
            }
        }
        text.clamp(height: height)
    }
}
