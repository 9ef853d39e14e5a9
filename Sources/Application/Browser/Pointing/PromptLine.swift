import CellGrid

/// Where the parts of the line being typed stand.
struct PromptLine {
    /// The words before the line, shortened where they would take all of it.
    let label: String
    /// The text as it is shown.
    let text: String
    /// Where the text goes.
    let field: Rect
    /// How far the text is shifted to the left, so that the cursor stays in sight.
    let shift: Column
    /// The column of the cursor.
    let cursor: Column
    private let clusters: [Character]
    private let isHidden: Bool

    /// A line in an area of one row.
    init(_ prompt: Prompt, in area: Rect) {
        let editor = prompt.editor
        isHidden = prompt.isHidden
        label = TextWidth.shortened(" " + prompt.label, to: area.columns * 2 / 3)
        let start = area.column + TextWidth.columns(of: label)
        clusters = editor.before + editor.after
        let before = Self.shown(editor.before[...], isHidden)
        text = before + Self.shown(editor.after[...], isHidden)
        let width = TextWidth.columns(of: before)
        // Text too long for the line is drawn from further left.
        shift = max(0, width - max(1, area.endColumn - start - 1))
        var field = area
        field.column = start
        field.columns = max(0, area.endColumn - start)
        self.field = field
        cursor = min(start + width - shift, area.endColumn - 1)
    }

    /// How many clusters stand before a column of the screen. Linear in the line.
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
