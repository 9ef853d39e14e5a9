import CellGrid
import Configuration

/// The positions of all parts on a screen of some size. Pure geometry.
struct ScreenPlan: Equatable, Sendable {
    struct Place: Equatable, Sendable {
        var pane: Pane
        /// Its area with its border.
        var rect: Rect
        /// Whether a border is drawn.
        var isBordered: Bool

        /// The area of its content.
        var content: Rect { isBordered ? rect.inside : rect }
    }

    /// A border between panes.
    struct Border: Equatable, Sendable {
        /// The border's name.
        var name: PaneBorder
        /// Its cells: two columns, or one row.
        var rect: Rect
        /// The area that it divides.
        var whole: Rect
    }

    /// The tab line; nil for one tab, and on a screen with few rows.
    let tabLine: Rect?
    let title: Rect
    /// The area between those lines and the keys.
    let body: Rect
    /// The visible panes, in the order of their numbers.
    let places: [Place]
    /// The movable borders between them.
    let borders: [Border]
    /// The line with the session's state if the state pane is not visible; nil if there is no room or no need.
    let stateLine: Rect?
    /// The rows of key hints.
    let keys: Rect
    /// The bottom line: the prompt, or the last row of keys.
    let bottom: Rect
    /// The line of a message: above the keys, where the state line or a border is on all but the lowest screens.
    let message: Rect

    /// The rows of a screen from which on two of them show keys.
    private static let rowsForTwoOfKeys: Row = 40

    /// The smallest screen that is drawn; a smaller one shows only a message.
    static let minimum = Size(rows: 5, columns: 20)

    /// Creates the plan of a screen of at least `minimum`.
    /// - Parameters:
    ///   - zoomed: Whether only the focused pane is shown.
    ///   - diff: Whether the diff pane is requested.
    ///   - tabs: The number of tabs.
    ///   - shares: The borders that the reader moved.
    ///   - hints: Whether keys are shown; else messages are in the bottom line.
    init(
        size: Size, arrangement: LayoutPreset, focus: Pane, zoomed: Bool, diff: Bool, tabs: Int = 1,
        shares: PaneShares = PaneShares(), hints: Bool = true
    ) {
        let top = Rect(row: 0, column: 0, rows: 1, columns: size.columns)
        tabLine = tabs > 1 && size.rows >= 8 ? top : nil
        title = Rect(row: tabLine == nil ? 0 : 1, column: 0, rows: 1, columns: size.columns)
        bottom = Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns)
        var keys = bottom
        if hints, size.rows >= Self.rowsForTwoOfKeys { (keys.row, keys.rows) = (bottom.row - 1, 2) }
        self.keys = keys
        var above = bottom
        above.row = keys.row - 1
        message = hints ? above : bottom
        var body = title
        body.row = title.endRow
        body.rows = keys.row - body.row
        self.body = body
        var layout = PaneLayout(body: body, arrangement: arrangement, diff: diff, shares: shares)
        if !zoomed { layout.arrange() }
        if !layout.shows(focus) { layout.clear() }
        let needsStateLine = body.rows >= 6 && !layout.shows(.state) && focus != .state
        if needsStateLine {
            stateLine = above
            body.rows -= 1
            if !layout.places.isEmpty {
                layout = PaneLayout(body: body, arrangement: arrangement, diff: diff, shares: shares)
                layout.arrange()
            }
        } else {
            stateLine = nil
        }
        if layout.places.isEmpty {
            let isBordered = focus != .page && body.rows >= 5
            layout.add(Place(pane: focus, rect: body, isBordered: isBordered))
        }
        places = layout.places.sorted { $0.pane.rawValue < $1.pane.rawValue }
        borders = layout.borders
    }

    /// The position of a pane; nil if it is not on the screen.
    subscript(pane: Pane) -> Place? { places.first { $0.pane == pane } }
}
