import CellGrid

/// The layout of the prompt.
struct PromptLine {
    /// The label before the text, shortened if it would fill the line.
    let label: String
    /// The text as displayed.
    let text: String
    /// The area of the text.
    let field: Rect
    /// The columns by which the text is shifted to the left to keep the cursor visible.
    let shift: Column
    /// The column of the cursor.
    let cursor: Column
    private let clusters: [Character]
    private let isHidden: Bool

    /// Creates the layout of a prompt in an area of one row.
    init(_ prompt: Prompt, in area: Rect) {
        let editor = prompt.editor
        isHidden = prompt.isHidden
        label = TextWidth.shortened(" " + prompt.label, to: area.columns * 2 / 3)
        let start = area.column + TextWidth.columns(of: label)
        clusters = editor.before + editor.after
        let before = Self.shown(editor.before[...], isHidden)
        text = before + Self.shown(editor.after[...], isHidden)
        let width = TextWidth.columns(of: before)
        // A text that is too long for the line is scrolled to the left.
        shift = max(0, width - max(1, area.endColumn - start - 1))
        var field = area
        field.column = start
        field.columns = max(0, area.endColumn - start)
        self.field = field
        cursor = min(start + width - shift, area.endColumn - 1)
    }

    /// Returns the number of grapheme clusters before a column of the screen. Linear in the line.
    func cluster(at column: Column) -> Int {
        var end = field.column - shift
        for index in clusters.indices {
            end += TextWidth.columns(of: Self.shown(clusters[index...index], isHidden))
            if column < end { return index }
        }
        return clusters.count
    }

    private static func shown(_ text: ArraySlice<Character>, _ isHidden: Bool) -> String {
        if isHidden { return String(repeating: "•", count: text.count) }
        return VisibleText.line(String(text.map { $0 == "\n" ? "↵" : $0 }))
    }
}
