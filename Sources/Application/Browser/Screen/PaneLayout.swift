import CellGrid
import Configuration

/// The layout of panes in the body of the screen: the arithmetic of `ScreenPlan`.
struct PaneLayout {
    /// The panes that fit; empty if only the focused one does.
    private(set) var places: [ScreenPlan.Place] = []
    /// The borders between them.
    private(set) var borders: [ScreenPlan.Border] = []
    private let body: Rect
    private let arrangement: LayoutPreset
    private let diff: Bool
    private let shares: PaneShares

    /// The minimum number of columns on each side of a movable border.
    private static let leastColumns = 20
    /// The distance in rows between two borders that leaves one row of content.
    private static let leastRows = 2

    /// Creates a layout without panes.
    init(_ body: Rect, _ arrangement: LayoutPreset, diff: Bool, _ shares: PaneShares) {
        self.body = body
        self.arrangement = arrangement
        self.diff = diff
        self.shares = shares
    }

    /// Returns whether a pane fits.
    func shows(_ pane: Pane) -> Bool { places.contains { $0.pane == pane } }

    /// Removes all panes.
    mutating func clear() { (places, borders) = ([], []) }

    /// Adds a pane.
    mutating func add(_ place: ScreenPlan.Place) { places.append(place) }

    /// Places the panes of the layout preset.
    mutating func arrange() {
        let isWide = body.columns >= 72 && body.rows >= 10
        switch arrangement {
        case .read where diff && body.rows >= 12: stack([.page, .diff], in: body)
        case .read: add(ScreenPlan.Place(pane: .page, rect: body, isBordered: false))
        case .watch where isWide:
            let (left, right) = columns()
            add(ScreenPlan.Place(pane: .page, rect: left, isBordered: true))
            side(right)
        case .watch where body.rows >= 14:
            stack([.page, .state] + (diff && body.rows >= 26 ? [.diff] : []), in: body)
        case .debug where isWide && body.rows >= 16:
            let (left, right) = columns()
            stack([.page, .headers], in: left)
            side(right)
        case .debug where body.rows >= 26: stack([.page, .state, .headers], in: body)
        case .debug where body.rows >= 14: stack([.page, .headers], in: body)
        case .watch, .debug: break
        }
    }

    private mutating func columns() -> (left: Rect, right: Rect) {
        let whole = body.columns.value
        let standard = whole - max(36, min(64, whole * 2 / 5))
        let name = PaneBorder(arrangement: arrangement, edge: .columns)
        let part = shares.part(
            of: whole, before: name, standard: standard,
            within: (Self.leastColumns, whole - Self.leastColumns))
        var (left, right) = (body, body)
        left.columns = Column(part)
        right.column = left.endColumn
        right.columns = body.columns - left.columns
        var rect = body
        rect.column = left.endColumn - 1
        rect.columns = 2
        borders.append(ScreenPlan.Border(name: name, rect: rect, whole: body))
        return (left, right)
    }

    /// Places the state pane above the diff pane.
    private mutating func side(_ rect: Rect) {
        guard diff else { return add(ScreenPlan.Place(pane: .state, rect: rect, isBordered: true)) }
        let rows = rect.rows.value
        stack([.state, .diff], in: rect, tops: [max(min(rows * 2 / 3, 24), min(rows - 4, 16)) - 1])
    }

    /// Stacks panes; the first one gets the remainder of an even distribution.
    private mutating func stack(_ panes: [Pane], in rect: Rect) {
        let rows = rect.rows.value + panes.count - 1
        let share = rows / (panes.count + 1)
        let first = rows - share * (panes.count - 1)
        stack(panes, in: rect, tops: (0..<(panes.count - 1)).map { first - 1 + $0 * (share - 1) })
    }

    /// Stacks panes; neighbours share a border.
    /// - Parameter tops: For each pane except the first, the default row of its upper border.
    private mutating func stack(_ panes: [Pane], in rect: Rect, tops: [Int]) {
        let whole = rect.rows.value
        var top = 0
        for (index, pane) in panes.enumerated() {
            let below = panes.count - 1 - index
            var end = whole
            if below > 0 {
                let name = PaneBorder(arrangement: arrangement, edge: .above(panes[index + 1]))
                let bounds = (top + Self.leastRows, whole - 1 - below * Self.leastRows)
                end = shares.part(of: whole, before: name, standard: tops[index], within: bounds) + 1
                var line = rect
                line.row = rect.row + Row(end - 1)
                line.rows = 1
                borders.append(ScreenPlan.Border(name: name, rect: line, whole: rect))
            }
            var place = rect
            place.row = rect.row + Row(top)
            place.rows = Row(end - top)
            add(ScreenPlan.Place(pane: pane, rect: place, isBordered: true))
            top = end - 1
        }
    }
}
