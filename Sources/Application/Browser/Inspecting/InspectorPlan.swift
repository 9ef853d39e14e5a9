import CellGrid

/// Where the parts of the inspector stand. Pure geometry.
struct InspectorPlan {
    /// The line with the views; nil where there is no room.
    let bar: Rect?
    /// The line that names the request; nil where there is no room.
    let request: Rect?
    /// The lines that say what is shown; nil where there is no room.
    let what: Rect?
    /// Where the content goes.
    let content: Rect

    /// Plans an area.
    /// - Parameter what: The lines that it takes to say what is shown; one where rows are few, else three at most.
    init(_ area: Rect, what: Int) {
        var rest = area
        func allot(_ rows: Row = 1, ifThereAre least: Row) -> Rect? {
            guard area.rows >= least else { return nil }
            var lines = rest
            lines.rows = rows
            rest.row += rows
            rest.rows -= rows
            return lines
        }
        bar = allot(ifThereAre: 4)
        request = allot(ifThereAre: 9)
        self.what = allot(area.rows >= 12 ? Row(max(1, min(3, what))) : 1, ifThereAre: 3)
        content = rest
    }
}
