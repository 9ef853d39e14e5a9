import CellGrid

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

    /// The line that names the tabs; nil for one tab, and where there are few rows.
    let tabLine: Rect?
    /// The line with the address.
    let title: Rect
    /// What is left between those lines and the one at the bottom.
    let body: Rect
    /// The panes on the screen, in the order of their numbers.
    let places: [Place]
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
    init(size: Size, arrangement: Arrangement, focus: Pane, zoomed: Bool, diff: Bool, tabs: Int = 1) {
        let top = Rect(row: 0, column: 0, rows: 1, columns: size.columns)
        tabLine = tabs > 1 && size.rows >= 8 ? top : nil
        title = Rect(row: tabLine == nil ? 0 : 1, column: 0, rows: 1, columns: size.columns)
        bottom = Rect(row: size.rows - 1, column: 0, rows: 1, columns: size.columns)
        var body = title
        body.row = title.endRow
        body.rows = bottom.row - body.row
        self.body = body
        var planned =
            zoomed ? [] : Self.together(body: body, arrangement: arrangement, diff: diff)
        if !planned.contains(where: { $0.pane == focus }) { planned = [] }
        let needsStateLine = body.rows >= 6 && !planned.contains { $0.pane == .state } && focus != .state
        if needsStateLine {
            stateLine = Rect(row: size.rows - 2, column: 0, rows: 1, columns: size.columns)
            body.rows -= 1
            planned = planned.isEmpty ? [] : Self.together(body: body, arrangement: arrangement, diff: diff)
        } else {
            stateLine = nil
        }
        if planned.isEmpty {
            let isBordered = focus != .page && body.rows >= 5
            planned = [Place(pane: focus, rect: body, isBordered: isBordered)]
        }
        places = planned.sorted { $0.pane.rawValue < $1.pane.rawValue }
    }

    /// The place of a pane; nil when it is not on the screen.
    subscript(pane: Pane) -> Place? { places.first { $0.pane == pane } }

    /// The panes that share the body; none when only the one in focus has room.
    private static func together(body: Rect, arrangement: Arrangement, diff: Bool) -> [Place] {
        let isWide = body.columns >= 72 && body.rows >= 10
        switch arrangement {
        case .read where diff && body.rows >= 12:
            return stacked(body, [.page, .diff])
        case .read:
            return [Place(pane: .page, rect: body, isBordered: false)]
        case .watch where isWide:
            let (left, right) = columns(of: body)
            return [Place(pane: .page, rect: left, isBordered: true)] + side(right, diff)
        case .watch where body.rows >= 14:
            return stacked(body, [.page, .state] + (diff && body.rows >= 26 ? [.diff] : []))
        case .debug where isWide && body.rows >= 16:
            let (left, right) = columns(of: body)
            return stacked(left, [.page, .headers]) + side(right, diff)
        case .debug where body.rows >= 26:
            return stacked(body, [.page, .state, .headers])
        case .debug where body.rows >= 14:
            return stacked(body, [.page, .headers])
        case .watch, .debug:
            return []
        }
    }

    private static func columns(of body: Rect) -> (left: Rect, right: Rect) {
        let width = max(36, min(64, body.columns * 2 / 5))
        var (left, right) = (body, body)
        left.columns = body.columns - width
        right.column = body.column + left.columns
        right.columns = width
        return (left, right)
    }

    /// State above diff; the two share a line of border.
    private static func side(_ body: Rect, _ diff: Bool) -> [Place] {
        guard diff else { return [Place(pane: .state, rect: body, isBordered: true)] }
        var (upper, lower) = (body, body)
        upper.rows = max(min(body.rows * 2 / 3, 24), min(body.rows - 4, 16))
        lower.row = upper.endRow - 1
        lower.rows = body.endRow - lower.row
        return [
            Place(pane: .state, rect: upper, isBordered: true),
            Place(pane: .diff, rect: lower, isBordered: true),
        ]
    }

    /// One below the other, the first one with what is left of an even share; neighbours share a border.
    private static func stacked(_ body: Rect, _ panes: [Pane]) -> [Place] {
        let share = (body.rows + Row(panes.count - 1)) / (panes.count + 1)
        let first = body.rows + Row(panes.count - 1) - share * (panes.count - 1)
        var row = body.row
        return panes.enumerated().map { index, pane in
            let rows = index == 0 ? first : share
            let rect = Rect(row: row, column: body.column, rows: rows, columns: body.columns)
            row += rows - 1
            return Place(pane: pane, rect: rect, isBordered: true)
        }
    }
}
