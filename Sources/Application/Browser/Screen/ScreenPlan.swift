import CellGrid
import Configuration

/// Where everything stands on a screen of some size. Pure geometry.
struct ScreenPlan: Equatable, Sendable {
    /// One pane's place.
    struct Place: Equatable, Sendable {
        /// The pane.
        var pane: Pane
        /// All of it, its border included.
        var rect: Rect
        /// Whether a border is drawn.
        var isBordered: Bool

        /// Where its content goes.
        var content: Rect { isBordered ? rect.inside : rect }
    }

    /// A border between panes.
    struct Border: Equatable, Sendable {
        /// Which one.
        var name: PaneBorder
        /// Its cells: two columns, or one row.
        var rect: Rect
        /// What it parts: the whole of which a share lies before it.
        var whole: Rect
    }

    /// The line that names the tabs; nil for one tab, and where there are few rows.
    let tabLine: Rect?
    /// The line with the address.
    let title: Rect
    /// What is left between those lines and the one at the bottom.
    let body: Rect
    /// The panes on the screen, in the order of their numbers.
    let places: [Place]
    /// The borders between them that can be moved.
    let borders: [Border]
    /// The line that tells the session's state where no pane does; nil when there is no room or no need.
    let stateLine: Rect?
    /// The line at the bottom: hints, news, or what is being typed.
    let bottom: Rect

    /// The smallest screen on which anything but an apology is drawn.
    static let minimum = Size(rows: 5, columns: 20)

    /// Plans a screen of at least `minimum`.
    /// - Parameters:
    ///   - zoomed: Whether the pane in focus is shown alone.
    ///   - diff: Whether the diff pane is wanted.
    ///   - tabs: How many there are.
    ///   - shares: Where the reader has put the borders.
    init(
        size: Size, arrangement: LayoutPreset, focus: Pane, zoomed: Bool, diff: Bool, tabs: Int = 1,
        shares: PaneShares = PaneShares()
    ) {
        let top = Rect(row: 0, column: 0, rows: 1, columns: size.columns)
        tabLine = tabs > 1 && size.rows >= 8 ? top : nil
        title = Rect(row: tabLine == nil ? 0 : 1, column: 0, rows: 1, columns: size.columns)
        bottom = Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns)
        var body = title
        body.row = title.endRow
        body.rows = bottom.row - body.row
        self.body = body
        var layout = PaneLayout(body, arrangement, diff: diff, shares)
        if !zoomed { layout.arrange() }
        if !layout.shows(focus) { layout.clear() }
        let needsStateLine = body.rows >= 6 && !layout.shows(.state) && focus != .state
        if needsStateLine {
            stateLine = Rect(row: size.rows - 2, column: 0, rows: 1, columns: size.columns)
            body.rows -= 1
            if !layout.places.isEmpty {
                layout = PaneLayout(body, arrangement, diff: diff, shares)
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

    /// The place of a pane; nil when it is not on the screen.
    subscript(pane: Pane) -> Place? { places.first { $0.pane == pane } }
}
