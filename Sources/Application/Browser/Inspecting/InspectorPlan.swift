import CellGrid

/// The layout of the inspector. Pure geometry.
struct InspectorPlan {
    /// The line with the views; nil if there is no room.
    let bar: Rect?
    /// The line with the request; nil if there is no room.
    let request: Rect?
    /// The lines with the description of the content; nil if there is no room.
    let what: Rect?
    /// The area of the content.
    let content: Rect

    /// Lays out an area.
    /// - Parameter what: The number of lines of the description; it gets one if there are few rows, otherwise at most
    ///   three.
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
